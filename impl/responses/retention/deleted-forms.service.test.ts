/** Deleting a form can be undone for 30 days by its owner; for everything else it is deleted from the first moment on. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { budgetUsage } from "../../accounts/plans/budgets.ts";
import { findForm } from "../../forms/access.ts";
import {
  BIN_MS,
  bringBackForm,
  countBin,
  deleteExpiredForms,
  deleteFromBin,
  listBin,
  putIntoBin,
} from "../../forms/bin/bin.ts";
import { deleteForm } from "../../forms/delete.ts";
import { directories } from "../../forms/directory/directories.ts";
import { findFormsByName } from "../../forms/find.ts";
import { addImage } from "../../forms/images.ts";
import { listForms } from "../../forms/list.ts";
import { removeForm } from "../../forms/remove-form.ts";
import { ensureInvitedAccount, invite } from "../../forms/sharing/invitations.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { cursors } from "../../platform/signing/cursors.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import { refusal } from "../../test/support/domain.ts";
import { DAY_MS, respondents } from "../../test/support/respondents.ts";
import { saveView } from "../saved-views.ts";
import { countBelongings, deleteAccount } from "./delete-account.ts";
import { deleteResponses } from "./deleted-responses.ts";
import { eraseFromForm, eraseRespondent } from "./erase-respondent.ts";
import { removeExpired } from "./remove-expired.ts";

const answers = { name: "Alan" };

/** The rows that belong to a form, except its counters. */
const TABLES = [
  "forms",
  "form_versions",
  "form_shares",
  "form_invitations",
  "form_images",
  "images",
  "responses",
  "fills",
  "files",
  "saved_views",
  "form_totals",
  "response_totals",
  "account_usage",
] as const satisfies readonly (keyof Schema)[];

