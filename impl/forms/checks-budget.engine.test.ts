/** Tests that the check list of a form counts in the budget like its structure. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import type { Account } from "../accounts/accounts.ts";
import { budgetUsage } from "../accounts/plans/budgets.ts";
import { DEFAULT_BUDGETS } from "../platform/config/budgets.ts";
import { openFileStore } from "../platform/files/store.ts";
import { dataDir } from "../test/support/data-dir.ts";
import { startProcess } from "../test/support/domain.ts";
import { addTextField, oneFieldForm } from "../test/support/one-field-form.ts";
import { readChecks, tickOff } from "./checks.ts";
import { deleteForm } from "./delete.ts";
import { removeForm } from "./remove-form.ts";
import { updateForm } from "./update/update.ts";

/** Twenty choices, in pairs with the same label: some kilobytes of checks. */
const structure: FormStructure = {
  title: { en: "Choice" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [
        {
          id: "name",
          type: "single_choice",
          label: { en: "Name" },
          choices: Array.from({ length: 20 }, (_, at) => ({
            id: `c${at}`,
            label: { en: `${at >> 1}${"x".repeat(190)}` },
          })),
        },
      ],
    },
  ],
};

async function service(structures?: number) {
  const budgets = { ...DEFAULT_BUDGETS, ...(structures !== undefined && { structures }) };
  const started = await startProcess(dataDir(), oneFieldForm, budgets);
  const { storage, time } = started;
  const ada = await started.account();
  const form = await started.create(ada);
  const rows = () => storage.db.selectFrom("form_checks").selectAll().execute();
  return {
    ...started,
    ada,
    form,
    checks: async () => readChecks((await rows())[0]?.checks),
    edit: () =>
      updateForm(
        { ...started, editForm: addTextField },
        ada.id,
        { formId: form.id, edit: { structure }, expectedRevision: undefined, dryRun: false },
        AbortSignal.timeout(10_000),
      ),
    used: async (account: Account) =>
      (await budgetUsage(storage, account.id, ["structures"], time.now))[0]!.used,
    /** The figure that the triggers must compute. */
    stored: async () => {
      const versions = await storage.db.selectFrom("form_versions").select("structure").execute();
      const texts = [
        ...versions.map(({ structure: text }) => text),
        ...(await rows()).map(({ checks }) => checks),
      ];
      return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    },
  };
}

test("counts checks when they are found, when they are done, and until the form is deleted", async () => {
  const { ada, form, edit, checks, used, stored, storage, time } = await service();
  const before = await used(ada);
  await edit();
  const [check, ...others] = await checks();
  expect(others.length).toBeGreaterThan(5);
  expect(await used(ada)).toBe(await stored());
  expect(await used(ada)).toBeGreaterThan(before + Buffer.byteLength(JSON.stringify(structure)) + 1_000);
  await storage.db.transaction().execute((transaction) => tickOff(transaction, form.id, check!.id));
  expect(await used(ada)).toBe(await stored());
  const files = await openFileStore(dataDir());
  await deleteForm({ storage, files }, ada.id, form.id, time.now);
  await removeForm({ storage, files }, form.id);
  expect(await used(ada)).toBe(0);
});

test("rejects an edit whose check list exceeds the budget", async () => {
  const room = Buffer.byteLength(JSON.stringify(structure)) + 1_000;
  const { ada, edit, checks, used } = await service(10 * room);
  const before = await used(ada);
  await expect(edit()).rejects.toMatchObject({
    code: "quota_exceeded",
    details: { budget: "structures", limit: room },
  });
  expect([await used(ada), await checks()]).toEqual([before, []]);
});
