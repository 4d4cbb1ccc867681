/** Tests who can access the forms of a shared folder, on both engines: members, their permission, moves, and how access ends. */
import { expect, test } from "vitest";
import { type Account, ensureAccount } from "../../accounts/accounts.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { countBelongings, deleteAccount } from "../../responses/retention/delete-account.ts";
import { refusal, startProcess } from "../../test/support/domain.ts";
import { bringBackForm, putIntoBin } from "../bin/bin.ts";
import { directories } from "../directory/directories.ts";
import { folderLabel, foldersOf, listFolders, removeFolder, renameFolder } from "../folders/folders.ts";
import { moveForms } from "../folders/move-forms.ts";
import { accessibleForm } from "../forms.ts";
import { endMembership, listMembers } from "./folder-members.ts";
import { acceptInvitations } from "./invitations.ts";
import { shareForm } from "./share.ts";
import { shareFolder, shareFolderOrInvite } from "./share-folder.ts";
import { listAccess } from "./shares.ts";

type Permission = "view" | "edit" | "admin";

/** Ada's folder with one of her forms. Bob, Cleo and Eve have no access yet. */
async function world() {
  const service = await startProcess();
  const { storage, create, account, time } = service;
  const { db } = storage;
  const people = {
    ada: await account(),
    bob: await account("bob@example.org"),
    cleo: await account("cleo@example.org"),
    eve: await account("eve@example.org"),
  };
  const { ada } = people;
  const form = await create(ada, { title: "Sports day" });
  const move = (by: Account, ids: readonly string[], name?: string) => moveForms(service, by.id, ids, name);
  await move(ada, [form.id], "Club");
  const [{ id: folder } = { id: "" }] = await listFolders(db, ada.id);
  const titles = directories(db);
  const files = await openFileStore(service.folder);
  return {
    ...service,
    files,
    ...people,
    db,
    form,
    folder,
    titles,
    move,
    share: (who: Account, permission: Permission, by = ada) =>
      shareFolder(service, by.id, folder, { email: who.email, permission }),
    end: (who: Account, by: Account) => endMembership(service, by.id, folder, who.email),
    access: async (who: Account, id = form.id) => (await accessibleForm(db, who.id, id))?.access,
    labels: async (who: Account, ids: readonly string[]) =>
      new Map([...(await foldersOf(db, who.id, ids))].map(([id, folder]) => [id, folderLabel(folder)])),
    folders: async (who: Account) =>
      (await listFolders(db, who.id)).map(({ name, access }) => [name, access]),
    seen: async (who: Account) => (await service.list(who)).forms.map(({ title, access }) => [title, access]),
    found: async (who: Account) => (await titles.of(who.id)).search("Sports day", 5).length > 0,
    bin: (who = ada, id = form.id) => putIntoBin({ storage, files }, who.id, id, time.now),
    back: (who = ada, id = form.id) => bringBackForm(service, who.id, id, time.now),
  };
}

test("a member has the permission of the folder on each form in it, also on later ones, until the form leaves it", async () => {
  const { share, access, ada, bob, eve, create, move, folders, seen, found } = await world();
  expect(await found(bob)).toBe(false);
  for (const permission of ["view", "edit", "admin"] as const) {
    await share(bob, permission);
    expect([await access(bob), await folders(bob)]).toEqual([permission, [["Club", permission]]]);
  }
  const later = await create(ada, { title: "Later" });
  await move(ada, [later.id], "Club");
  expect((await seen(bob)).toSorted()).toEqual([
    ["Later", "admin"],
    ["Sports day", "admin"],
  ]);
  expect(await found(bob)).toBe(true);
  await move(ada, [later.id]);
  expect([await access(bob, later.id), await seen(bob)]).toEqual([undefined, [["Sports day", "admin"]]]);
  await move(ada, [later.id], "Private");
  expect([await access(bob, later.id), await seen(eve)]).toEqual([undefined, []]);
});

test.for([
  ["view", "edit", "edit"],
  ["edit", "view", "edit"],
  ["admin", "view", "admin"],
  ["view", "view", "view"],
] as const)("a share for %s and a folder for %s are access for %s, once", async ([own, folder, higher]) => {
  const { share, access, ada, bob, form, seen, end, storage, ...parts } = await world();
  await shareForm({ storage, clock: parts.clock }, ada.id, form.id, { email: bob.email, permission: own });
  await share(bob, folder);
  expect([await access(bob), await seen(bob)]).toEqual([higher, [["Sports day", higher]]]);
  expect((await parts.list(bob, { query: "sports" })).totalCount).toBe(1);
  expect(await listAccess(storage, form.id)).toMatchObject([{ email: bob.email, permission: higher }]);
  await end(bob, ada);
  expect(await access(bob)).toBe(own);
});