async function world() {
  const people = await respondents();
  const { storage, time, publish } = people;
  const { db } = storage;
  const account = (name: string) => ensureAccount(db, `${name}@example.org`, "business", time.now);
  const owner = await account("owner");
  const form = await publish();
  const titles = directories(db);
  const keys = cursors(Buffer.alloc(32, 7));
  return {
    ...people,
    db,
    account,
    owner,
    form,
    bin: (formId = form.id, by = owner) => putIntoBin(people, by.id, formId, time.now),
    back: (formId = form.id, by = owner) => bringBackForm(people, by.id, formId, time.now),
    forGood: (formId = form.id, by = owner) => deleteFromBin(people, by.id, formId, time.now),
    binned: async (of = owner) => {
      const page = { after: undefined, limit: 10 };
      return (await listBin(db, of.id, time.now, page)).map(({ id }) => id);
    },
    /** The titles that the account finds in its list and by name, and the number in the list. */
    async found(of = owner) {
      const list = await listForms(
        { queries: db, cursors: keys, directories: titles },
        of.id,
        {},
        { limit: 10 },
      );
      const named = await findFormsByName(db, titles, of.id, "Sign up");
      return [list.forms.map(({ id }) => id), list.totalCount, named.map(({ id }) => id)];
    },
    share: (name: string, permission: "view" | "edit" | "admin") =>
      shareForm({ storage, clock: () => time.now }, owner.id, form.id, {
        email: `${name}@example.org`,
        permission,
      }),
    /** All that belongs to forms. */
    async stored() {
      const rows: Record<string, string[]> = {};
      for (const table of TABLES) {
        const found = await db
          .selectFrom(table as "forms")
          .selectAll()
          .execute();
        rows[table] = found.map((row) => JSON.stringify(row)).sort();
      }
      return rows;
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;

/** Gives the form a response with a file, a fill, a picture, a share, an invitation and a view. */
async function fill({ verified, fillWithFile, sent, form, share, account, files, ...parts }: World) {
  const { storage, owner, time, clock } = parts;
  const { fillId } = await fillWithFile(form);
  await sent(form, answers, { fillId, email: "grace@example.org" });
  await verified(form, answers, "alan@example.org");
  await fillWithFile(form);
  await account("editor");
  await share("editor", "edit");
  await storage.db
    .transaction()
    .execute((transaction) =>
      invite(transaction, form.id, { email: "new@example.org", permission: "view" }, time.now),
    );
  await saveView({ storage, clock }, owner.id, form.id, { name: "All", settings: {} });
  const key = await files.put(Readable.from(["picture"]));
  const picture = { key, contentType: "image/png", size: 7, width: 1, height: 1, name: "a.png" } as const;
  await addImage({ storage, files }, owner.id, form.id, picture, time.now);
}

test("a form in the bin is found by nobody, and comes back as it was, with all that it has", async () => {
  const one = await world();
  await fill(one);
  const { db, form, owner, account, found, binned, back, bin, stored, storedKeys, time } = one;
  const editor = await account("editor");
  const all = [[form.id], 1, [form.id]];
  expect([await found(), await found(editor)]).toEqual([all, all]);
  const [before, keys] = [await stored(), await storedKeys()];
  expect(await bin()).toBe("Sign up");
  for (const one of [owner, editor]) {
    expect(await found(one)).toEqual([[], 0, []]);
    await expect(findForm(db, one.id, form.id)).rejects.toEqual(refusal("not_found"));
  }
  expect([await binned(), await binned(editor)]).toEqual([[form.id], []]);
  expect(await countBin(db, owner.id, time.now)).toBe(1);
  expect(await storedKeys()).toEqual(keys);
  expect((await back())?.id).toBe(form.id);
  expect([await binned(), await found(), await found(editor)]).toEqual([[], all, all]);
  expect([await stored(), await storedKeys()]).toEqual([before, keys]);
});

test("only the owner puts a form into the bin, brings it back or deletes it for good", async () => {
  const { account, share, bin, back, forGood, binned, owner } = await world();
  for (const permission of ["view", "edit", "admin"] as const) {
    await account(permission);
    await share(permission, permission);
  }
  const others = await Promise.all(["view", "edit", "admin", "stranger"].map(account));
  for (const [at, code] of ["forbidden", "forbidden", "forbidden", "not_found"].entries())
    await expect(bin(undefined, others[at])).rejects.toEqual(refusal(code));
  await bin();
  await expect(bin()).rejects.toEqual(refusal("not_found"));
  for (const other of others)
    expect([await back(undefined, other), await forGood(undefined, other)]).toEqual([undefined, undefined]);
  expect(await binned()).toHaveLength(1);
  expect((await back(undefined, owner))?.owner_id).toBe(owner.id);
  expect([await back(), await forGood()]).toEqual([undefined, undefined]);
});

test("of bringing back and deleting for good at once, one happens and the other finds nothing", async () => {
  const { publish, bin, back, forGood, db, ...parts } = await world();
  for (let round = 0; round < 8; round += 1) {
    const { id } = await publish();
    await bin(id);
    const [restored, deleted] = await Promise.all([back(id), forGood(id)]);
    expect([restored, deleted].filter((form) => form !== undefined)).toHaveLength(1);
    await removeForm(parts, id);
    const left = await db.selectFrom("forms").select("deleting_at").where("id", "=", id).execute();
    expect(left).toEqual(restored === undefined ? [] : [{ deleting_at: null }]);
    const jobs = await db.selectFrom("jobs").select("id").where("subject", "=", id).execute();
    expect(jobs).toHaveLength(restored === undefined ? 1 : 0);
  }
});

test("of two deletions at once, one puts the form into the bin, and of two restores one brings it back", async () => {
  const { bin, back, db } = await world();
  const deletions = await Promise.allSettled([bin(), bin()]);
  expect(deletions.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const restores = await Promise.all([back(), back()]);
  expect(restores.filter((form) => form !== undefined)).toHaveLength(1);
  expect(await db.selectFrom("deleted_forms").select("form_id").execute()).toEqual([]);
});

test("a form that is sent while it is deleted is either in the bin with it, or refused", async () => {
  const { publish, send, bin, back, response, db } = await world();
  for (let round = 0; round < 8; round += 1) {
    const form = await publish();
    const email = `person${round}@example.org`;
    const [submitted] = await Promise.all([send(form, answers, { email }), bin(form.id)]);
    const rows = await db.selectFrom("responses").select("id").where("form_id", "=", form.id).execute();
    if ("responseId" in submitted) expect(rows).toEqual([{ id: submitted.responseId }]);
    else expect([submitted, rows]).toEqual([{ unavailable: "hidden" }, []]);
    expect(await send(form, answers, { email: "late@example.org" })).toEqual({ unavailable: "hidden" });
    await back(form.id);
    for (const { id } of rows) expect((await response(id))?.email).toBe(email);
    expect(await send(form, answers, { email: "later@example.org" })).toHaveProperty("responseId");
  }
});

test("after 30 days a form is deleted for good with all that it has, and not a moment before", async () => {
  const one = await world();
  await fill(one);
  const { bin, back, binned, later, db, form, found, storedKeys, time } = one;
  await bin();
  later(BIN_MS - 1);
  expect(await deleteExpiredForms(one, time.now)).toBe(0);
  expect(await binned()).toEqual([form.id]);
  later(1);
  // Until the next cleanup the rows are there, but the form is in no list, and nothing brings it back.
  expect([await binned(), await back(), await found()]).toEqual([[], undefined, [[], 0, []]]);
  expect((await removeExpired(one)).forms).toBe(1);
  expect((await removeExpired(one)).forms).toBe(0);
  expect(await db.selectFrom("deletions").select("id").execute()).toEqual([{ id: form.id }]);
  await removeForm(one, form.id);
  for (const table of [
    "forms",
    "deleted_forms",
    "responses",
    "fills",
    "files",
    "form_shares",
    "images",
  ] as const)
    expect([
      table,
      await db
        .selectFrom(table as "forms")
        .selectAll()
        .execute(),
    ]).toEqual([table, []]);
  expect(await storedKeys()).toEqual([]);
});

test("erasing a person reaches into the bin at once, and a deleted response ends there", async () => {
  const one = await world();
  const { bin, back, verified, form, response, owner, later, fillWithFile, storedKeys, sent, mailed } = one;
  const { fillId } = await fillWithFile(form);
  const alan = await sent(form, answers, { fillId, email: "alan@example.org" });
  await one.confirmCode(alan, (await mailed(alan)).code);
  const [grace, kept] = [await verified(form, answers, "grace@example.org"), await verified(form, answers)];
  await deleteResponses(one, owner.id, form.id, [grace]);
  await bin();
  await expect(eraseFromForm(one, owner.id, form.id, "alan@example.org")).rejects.toEqual(
    refusal("not_found"),
  );
  expect(await eraseRespondent(one, "alan@example.org")).toMatchObject({ responses: 1, files: 1 });
  expect(await response(alan)).toMatchObject({ status: "deleted", email: null, answers: "{}" });
  expect(await storedKeys()).toEqual([]);
  later(30 * DAY_MS - 1);
  expect((await removeExpired(one)).erased).toBe(0);
  await back();
  await bin();
  later(1);
  expect((await removeExpired(one)).erased).toBe(1);
  await back();
  expect(await response(kept)).toMatchObject({ status: "verified", email: "ada@example.org" });
  expect(await one.db.selectFrom("deleted_responses").select("response_id").execute()).toEqual([]);
});

test("deleting an account deletes its bin at once, and names it before", async () => {
  const one = await world();
  await fill(one);
  const { owner, bin, db, publish, time, storedKeys } = one;
  await publish();
  await bin();
  expect(await countBelongings(db, owner.id)).toMatchObject({
    forms: 1,
    binnedForms: 1,
    sharedForms: 0,
    responses: 2,
  });
  await deleteAccount(one, owner.id, time.now);
  expect(await db.selectFrom("deleted_forms").select("form_id").execute()).toEqual([]);
  expect(await db.selectFrom("forms").select("id").execute()).toEqual([]);
  expect(await storedKeys()).toEqual([]);
});

test("a form in the bin counts for the limits of its owner until it is deleted for good", async () => {
  const one = await world();
  await fill(one);
  const { owner, bin, back, forGood, storage, time, form } = one;
  const usage = async () => {
    const kinds = ["forms", "structures", "files", "shares"] as const;
    return (await budgetUsage(storage, owner.id, kinds, time.now)).map(({ used }) => used);
  };
  const before = await usage();
  expect(before.every((used) => used > 0)).toBe(true);
  await bin();
  expect(await usage()).toEqual(before);
  await back();
  expect(await usage()).toEqual(before);
  await bin();
  await forGood();
  await removeForm(one, form.id);
  expect(await usage()).toEqual([0, 0, 0, 0]);
});

test("an invitation that is accepted while the form is in the bin is a share when it is back", async () => {
  const { db, bin, back, found, form, owner, time } = await world();
  await db
    .transaction()
    .execute((transaction) =>
      invite(transaction, form.id, { email: "new@example.org", permission: "view" }, time.now),
    );
  await bin();
  const invited = await ensureInvitedAccount(db, "new@example.org", "trial", time.now);
  expect(await found(invited)).toEqual([[], 0, []]);
  await back(undefined, owner);
  expect(await found(invited)).toEqual([[form.id], 1, [form.id]]);
});

test("the bin is listed by the time of deletion, page by page, and a form outside it is deleted as before", async () => {
  const { publish, bin, later, db, owner, time, form, ...parts } = await world();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { id } = await publish();
    later(1_000);
    await bin(id);
    ids.unshift(id);
  }
  const listed: string[] = [];
  for (let after: Parameters<typeof listBin>[3]["after"]; ; ) {
    const page = await listBin(db, owner.id, time.now, { after, limit: 2 });
    listed.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (page.length < 2 || last === undefined) break;
    after = { eraseAt: last.eraseAt, id: last.id };
  }
  expect(listed).toEqual(ids);
  await deleteForm(parts, owner.id, form.id, time.now);
  expect(await countBin(db, owner.id, time.now)).toBe(5);
});
