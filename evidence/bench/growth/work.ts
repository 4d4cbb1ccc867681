/** Background work, done in batches that make other calls wait. */

import { lastUsed } from "../../../impl/accounts/tokens/token-use.ts";
import { deleteForm } from "../../../impl/forms/delete.ts";
import { removeForm } from "../../../impl/forms/remove-form.ts";
import { updateForm } from "../../../impl/forms/update/update.ts";
import { deleteAccount } from "../../../impl/responses/retention/delete-account.ts";
import { eraseRespondent } from "../../../impl/responses/retention/erase-respondent.ts";
import { removeExpired } from "../../../impl/responses/retention/remove-expired.ts";
import { now, seedForms } from "../seeded-forms.ts";
import { type Growth, mintTokens, type Parts } from "./case.ts";
import { addFills, addResponses, addShares, addVersions, ownedForm, smallForm } from "./storage.ts";

export const work: readonly Growth[] = [
  {
    what: "hourly cleanup, expired responses and as many fills",
    first: 500,
    prepare: async ({ storage, files, count }) => {
      const { form } = await ownedForm(storage, "owner@example.org");
      const old = new Date(now.getTime() - 30 * 86_400_000);
      await addResponses(storage, form, count, "pending_verification", old);
      await addFills(storage, form, count, old);
      return () => removeExpired({ storage, files, clock: () => now });
    },
  },
  {
    what: "deletion of a form, until it is hidden; responses and as many fills",
    first: 500,
    prepare: async (parts) => {
      const { account, form } = await answeredForm(parts);
      return () => deleteForm(parts, account.id, form.id, now);
    },
  },
  {
    what: "removal of a deleted form, responses and as many fills",
    first: 500,
    prepare: async (parts) => {
      const { account, form } = await answeredForm(parts);
      await deleteForm(parts, account.id, form.id, now);
      return () => removeForm(parts, form.id);
    },
  },
  {
    what: "deletion of an account, forms",
    first: 30,
    prepare: async (parts) => {
      const { account } = await seedForms(parts.storage, parts.count);
      return () => deleteAccount(parts, account.id, now);
    },
  },
  {
    what: "erasure of a person, responses",
    first: 100,
    prepare: async (parts) => {
      const { form } = await ownedForm(parts.storage, "owner@example.org");
      const email = "person@example.org";
      await addResponses(parts.storage, form, parts.count, "verified", now, email);
      return () => eraseRespondent({ ...parts, clock: () => now }, email);
    },
  },
  {
    what: "export of large versions of a form",
    first: 3,
    prepare: async ({ storage, files, count }) => {
      const { form } = await ownedForm(storage, "owner@example.org");
      await addVersions(storage, form, count);
      const { exportOnce } = await import("../seeded-export.ts");
      return () => exportOnce({ storage, files, form });
    },
  },
  {
    what: "times of last use, tokens",
    first: 90,
    prepare: async ({ storage, count }) => {
      const uses = lastUsed(storage, () => {});
      for (const { tokenId } of await mintTokens(storage, count)) uses.record(tokenId, now);
      return () => uses.stop();
    },
  },
  {
    what: "rename of a form, accounts that it is shared with",
    first: 50,
    prepare: async ({ storage, count }) => {
      const { account, form } = await ownedForm(storage, "owner@example.org");
      await addShares(storage, form, count);
      const structure = { ...smallForm, title: { en: "Renamed" } };
      const update = { formId: form.id, edit: { structure }, expectedRevision: undefined, dryRun: false };
      const editForm = () => Promise.reject(new Error("No prompt is sent."));
      const parts = { storage, clock: () => now, editForm };
      return () => updateForm(parts, account.id, update, AbortSignal.timeout(60_000));
    },
  },
];

async function answeredForm({ storage, count }: Parts) {
  const owned = await ownedForm(storage, "owner@example.org");
  await addResponses(storage, owned.form, count, "verified", now);
  await addFills(storage, owned.form, count, now);
  return owned;
}