test("an access that ends is ended in lists, searches and reads at once, and the form in the bin is nobody's", async () => {
  const { share, access, ada, bob, end, seen, found, folders, bin, back } = await world();
  await share(bob, "edit");
  expect([await found(bob), await access(bob)]).toEqual([true, "edit"]);
  await bin();
  expect([await found(bob), await access(bob), await seen(bob)]).toEqual([false, undefined, []]);
  await back();
  expect([await found(bob), await access(bob)]).toEqual([true, "edit"]);
  expect([await end(bob, ada), await end(bob, ada)]).toEqual(["ended", "unchanged"]);
  expect([await found(bob), await access(bob), await seen(bob), await folders(bob)]).toEqual([
    false,
    undefined,
    [],
    [],
  ]);
});

test("a member who may change forms puts own forms into the folder, and they leave it with the member", async () => {
  const { share, access, ada, bob, cleo, create, move, end, seen, folders, form, labels } = await world();
  const own = await create(bob, { title: "Bob's" });
  await share(bob, "view");
  await share(cleo, "view");
  expect(await move(bob, [own.id], "Club")).toBe("view_only");
  await share(bob, "edit");
  // The folder of another account is named by its label, or by its name if no own one has it.
  expect(await move(bob, [own.id], "Club (ada@example.org)")).toBe("moved");
  expect(await folders(bob)).toEqual([["Club", "edit"]]);
  expect([await access(ada, own.id), await access(cleo, own.id), await access(bob, own.id)]).toEqual([
    "admin",
    "view",
    "owner",
  ]);
  expect((await seen(ada)).toSorted()).toEqual([
    ["Bob's", "admin"],
    ["Sports day", "owner"],
  ]);
  expect(await labels(cleo, [own.id])).toEqual(new Map([[own.id, "Club (ada@example.org)"]]));
  // A form comes into a shared folder by its owner only: others would give access to what is not theirs.
  await move(bob, [own.id]);
  expect(await move(ada, [own.id], "Club")).toBe("none");
  expect(await move(bob, [form.id], "Club")).toBe("not_own");
  await move(bob, [own.id], "Club");
  expect(await move(bob, [form.id, own.id], "Bob's folder")).toBe("moved");
  expect([await access(bob), await access(ada, own.id)]).toEqual(["edit", undefined]);
  await move(bob, [own.id], "Club");
  // The owner of the folder may take it out.
  expect(await move(ada, [own.id])).toBe("moved");
  expect([await access(ada, own.id), await access(bob, own.id)]).toEqual([undefined, "owner"]);
  await move(bob, [own.id], "Club");
  expect(await end(bob, bob)).toBe("ended");
  expect([await access(ada, own.id), await access(cleo, own.id), await access(bob, own.id)]).toEqual([
    undefined,
    undefined,
    "owner",
  ]);
  expect(await move(bob, [own.id], "Club")).toBe("moved");
  expect(await folders(bob)).toEqual([
    ["Bob's folder", "owner"],
    ["Club", "owner"],
  ]);
});

test("a form in the bin leaves the folder with its owner", async () => {
  const { share, ada, bob, create, move, end, access, bin, back } = await world();
  const own = await create(bob, { title: "Bob's" });
  await share(bob, "edit");
  await move(bob, [own.id], "Club");
  await bin(bob, own.id);
  await end(bob, ada);
  await back(bob, own.id);
  expect([await access(ada, own.id), await access(bob, own.id)]).toEqual([undefined, "owner"]);
});

