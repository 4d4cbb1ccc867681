/** Tests that stored data is counted in the transaction that stores it, and rejected beyond the account's budget. */
import { expect, test } from "vitest";
import { cloneForm } from "../forms/create/clone.ts";
import { deleteForm } from "../forms/delete.ts";
import { moveForms } from "../forms/folders/move-forms.ts";
import { removeForm } from "../forms/remove-form.ts";
import { shareForm } from "../forms/sharing/share.ts";
import { shareFolder, shareFolderOrInvite } from "../forms/sharing/share-folder.ts";
import { updateForm } from "../forms/update/update.ts";
import { DEFAULT_BUDGETS } from "../platform/config/budgets.ts";
import { openFileStore } from "../platform/files/store.ts";
import { dataDir } from "../test/support/data-dir.ts";
import { DAY_MS, refusal, startProcess } from "../test/support/domain.ts";
import { addTextField, oneField, oneFieldForm } from "../test/support/one-field-form.ts";
import { statements } from "../test/support/statements.ts";
import type { Account } from "./accounts.ts";
import { BUDGET_KINDS, type BudgetKind, budgetUsage } from "./plans/budgets.ts";

/** @param most of the kinds that matter, for a paid plan: the accounts of these tests are on trial, with a tenth of it */
async function service(most: Partial<Record<BudgetKind, number>> = {}) {
  const started = await startProcess(dataDir(), oneFieldForm, { ...DEFAULT_BUDGETS, ...most });
  const parts = { ...started, editForm: addTextField };
  const { storage } = parts;
  const rename = (account: Account, formId: string, title: string) =>
    updateForm(
      parts,
      account.id,
      { formId, edit: { structure: oneField(title, ["en"]) }, expectedRevision: undefined, dryRun: false },
      AbortSignal.timeout(10_000),
    );
  const used = async (account: Account, kind: BudgetKind) =>
    (await budgetUsage(storage, account.id, [kind], parts.time.now))[0]!.used;
  /** The figure that the triggers must compute. */
  const stored = async (account: Account) => {
    const rows = await storage.db
      .selectFrom("form_versions")
      .innerJoin("forms", "forms.id", "form_versions.form_id")
      .select("structure")
      .where("owner_id", "=", account.id)
      .execute();
    return rows.reduce((sum, { structure }) => sum + Buffer.byteLength(structure), 0);
  };
  return { ...parts, rename, used, stored };
}

test("bytes of structures follow creating, editing, copying and deleting", async () => {
  const { account, create, rename, used, stored, storage, clock, time } = await service();
  const [ada, bob] = [await account(), await account("bob@example.org")];
  const form = await create(ada, { title: "Größe" });
  await rename(ada, form.id, "Ähnlich");
  const copy = await cloneForm({ storage, clock }, ada.id, form.id, undefined);
  expect(await used(ada, "structures")).toBe(await stored(ada));
  expect(await used(ada, "structures")).toBeGreaterThan(0);
  const files = await openFileStore(dataDir());
  for (const id of [form.id, copy.form.id]) {
    await deleteForm({ storage, files }, ada.id, id, time.now);
    await removeForm({ storage, files }, id);
  }
  expect([await used(ada, "structures"), await used(ada, "forms"), await used(bob, "forms")]).toEqual([
    0, 0, 0,
  ]);
});

test("rejects a form or a copy beyond the budget as a whole", async () => {
  const { account, create, list, storage, clock, used } = await service({ forms: 20 });
  const ada = await account();
  const form = await create(ada);
  await create(ada, { prompt: "2" });
  await expect(create(ada, { prompt: "3" })).rejects.toEqual(refusal("quota_exceeded"));
  await expect(cloneForm({ storage, clock }, ada.id, form.id, "Copy")).rejects.toMatchObject({
    code: "quota_exceeded",
    details: { budget: "forms", used: 3, limit: 2, remaining: 0 },
  });
  expect([(await list(ada)).forms.length, await used(ada, "forms")]).toEqual([2, 2]);
});

