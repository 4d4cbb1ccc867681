/** Tests folders on both engines: whose they are, what is in them, their number, and when they go. */
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { cursors } from "../../platform/signing/cursors.ts";
import { respondents } from "../../test/support/respondents.ts";
import { bringBackForm, putIntoBin } from "../bin/bin.ts";
import { deleteForm } from "../delete.ts";
import { directories } from "../directory/directories.ts";
import { listForms } from "../list.ts";
import { removeForm } from "../remove-form.ts";
import { shareForm } from "../sharing/share.ts";
import { unshareForm } from "../sharing/shares.ts";
import { folderLabel, foldersOf, listFolders, MAX_FOLDERS, removeFolder, renameFolder } from "./folders.ts";
import { moveForms } from "./move-forms.ts";

async function world() {
  const people = await respondents();
  const { storage, time, publish, clock } = people;
  const { db } = storage;
  const account = (name: string) => ensureAccount(db, `${name}@example.org`, "business", time.now);
  const [owner, bob] = [await account("owner"), await account("bob")];
  const titles = directories(db);
  const keys = cursors(Buffer.alloc(32, 7));
  const move = (ids: readonly string[], name: string | undefined, of = owner) =>
    moveForms(people, of.id, ids, name);
  const folders = (of = owner) => listFolders(db, of.id);
  return {
    ...people,
    db,
    owner,
    bob,
    move,
    folders,
    labels: async (ids: readonly string[]) =>
      new Map([...(await foldersOf(db, owner.id, ids))].map(([id, folder]) => [id, folderLabel(folder)])),
    names: async (of = owner) => (await folders(of)).map(({ name }) => name),
    idOf: async (name: string, of = owner) => (await folders(of)).find((one) => one.name === name)!.id,
    share: (formId: string) =>
      shareForm({ storage, clock }, owner.id, formId, { email: bob.email, permission: "view" }),
    /** A page of the list of a folder, and the number of its forms. */
    async list(folder: string, of = owner, more: { query?: string; limit?: number; cursor?: string } = {}) {
      const { query, limit = 10, cursor } = more;
      const parts = { queries: db, cursors: keys, directories: titles };
      const page = await listForms(parts, of.id, { folder, query }, { limit, cursor });
      return { ids: page.forms.map(({ id }) => id), total: page.totalCount, next: page.nextCursor };
    },
    publishMany: async (count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push((await publish()).id);
      return ids;
    },
  };
}

test("forms move between folders, and each is in one folder", async () => {
  const { move, names, idOf, list, publishMany, labels } = await world();
  const [one, two, three] = await publishMany(3);
  expect(await move([one!, two!], "Week 10")).toBe("moved");
  expect(await move([two!, three!], "Week 9")).toBe("moved");
  expect(await names()).toEqual(["Week 9", "Week 10"]);
  expect((await list(await idOf("Week 10"))).ids).toEqual([one]);
  const nine = await list(await idOf("Week 9"));
  expect([nine.ids.toSorted(), nine.total]).toEqual([[two, three].toSorted(), 2]);
  expect(await labels([one!, two!, "frm_none"])).toEqual(
    new Map([
      [one, "Week 10"],
      [two, "Week 9"],
    ]),
  );
  expect(await move([two!, one!], undefined)).toBe("moved");
  expect((await list(await idOf("Week 9"))).ids).toEqual([three]);
  expect(await names()).toEqual(["Week 9", "Week 10"]);
});

