/** Starts the domain without a server: storage, clock and the dependencies of handlers. */
import { expect, onTestFinished } from "vitest";
import { type Account, ensureAccount } from "../../accounts/accounts.ts";
import { generationQuota } from "../../accounts/generation/quota.ts";
import { type CreateFormRequest, createForm } from "../../forms/create/create.ts";
import { directories } from "../../forms/directory/directories.ts";
import type { GenerateForm } from "../../forms/generator.ts";
import { type FormFilter, listForms } from "../../forms/list.ts";
import type { FormOrder } from "../../forms/list-order.ts";
import { DEFAULT_BUDGETS } from "../../platform/config/budgets.ts";
import { cursors } from "../../platform/signing/cursors.ts";
import { dataDir } from "./data-dir.ts";
import { openEngine } from "./engine.ts";
import { oneFieldForm } from "./one-field-form.ts";

export const start = new Date("2026-03-01T12:00:00.000Z");

export const DAY_MS = 86_400_000;

const aForm: CreateFormRequest = {
  prompt: "Name",
  title: undefined,
  languages: undefined,
  defaultLanguage: undefined,
  publish: false,
  idempotencyKey: undefined,
};

/** A process of the service on a data folder, with a clock to move; several may share a folder. */
export async function startProcess(
  folder = dataDir(),
  generateForm: GenerateForm = oneFieldForm,
  budgets = DEFAULT_BUDGETS,
) {
  const storage = { ...(await openEngine(folder)), budgets };
  onTestFinished(() => storage.close());
  const time = { now: start };
  const app = { storage, clock: () => time.now, generateForm };
  const keys = cursors(Buffer.alloc(32, 7));
  const titles = directories(storage.db);
  return {
    ...app,
    folder,
    time,
    account: (email = "ada@example.org") => ensureAccount(storage.db, email, "trial", start),
    create: (
      account: Account,
      wanted: Partial<CreateFormRequest> = {},
      signal = AbortSignal.timeout(10_000),
    ) => createForm(app, account.id, { ...aForm, ...wanted }, signal),
    list: (
      account: Account,
      filter: FormFilter = {},
      limit = 100,
      cursor?: string | undefined,
      order?: FormOrder,
    ) =>
      listForms({ queries: storage.db, cursors: keys, directories: titles }, account.id, filter, {
        limit,
        cursor,
        order,
      }),
    used: async (account: Account) => (await generationQuota(storage.db, account, time.now)).used,
  };
}

export function refusal(code: string) {
  return expect.objectContaining({ name: "Refusal", code });
}