test("counts edits of a shared form for its owner", async () => {
  const { account, create, rename, storage, clock, stored } = await service({ structures: 10 * 1_000 });
  const [ada, bob] = [await account(), await account("bob@example.org")];
  const form = await create(ada);
  await shareForm({ storage, clock }, ada.id, form.id, { email: bob.email, permission: "edit" });
  const edits = async () => {
    for (let n = 0; n < 20; n += 1) await rename(bob, form.id, `${n}`.repeat(100));
  };
  await expect(edits()).rejects.toMatchObject({ code: "quota_exceeded", details: { budget: "structures" } });
  expect(await stored(ada)).toBeLessThanOrEqual(1_000);
});

test("rejects the second of two simultaneous forms if it exceeds the budget", async () => {
  const { account, create, used } = await service({ forms: 50 });
  const ada = await account();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => create(ada, { prompt: `${n}` })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(await used(ada, "forms")).toBe(5);
});

test("rejects shares beyond the budget, but not another permission for the same account", async () => {
  const { account, create, storage, clock } = await service({ shares: 10 });
  const [ada, bob, eve] = [
    await account(),
    await account("bob@example.org"),
    await account("eve@example.org"),
  ];
  const { id } = await create(ada);
  const share = (to: Account, permission: "view" | "edit") =>
    shareForm({ storage, clock }, ada.id, id, { email: to.email, permission });
  await share(bob, "view");
  await expect(share(eve, "view")).rejects.toEqual(refusal("quota_exceeded"));
  expect(await share(bob, "edit")).toMatchObject({ result: "updated" });
});

test("shares of forms and folders count together, and the owner's own place in a folder does not", async () => {
  const { account, create, storage, clock } = await service({ shares: 20 });
  const [ada, bob, eve] = [
    await account(),
    await account("bob@example.org"),
    await account("eve@example.org"),
  ];
  const { id } = await create(ada);
  const parts = { storage, clock };
  await moveForms(parts, ada.id, [id], "Club");
  const { id: folder } = await storage.db.selectFrom("folders").select("id").executeTakeFirstOrThrow();
  await shareForm(parts, ada.id, id, { email: bob.email, permission: "view" });
  await shareFolder(parts, ada.id, folder, { email: bob.email, permission: "view" });
  for (const share of [
    () => shareFolder(parts, ada.id, folder, { email: eve.email, permission: "view" }),
    () => shareFolderOrInvite(parts, ada.id, folder, { email: "new@example.org", permission: "view" }),
    () => shareForm(parts, ada.id, id, { email: eve.email, permission: "view" }),
  ])
    await expect(share()).rejects.toEqual(refusal("quota_exceeded"));
});

test("removes old versions a day later, except those that a response needs", async () => {
  const { account, create, rename, storage, time } = await service();
  const ada = await account();
  const { id } = await create(ada);
  for (let n = 2; n <= 30; n += 1) await rename(ada, id, `Title ${n}`);
  const versions = async () => {
    const rows = await storage.db
      .selectFrom("form_versions")
      .select("version")
      .where("form_id", "=", id)
      .orderBy("version")
      .execute();
    return rows.map(({ version }) => version);
  };
  expect(await versions()).toHaveLength(30);
  await storage.db
    .insertInto("fills")
    .values({
      id: "fill_1",
      form_id: id,
      form_version: 4,
      given: "{}",
      response_id: null,
      updated_at: "2026",
    })
    .execute();
  time.now = new Date(time.now.getTime() + 2 * DAY_MS);
  await rename(ada, id, "Later");
  expect(await versions()).toEqual([1, 4, ...Array.from({ length: 20 }, (_, n) => n + 12)]);
});

test("each kind has a limit, a tenth of it on trial", async () => {
  const { account, storage, time } = await service();
  const ada = await account();
  const recorded = statements();
  const usages = await budgetUsage(storage, ada.id, BUDGET_KINDS, time.now);
  expect(recorded()).toHaveLength(1);
  expect(usages.map(({ kind, limit, used }) => [kind, limit, used])).toEqual(
    BUDGET_KINDS.map((kind) => [kind, DEFAULT_BUDGETS[kind] / 10, 0]),
  );
});
