/** Tests tags on both engines: whose they are, which forms have them, their number, and when they go. */
import { expect, test } from "vitest";
import { ensureAccount } from "../../accounts/accounts.ts";
import { cursors } from "../../platform/signing/cursors.ts";
import { respondents } from "../../test/support/respondents.ts";
import { bringBackForm, putIntoBin } from "../bin/bin.ts";
import { deleteForm } from "../delete.ts";
import { directories } from "../directory/directories.ts";
import { moveForms } from "../folders/move-forms.ts";
import { listForms } from "../list.ts";
import { removeForm } from "../remove-form.ts";
import { shareForm } from "../sharing/share.ts";
import { unshareForm } from "../sharing/shares.ts";
import { addTag, listTags, MAX_ACCOUNT_TAGS, MAX_TAGS, removeTag, tagsOf } from "./tags.ts";

async function world() {
  const people = await respondents();
  const { storage, time, publish, clock } = people;
  const { db } = storage;
  const account = (name: string) => ensureAccount(db, `${name}@example.org`, "business", time.now);
  const [owner, bob] = [await account("owner"), await account("bob")];
  const parts = { queries: db, cursors: cursors(Buffer.alloc(32, 7)), directories: directories(db) };
  return {
    ...people,
    db,
    owner,
    bob,
    tag: (ids: readonly string[], name: string, of = owner) => addTag(people, of.id, ids, name),
    untag: (name: string, ids?: readonly string[], of = owner) => removeTag(people, of.id, name, ids),
    tags: (of = owner) => listTags(db, of.id),
    tagsOn: async (formId: string, of = owner) => (await tagsOf(db, of.id, [formId])).get(formId) ?? [],
    share: (formId: string) =>
      shareForm({ storage, clock }, owner.id, formId, { email: bob.email, permission: "view" }),
    /** A page of the list of a tag, and the number of its forms. */
    async list(tag: string, of = owner, more: { folder?: string; limit?: number; cursor?: string } = {}) {
      const { folder, limit = 10, cursor } = more;
      const page = await listForms(parts, of.id, { tag, folder }, { limit, cursor });
      return { ids: page.forms.map(({ id }) => id), total: page.totalCount, next: page.nextCursor };
    },
    publishMany: async (count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push((await publish()).id);
      return ids as [string, ...string[]];
    },
  };
}

test("a form has several tags, each once, whatever its capitals, and loses one", async () => {
  const { tag, untag, tags, tagsOn, list, publishMany } = await world();
  const [one, two] = await publishMany(2);
  expect(await tag([one, two!], "Week 10")).toBe("tagged");
  expect(await tag([one], "Week 9")).toBe("tagged");
  expect(await tag([one], "WEEK 9")).toBe("tagged");
  expect([await tags(), await tagsOn(one)]).toEqual([
    ["Week 9", "Week 10"],
    ["Week 9", "Week 10"],
  ]);
  const ten = await list("Week 10");
  expect([ten.ids.toSorted(), ten.total]).toEqual([[one, two].toSorted(), 2]);
  expect(await untag("week 10", [one])).toBe(true);
  expect(await untag("week 10", [one])).toBe(false);
  expect([await tagsOn(one), await tagsOn(two!)]).toEqual([["Week 9"], ["Week 10"]]);
  expect(await untag("Week 10")).toBe(true);
  expect(await tags()).toEqual(["Week 9"]);
});