test("folders are shared by their owner and admins, ended by them, and left by everybody", async () => {
  const { share, end, ada, bob, cleo, eve, storage, folder } = await world();
  await expect(share(cleo, "view", eve)).rejects.toEqual(refusal("not_found"));
  await expect(end(bob, eve)).rejects.toEqual(refusal("not_found"));
  for (const permission of ["view", "edit"] as const) {
    await share(bob, permission);
    await expect(share(cleo, "view", bob)).rejects.toEqual(refusal("forbidden"));
    await expect(end(cleo, bob)).rejects.toEqual(refusal("forbidden"));
  }
  await share(bob, "admin");
  expect(await share(cleo, "view", bob)).toMatchObject({ result: "granted" });
  await expect(share(ada, "view", bob)).rejects.toEqual(refusal("invalid_input"));
  await expect(share(bob, "view", bob)).rejects.toEqual(refusal("invalid_input"));
  const emails = async (by: Account) =>
    (await listMembers(storage.db, by.id, folder)).map(({ email }) => email);
  expect([await emails(ada), await emails(bob), await emails(cleo)]).toEqual([
    ["bob@example.org", "cleo@example.org"],
    ["bob@example.org", "cleo@example.org"],
    ["cleo@example.org"],
  ]);
  // The owner's own access does not end.
  expect(await end(ada, bob)).toBe("unchanged");
  expect([await end(cleo, bob), await end(bob, bob)]).toEqual(["ended", "ended"]);
  // Only the owner renames and removes the folder.
  await share(bob, "admin");
  expect(await renameFolder({ storage }, bob.id, folder, "Taken over")).toBe("gone");
  expect(await removeFolder({ storage }, bob.id, folder)).toBe(false);
});

test("an invitation becomes a membership when the address has an account, and counts as a refusal of the day", async () => {
  const { storage, ada, folder, clock, form, db, time, access } = await world();
  const invited = { email: "new@example.org", permission: "edit" } as const;
  expect(await shareFolderOrInvite({ storage, clock }, ada.id, folder, invited)).toEqual({
    result: "invited",
  });
  await expect(shareFolder({ storage, clock }, ada.id, folder, invited)).rejects.toEqual(
    refusal("share_target_not_admin"),
  );
  expect(await db.selectFrom("share_refusals").select("refusals").execute()).toEqual([{ refusals: 2 }]);
  expect(await listAccess(storage, form.id)).toMatchObject([{ email: "new@example.org", invited: true }]);
  const account = await ensureAccount(db, "new@example.org", "trial", time.now);
  await db.transaction().execute((transaction) => acceptInvitations(transaction, account, time.now));
  expect(await access(account)).toBe("edit");
  expect(await listAccess(storage, form.id)).toMatchObject([{ email: "new@example.org", invited: false }]);
});

test("removing a folder or its owner's account keeps the forms of members, and ends the access of others", async () => {
  for (const end of ["folder", "account"] as const) {
    const { share, ada, bob, cleo, create, move, access, storage, folder, db, time, found, files } =
      await world();
    const own = await create(bob, { title: "Sports day of Bob" });
    await share(bob, "edit");
    await share(cleo, "view");
    await move(bob, [own.id], "Club");
    expect([await access(cleo, own.id), await found(cleo)]).toEqual(["view", true]);
    expect((await countBelongings(db, ada.id)).sharedForms).toBe(1);
    if (end === "folder") expect(await removeFolder({ storage }, ada.id, folder)).toBe(true);
    else await deleteAccount({ storage, files }, ada.id, time.now);
    expect([await access(bob, own.id), await access(cleo, own.id), await access(bob)]).toEqual([
      "owner",
      undefined,
      undefined,
    ]);
    expect(await found(cleo)).toBe(false);
    expect((await listFolders(db, cleo.id)).length).toBe(0);
    expect(await db.selectFrom("folder_members").select("folder_id").execute()).toEqual([]);
  }
});

test("the account of a member is deleted with its forms, and the folder stays", async () => {
  const { share, ada, bob, create, move, storage, time, seen, folders, db, files } = await world();
  const own = await create(bob, { title: "Bob's" });
  await share(bob, "admin");
  await move(bob, [own.id], "Club");
  await deleteAccount({ storage, files }, bob.id, time.now);
  expect([await seen(ada), await folders(ada)]).toEqual([[["Sports day", "owner"]], [["Club", "owner"]]]);
  const members = await db.selectFrom("folder_members").select("account_id").execute();
  expect(members).toEqual([{ account_id: ada.id }]);
});

test("a member who is removed while it moves a form in leaves no form behind", async () => {
  const { share, ada, bob, create, move, end, access } = await world();
  const forms = await Promise.all([1, 2, 3, 4].map((n) => create(bob, { title: `Bob's ${n}` })));
  await share(bob, "edit");
  await Promise.all([
    ...forms.map(({ id }) => move(bob, [id], "Club (ada@example.org)")),
    end(bob, ada),
    ...forms.map(({ id }) => move(bob, [id], "Club (ada@example.org)")),
  ]);
  for (const { id } of forms) expect(await access(ada, id)).toBeUndefined();
});
