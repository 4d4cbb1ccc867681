import { expect, test } from "vitest";
import { directories } from "../../forms/directory/directories.ts";
import { findFormsByName } from "../../forms/find.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { updateForm } from "../../forms/update/update.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { startProcess } from "../../test/support/domain.ts";
import { addTextField, oneField } from "../../test/support/one-field-form.ts";

async function searching(folder = dataDir()) {
  const service = await startProcess(folder);
  const index = directories(service.storage.db);
  const find = async (account: { id: string }, name: string) =>
    (await findFormsByName(service.storage.db, index, account.id, name)).map(({ title }) => title);
  const rename = (account: { id: string }, formId: string, title: string) =>
    updateForm(
      { ...service, editForm: addTextField },
      account.id,
      { formId, edit: { structure: oneField(title, ["en"]) }, expectedRevision: undefined, dryRun: false },
      AbortSignal.timeout(10_000),
    );
  return { ...service, find, rename };
}

test("finds own and shared forms, best first, and no others", async () => {
  const { account, create, find, storage, clock } = await searching();
  const [ada, bob] = [await account(), await account("bob@example.org")];
  for (const title of ["Event registration", "Course registration", "Lunch"]) await create(ada, { title });
  await create(bob, { title: "Secret event" });
  expect(await find(ada, "evnt registration")).toEqual(["Event registration", "Course registration"]);
  expect(await find(bob, "registration")).toEqual([]);
  const lunch = await create(ada, { title: "Event lunch" });
  await shareForm({ storage, clock }, ada.id, lunch.id, { email: bob.email, permission: "view" });
  expect(await find(bob, "event")).toEqual(["Event lunch", "Secret event"]);
});

test("lists at most five forms, latest change first for equal titles", async () => {
  const { account, create, find, storage, time } = await searching();
  const ada = await account();
  for (let n = 0; n < 8; n += 1) {
    time.now = new Date(time.now.getTime() + 1_000);
    await create(ada, { title: "Survey", prompt: `${n}` });
  }
  const found = await findFormsByName(storage.db, directories(storage.db), ada.id, "survey");
  const times = found.map(({ updated_at }) => updated_at);
  expect([times.length, times]).toEqual([5, [...times].sort().reverse()]);
  expect(await find(ada, "survey")).toHaveLength(5);
});

test("finds forms created, renamed or shared by another process at once", async () => {
  const one = await searching();
  const two = await searching(one.folder);
  const [ada, bob] = [await one.account(), await one.account("bob@example.org")];
  const form = await one.create(ada, { title: "Zebra" });
  expect(await two.find(ada, "zebra")).toEqual(["Zebra"]);
  expect(await two.find(bob, "zebra")).toEqual([]);
  await shareForm(one, ada.id, form.id, { email: bob.email, permission: "edit" });
  expect(await two.find(bob, "zebra")).toEqual(["Zebra"]);
  await one.rename(bob, form.id, "Giraffe");
  for (const account of [ada, bob]) {
    expect(await two.find(account, "zebra")).toEqual([]);
    expect(await two.find(account, "giraffe")).toEqual(["Giraffe"]);
  }
});

test("a process that missed more changes than the log keeps reads everything again", async () => {
  const { account, create, find, storage } = await searching();
  const ada = await account();
  await create(ada, { title: "First" });
  expect(await find(ada, "first")).toEqual(["First"]);
  await create(ada, { title: "Second" });
  await storage.db.deleteFrom("directory_changes").execute();
  expect(await find(ada, "second")).toEqual(["Second"]);
});

test("searches at the same time while forms are made find each of them", async () => {
  const { account, create, find } = await searching();
  const ada = await account();
  const titles = "Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel".split(" ");
  await Promise.all(
    titles.map(async (title) => {
      await create(ada, { title });
      expect(await find(ada, title)).toEqual([title]);
    }),
  );
});