test("a list of a tag has pages and folders, and a cursor of one tag is none of another", async () => {
  const { tag, list, publishMany, db, owner, ...people } = await world();
  const ids = await publishMany(5);
  await tag(ids, "A");
  await tag(ids, "B");
  const [first, all] = [await list("A", owner, { limit: 2 }), await list("A")];
  expect([first.total, all.total]).toEqual([5, 5]);
  const second = await list("A", owner, { limit: 2, cursor: first.next! });
  expect([...first.ids, ...second.ids]).toEqual(all.ids.slice(0, 4));
  await expect(list("B", owner, { limit: 2, cursor: first.next! })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await moveForms(people, owner.id, ids.slice(0, 2), "Folder");
  const { id } = await db.selectFrom("folders").select("id").executeTakeFirstOrThrow();
  expect((await list("A", owner, { folder: id })).total).toBe(2);
  expect((await list("a")).total).toBe(0);
});

test("tags of one account are seen and changed by no other, and shared forms have tags of each", async () => {
  const { storage, owner, bob, tag, untag, tags, tagsOn, list, share, publishMany } = await world();
  const [shared, own] = await publishMany(2);
  await share(shared);
  await tag([shared, own!], "Mine");
  expect([await tags(bob), await tagsOn(shared, bob), (await list("Mine", bob)).total]).toEqual([[], [], 0]);
  expect(await tag([shared, own!], "Bob's", bob)).toBe("tagged");
  expect(await tag([own!], "Bob's", bob)).toBe("none");
  expect(await untag("Mine", undefined, bob)).toBe(false);
  expect([await tags(), await tags(bob)]).toEqual([["Mine"], ["Bob's"]]);
  expect((await list("Bob's", bob)).ids).toEqual([shared]);
  // A form that is no longer shared is in no list.
  await unshareForm({ storage }, owner.id, shared, bob.email);
  expect((await list("Bob's", bob)).total).toBe(0);
});

test("a form has at most 10 tags, and an account 100 different ones, and nothing changes beyond", async () => {
  const { db, owner, bob, tag, tags, tagsOn, share, publishMany } = await world();
  const [one, two] = await publishMany(2);
  for (let n = 0; n < MAX_TAGS; n += 1) expect(await tag([one], `Tag ${n}`)).toBe("tagged");
  expect(await tag([one, two!], "One more")).toBe("full");
  expect(await tagsOn(two!)).toEqual([]);
  expect(await tag([one, two!], "tag 3")).toBe("tagged");
  expect([(await tagsOn(one)).length, await tagsOn(two!)]).toEqual([MAX_TAGS, ["Tag 3"]]);
  const others = await publishMany(9);
  const rows = Array.from({ length: MAX_ACCOUNT_TAGS - MAX_TAGS }, (_, n) => ({
    account_id: owner.id,
    form_id: others[n % 9]!,
    tag: `More ${n}`,
  }));
  await db.insertInto("form_tags").values(rows).execute();
  expect(await tag([two!], "One more")).toBe("full");
  expect(await tag([two!], "More 7")).toBe("tagged");
  expect(await tags()).toHaveLength(MAX_ACCOUNT_TAGS);
  await share(one);
  expect(await tag([one], "One more", bob)).toBe("tagged");
});

test("tags that are added and removed at the same time are all there, up to the limit", async () => {
  const { tag, untag, tagsOn, publishMany } = await world();
  const [form] = await publishMany(1);
  await tag([form], "Old");
  const names = Array.from({ length: 12 }, (_, n) => `Tag ${n}`);
  const done = await Promise.all([...names.map((name) => tag([form], name)), untag("Old", [form])]);
  expect(done.filter((one) => one === "full").length).toBeLessThanOrEqual(3);
  const found = await tagsOn(form);
  expect(found).toEqual(names.filter((_, n) => done[n] === "tagged"));
  expect(found.length).toBeLessThanOrEqual(MAX_TAGS);
  const twice = await Promise.all(["Same", "same", "SAME"].map((name) => tag([form], name)));
  expect(new Set(twice).size).toBe(1);
});

test("a form that comes back from the bin has its tags again, and a deleted one leaves none behind", async () => {
  const { tag, tags, list, db, owner, time, publishMany, ...parts } = await world();
  const [binned, deleted] = await publishMany(2);
  await tag([binned], "A");
  await tag([binned, deleted!], "B");
  await putIntoBin(parts, owner.id, binned, time.now);
  expect([await tags(), (await list("B")).ids]).toEqual([["B"], [deleted]]);
  expect(await tag([binned], "C")).toBe("none");
  await bringBackForm(parts, owner.id, binned, time.now);
  expect(await tags()).toEqual(["A", "B"]);
  await deleteForm(parts, owner.id, deleted!, time.now);
  await removeForm(parts, deleted!);
  expect(await db.selectFrom("form_tags").select(["form_id", "tag"]).orderBy("tag").execute()).toEqual([
    { form_id: binned, tag: "A" },
    { form_id: binned, tag: "B" },
  ]);
});
