/** Calls that users and agents wait for, with growing amounts of data that they do not show. */

import { Authenticator } from "../../../impl/accounts/tokens/authenticator.ts";
import { lastUsed } from "../../../impl/accounts/tokens/token-use.ts";
import { directories } from "../../../impl/forms/directory/directories.ts";
import { findFormsByName } from "../../../impl/forms/find.ts";
import { insertForm } from "../../../impl/forms/forms.ts";
import { listForms } from "../../../impl/forms/list.ts";
import { formOverview } from "../../../impl/forms/overview.ts";
import { cursors } from "../../../impl/platform/signing/cursors.ts";
import { signedUrls } from "../../../impl/platform/signing/signed-urls.ts";
import type { Storage } from "../../../impl/platform/storage/storage.ts";
import { openExports } from "../../../impl/responses/exports/exports.ts";
import { now, seedForms } from "../seeded-forms.ts";
import { type Growth, mintTokens, type Prepare } from "./case.ts";
import { addExpiredExports, addResponses, ownedForm, smallForm } from "./storage.ts";

const list = (storage: Storage) => ({
  queries: storage.db,
  cursors: cursors(Buffer.alloc(32)),
  directories: directories(storage.db),
});

const prepareList =
  (filter: { query?: string; status?: "draft" | "published" }): Prepare =>
  async ({ storage, count }) => {
    const { account } = await seedForms(storage, count);
    const parts = list(storage);
    return () => listForms(parts, account.id, filter, { limit: 20 });
  };

export const calls: readonly Growth[] = [
  {
    what: "get_form, verified responses",
    first: 1_000,
    prepare: async ({ storage, count }) => {
      const { account, form } = await ownedForm(storage, "owner@example.org");
      await addResponses(storage, form, count, "verified", now);
      return () => formOverview(storage, account.id, form.id, false);
    },
  },
  { what: "list_forms, forms", first: 1_000, prepare: prepareList({}) },
  { what: "list_forms of one status, forms", first: 1_000, prepare: prepareList({ status: "draft" }) },
  {
    what: "list_forms with a text of no title, forms",
    first: 1_000,
    prepare: prepareList({ query: "zzzz" }),
  },
  {
    what: "an authenticated call, tokens used in turn",
    first: 1_000,
    prepare: async ({ storage, count }) => {
      const secrets = await mintTokens(storage, count);
      const uses = lastUsed(storage, () => {});
      const authenticator = new Authenticator(storage, () => now, uses);
      for (const { token } of secrets) await authenticator.authenticate(token);
      let at = 0;
      return () => authenticator.authenticate(secrets[at++ % secrets.length]!.token);
    },
  },
  {
    what: "an export, expired exports of others",
    first: 30,
    prepare: async ({ storage, files, count }) => {
      const { account, form } = await ownedForm(storage, "owner@example.org");
      const other = await ownedForm(storage, "other@example.org");
      await addExpiredExports(storage, other.form, count);
      const links = signedUrls(
        Buffer.alloc(32),
        () => "http://localhost",
        () => now,
      );
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const exports = openExports({ storage, files, links, clock: () => now, log });
      const filter = { formId: form.id, status: "verified" as const, period: {} };
      const request = { format: "csv" as const, filter, withAddresses: true };
      return () => exports.export(account.id, form, request, AbortSignal.timeout(60_000));
    },
  },
  {
    what: "find_form_by_name, titles of 60 words",
    first: 100,
    prepare: async ({ storage, count }) => {
      const { account } = await ownedForm(storage, "owner@example.org");
      const words = (n: number) => Array.from({ length: 60 }, (_, at) => `w${(n * 7 + at) % 50}`).join(" ");
      await storage.db.transaction().execute(async (transaction) => {
        for (let n = 0; n < count; n += 1) {
          const structure = { ...smallForm, title: { en: words(n) } };
          await insertForm(transaction, account.id, structure, "draft", now);
        }
      });
      const index = directories(storage.db);
      return () => findFormsByName(storage.db, index, account.id, words(3));
    },
  },
];