test("a folder is listed page by page, with a search, and a cursor of one folder is none of another", async () => {
  const { move, idOf, list, publishMany } = await world();
  const ids = await publishMany(5);
  await move(ids, "A");
  const folder = await idOf("A");
  const [first, all] = [await list(folder, undefined, { limit: 2 }), await list(folder)];
  expect([first.total, all.total]).toEqual([5, 5]);
  const second = await list(folder, undefined, { limit: 2, cursor: first.next! });
  expect([...first.ids, ...second.ids]).toEqual(all.ids.slice(0, 4));
  expect(second.total).toBe(5);
  expect((await list(folder, undefined, { query: "sign" })).total).toBe(5);
  expect((await list(folder, undefined, { query: "nothing" })).total).toBe(0);
  await move(ids.slice(0, 1), "B");
  const other = await idOf("B");
  await expect(list(other, undefined, { limit: 2, cursor: first.next! })).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("folders of one account are seen and changed by no other, and each has shared forms in its own", async () => {
  const { storage, owner, bob, move, names, idOf, list, share, publishMany } = await world();
  const [shared, own] = await publishMany(2);
  await share(shared!);
  await move([shared!, own!], "Mine");
  expect(await names(bob)).toEqual([]);
  expect(await move([shared!, own!], "Bob's", bob)).toBe("moved");
  expect(await move([own!], "Bob's", bob)).toBe("none");
  const [mine, bobs] = [await idOf("Mine"), await idOf("Bob's", bob)];
  expect((await list(mine)).ids.toSorted()).toEqual([shared, own].toSorted());
  expect((await list(bobs, bob)).ids).toEqual([shared]);
  // Ids of folders of others are those of no folder.
  expect([(await list(mine, bob)).total, (await list(bobs)).total]).toEqual([0, 0]);
  expect(await renameFolder({ storage }, bob.id, mine, "Stolen")).toBe("gone");
  expect(await removeFolder({ storage }, bob.id, mine)).toBe(false);
  expect(await names()).toEqual(["Mine"]);
  // A form that is no longer shared is in no list, and comes back to its folder.
  await unshareForm({ storage }, owner.id, shared!, bob.email);
  expect((await list(bobs, bob)).total).toBe(0);
  await share(shared!);
  expect((await list(bobs, bob)).ids).toEqual([shared]);
});

test("a folder is renamed to a free name, and removing it keeps its forms", async () => {
  const { storage, owner, move, names, idOf, db, publishMany, labels } = await world();
  const [one, two] = await publishMany(2);
  await move([one!], "A");
  await move([two!], "B");
  const a = await idOf("A");
  expect(await renameFolder({ storage }, owner.id, a, "B")).toBe("taken");
  expect(await renameFolder({ storage }, owner.id, a, "A")).toBe("renamed");
  expect(await renameFolder({ storage }, owner.id, a, "C")).toBe("renamed");
  expect(await names()).toEqual(["B", "C"]);
  expect([
    await removeFolder({ storage }, owner.id, a),
    await removeFolder({ storage }, owner.id, a),
  ]).toEqual([true, false]);
  expect(await labels([one!, two!])).toEqual(new Map([[two, "B"]]));
  expect(await db.selectFrom("forms").select("id").execute()).toHaveLength(2);
});

test("an account has at most 100 folders, also when they are made at the same time", async () => {
  const { db, owner, bob, move, names, share, publishMany } = await world();
  const [form] = await publishMany(1);
  await share(form!);
  const rows = Array.from({ length: MAX_FOLDERS - 1 }, (_, n) => ({
    id: `fld_${n}`,
    account_id: owner.id,
    name: `Folder ${n}`,
  }));
  await db.insertInto("folders").values(rows).execute();
  const at = new Date().toISOString();
  const members = rows.map(({ id, account_id }) => ({
    folder_id: id,
    account_id,
    permission: "admin" as const,
    created_at: at,
    updated_at: at,
  }));
  await db.insertInto("folder_members").values(members).execute();
  const made = await Promise.all(["A", "B", "C"].map((name) => move([form!], name)));
  expect(made.toSorted()).toEqual(["full", "full", "moved"]);
  expect(await names()).toHaveLength(MAX_FOLDERS);
  expect(await move([form!], "Folder 7")).toBe("moved");
  expect(await move([form!], "A", bob)).toBe("moved");
});

test("two moves at once leave a form in one folder, and a folder of one name is made once", async () => {
  const { move, names, db, publishMany } = await world();
  const ids = await publishMany(2);
  await Promise.all([move(ids, "A"), move(ids, "B"), move(ids, "A")]);
  expect(await names()).toEqual(["A", "B"]);
  const rows = await db.selectFrom("forms").select("id").where("folder_id", "is not", null).execute();
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test("a form that comes back from the bin is in its folder again, and a deleted one leaves it", async () => {
  const { move, idOf, list, db, owner, time, publishMany, ...parts } = await world();
  const [binned, deleted] = await publishMany(2);
  await move([binned!, deleted!], "A");
  const folder = await idOf("A");
  await putIntoBin(parts, owner.id, binned!, time.now);
  expect(await list(folder)).toMatchObject({ ids: [deleted], total: 1 });
  expect(await move([binned!], "B")).toBe("none");
  await bringBackForm(parts, owner.id, binned!, time.now);
  await deleteForm(parts, owner.id, deleted!, time.now);
  expect(await list(folder)).toMatchObject({ ids: [binned], total: 1 });
  await removeForm(parts, deleted!);
  const rows = await db.selectFrom("forms").select("id").where("folder_id", "is not", null).execute();
  expect(rows).toEqual([{ id: binned }]);
});
