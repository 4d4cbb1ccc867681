/** Tests the limits of data besides forms: pictures, simultaneous exports, ended tokens and test answers. */
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { cloneForm } from "../forms/create/clone.ts";
import { deleteForm } from "../forms/delete.ts";
import { addImage } from "../forms/images.ts";
import { updateForm } from "../forms/update/update.ts";
import { type Budgets, DEFAULT_BUDGETS } from "../platform/config/budgets.ts";
import { openFileStore } from "../platform/files/store.ts";
import { newId } from "../platform/ids.ts";
import { signedUrls } from "../platform/signing/signed-urls.ts";
import { openExports } from "../responses/exports/exports.ts";
import { keepTest } from "../responses/retention/test-responses.ts";
import { answeredForm } from "../test/support/answered-form.ts";
import { dataDir } from "../test/support/data-dir.ts";
import { refusal, startProcess } from "../test/support/domain.ts";
import { addTextField, oneField, oneFieldForm } from "../test/support/one-field-form.ts";
import { quiet } from "../test/support/postgres.ts";
import type { Account } from "./accounts.ts";
import { type BudgetKind, budgetUsage } from "./plans/budgets.ts";
import { createTokenOnce } from "./tokens/create-once.ts";
import { listTokens, revokeToken } from "./tokens/tokens.ts";

/** A service with Ada, whose account is on trial and has a tenth of the budgets, and a form of hers. */
async function service(budgets: Partial<Budgets>) {
  const folder = dataDir();
  const started = await startProcess(folder, oneFieldForm, { ...DEFAULT_BUDGETS, ...budgets });
  const files = await openFileStore(folder);
  const parts = { ...started, files, editForm: addTextField };
  const ada = await started.account();
  const form = await started.create(ada);
  const used = async (account: Account, kind: BudgetKind) =>
    (await budgetUsage(parts.storage, account.id, [kind], parts.time.now))[0]!.used;
  return { ...parts, ada, form, used };
}

type Service = Awaited<ReturnType<typeof service>>;

const PICTURE_BYTES = 400;

async function addPicture({ storage, files, ada, time }: Service, formId: string) {
  const key = await files.put(Readable.from([Buffer.alloc(PICTURE_BYTES)]));
  const stored = { key, contentType: "image/png", size: PICTURE_BYTES, width: 1, height: 1, name: "a.png" };
  return addImage({ storage, files }, ada.id, formId, stored as never, time.now);
}

test("room for a picture is never made by removing the one that was just added, even within a millisecond", async () => {
  const one = await service({});
  for (let at = 0; at < 60; at += 1) {
    const { id } = await addPicture(one, one.form.id);
    const there = await one.storage.db.selectFrom("images").select("id").where("id", "=", id).execute();
    expect(there, `picture ${at + 1}`).toHaveLength(1);
  }
  const kept = await one.storage.db.selectFrom("images").select("id").execute();
  expect(kept).toHaveLength(24);
});

test("pictures count as files, for each form that has them, and a refused one leaves no file", async () => {
  const one = await service({ files: 10 * 1_000 });
  const { storage, clock, files, ada, form, used, time } = one;
  const { id: logo } = await addPicture(one, form.id);
  const edit = { structure: { ...oneField("Look", ["en"]), theme: { logo } } };
  const update = { formId: form.id, edit, expectedRevision: undefined, dryRun: false };
  await updateForm(one, ada.id, update, AbortSignal.timeout(10_000));
  const { form: copy } = await cloneForm({ storage, clock }, ada.id, form.id, undefined);
  expect(await used(ada, "files")).toBe(2 * PICTURE_BYTES);
  await expect(addPicture(one, copy.id)).rejects.toMatchObject({
    code: "quota_exceeded",
    details: { budget: "files", limit: 1_000 },
  });
  await expect(cloneForm({ storage, clock }, ada.id, form.id, undefined)).rejects.toEqual(
    refusal("quota_exceeded"),
  );
  let stored = 0;
  for await (const _ of files.list()) stored += 1;
  expect(stored).toBe(1);
  // An edit that adds no picture needs no room.
  await storage.db.updateTable("account_usage").set({ file_bytes: 5_000 }).execute();
  const renamed = { ...update, edit: { structure: { ...edit.structure, title: { en: "Same look" } } } };
  await updateForm(one, ada.id, renamed, AbortSignal.timeout(10_000));
  await storage.db
    .updateTable("account_usage")
    .set({ file_bytes: 2 * PICTURE_BYTES })
    .execute();
  for (const { id } of [form, copy]) await deleteForm({ storage, files }, ada.id, id, time.now);
  expect(await used(ada, "files")).toBe(0);
});

/** Exports of one form, each of another period, so that each is one of its own. */
async function exporting(one: Service) {
  const { form, respond } = await answeredForm(one);
  await respond({ name: "Alan" });
  const links = signedUrls(Buffer.alloc(32), () => "http://localhost", one.clock);
  const exports = openExports({ ...one, links, log: quiet });
  onTestFinished(() => exports.stop());
  return (count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, n) => {
        const period = { from: new Date(Date.UTC(2025, 0, 1, 0, 0, n)).toISOString() };
        const filter = { formId: form.id, status: "verified" as const, period };
        const request = { format: "csv" as const, filter, withAddresses: true };
        return exports.export(one.ada.id, form, request, AbortSignal.timeout(60_000));
      }),
    );
}

test("runs two simultaneous exports, and refuses more when the budget is used up", async () => {
  const ask = await exporting(await service({ exports: 10 * 10 }));
  const outcomes = await ask(20);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(18);
  expect(refused[0]).toMatchObject({ reason: { code: "quota_exceeded", details: { budget: "exports" } } });
});

test("refuses exports beyond the waiting limit at once, and makes the others", async () => {
  const ask = await exporting(await service({}));
  const outcomes = await ask(110);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  // An export that is finished before the last request frees its place.
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(8);
  for (const one of refused) expect(one).toMatchObject({ reason: { details: { used: 100 } } });
});

test("creating and revoking many tokens adds no rows; valid tokens are kept within the budget", async () => {
  const { storage, ada, time } = await service({ tokens: 10 * 3 });
  const options = { name: "Agent", scopes: [], expiresInDays: undefined };
  const make = (id = newId("tok")) => createTokenOnce(storage, ada, id, options, time.now);
  const [kept] = [await make()];
  for (let n = 0; n < 130; n += 1) await revokeToken(storage, (await make())!.tokenId, time.now, ada.id);
  await make();
  const tokens = await listTokens(storage.db, ada.email, time.now);
  expect(tokens.filter(({ state }) => state === "revoked")).toHaveLength(100);
  expect(tokens.filter(({ state }) => state === "active")).toHaveLength(2);
  expect(tokens.map(({ tokenId }) => tokenId)).toContain(kept!.tokenId);
  // Only as many of the simultaneous requests succeed as there is room for.
  const outcomes = await Promise.allSettled([make(), make(), make(), make(kept!.tokenId)]);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(2);
  await expect(make()).rejects.toMatchObject({ details: { budget: "tokens", limit: 3 } });
});

test("test answers of a form take a megabyte at most", async () => {
  const { storage, clock, ada, form } = await service({});
  const keep = () =>
    keepTest(
      { storage, clock },
      ada,
      { form_id: form.id, form_version: 1, language: "en" },
      {
        name: "ä".repeat(150_000),
      },
    );
  expect([await keep(), await keep(), await keep(), await keep()]).toEqual([true, true, true, false]);
});
