/** Tests who sees and ends the shares of a form, and the deletion of a shared form. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { SharePermission } from "../../../generated/types.ts";
import { openFileStore } from "../../platform/files/store.ts";
import { newId } from "../../platform/ids.ts";
import { beginRemoval, removeDeletedForm } from "../../test/support/deletion-worker.ts";
import { DAY_MS, refusal, start, startProcess } from "../../test/support/domain.ts";
import { deleteForm } from "../delete.ts";
import { directories } from "../directory/directories.ts";
import { accessibleForm } from "../forms.ts";
import { shareForm } from "./share.ts";
import { listShares, unshareForm } from "./shares.ts";

/** A form of ada: shared with an account for each permission, and with bob; eve has no access. */
async function shared() {
  const service = await startProcess();
  const files = await openFileStore(service.folder);
  const ada = await service.account();
  const form = await service.create(ada);
  const people = {
    owner: ada,
    admin: await service.account("admin@example.org"),
    edit: await service.account("edit@example.org"),
    view: await service.account("view@example.org"),
    bob: await service.account("bob@example.org"),
    stranger: await service.account("eve@example.org"),
  };
  for (const permission of ["admin", "edit", "view"] as const)
    await shareForm(service, ada.id, form.id, { email: people[permission].email, permission });
  const share = (permission: SharePermission) =>
    shareForm(service, ada.id, form.id, { email: people.bob.email, permission });
  await share("view");
  return {
    ...service,
    files,
    form,
    people,
    share,
    unshare: (by: keyof typeof people, email: string) => unshareForm(service, people[by].id, form.id, email),
    access: async (who: keyof typeof people) =>
      (await accessibleForm(service.storage.db, people[who].id, form.id))?.access,
    shares: (by: keyof typeof people) => listShares(service.storage, people[by].id, form.id),
  };
}

test("owner and admins see every share, others their own, strangers nothing", async () => {
  const { shares } = await shared();
  const all = ["admin@example.org", "bob@example.org", "edit@example.org", "view@example.org"];
  const emails = async (by: Parameters<typeof shares>[0]) => (await shares(by)).map(({ email }) => email);
  expect(await emails("owner")).toEqual(all);
  expect(await emails("admin")).toEqual(all);
  expect(await emails("edit")).toEqual(["edit@example.org"]);
  expect(await emails("view")).toEqual(["view@example.org"]);
  await expect(shares("stranger")).rejects.toEqual(refusal("not_found"));
  expect((await shares("owner"))[0]).toEqual({
    email: "admin@example.org",
    permission: "admin",
    created_at: start.toISOString(),
    invited: false,
    isByFolder: false,
  });
});

test.for([
  ["owner", "ended"],
  ["admin", "ended"],
  ["edit", "forbidden"],
  ["view", "forbidden"],
  ["bob", "ended"],
  ["stranger", "not_found"],
] as const)("%s takes bob's access away: %s", async ([by, outcome]) => {
  const { unshare, access, storage, people, form } = await shared();
  const before = (await directories(storage.db).of(people.bob.id)).search(form.title, 5);
  expect(before).toHaveLength(1);
  const answer = await unshare(by, "Bob@Example.org").catch((error) => error.code);
  expect(answer).toBe(outcome);
  expect(await access("bob")).toBe(outcome === "ended" ? undefined : "view");
  const after = (await directories(storage.db).of(people.bob.id)).search(form.title, 5);
  expect(after).toHaveLength(outcome === "ended" ? 0 : 1);
  if (outcome === "ended" && by !== "bob") expect(await unshare(by, "bob@example.org")).toBe("unchanged");
});

test("answers are equal for addresses with and without an account", async () => {
  const { unshare, access } = await shared();
  for (const email of ["eve@example.org", "nobody@example.org", "no address"]) {
    expect(await unshare("owner", email)).toBe("unchanged");
    await expect(unshare("edit", email)).rejects.toEqual(refusal("forbidden"));
    await expect(unshare("stranger", email)).rejects.toEqual(refusal("not_found"));
  }
  // The owner's own access is no share.
  expect(await unshare("admin", "ada@example.org")).toBe("unchanged");
  expect(await access("owner")).toBe("owner");
});

test("access ends after the trial of the owner, too", async () => {
  const { unshare, access, time } = await shared();
  time.now = new Date(start.getTime() + 30 * DAY_MS);
  expect(await unshare("owner", "bob@example.org")).toBe("ended");
  expect(await access("bob")).toBeUndefined();
});

test.for([
  ["owner", undefined],
  ["admin", "forbidden"],
  ["edit", "forbidden"],
  ["view", "forbidden"],
  ["stranger", "not_found"],
] as const)("%s deletes the form: %s", async ([by, code]) => {
  const { storage, files, form, people, access } = await shared();
  const answer = await deleteForm({ storage, files }, people[by].id, form.id, new Date()).catch(
    (error) => error.code,
  );
  expect(answer).toBe(code ?? form.title);
  expect(await access("owner")).toBe(code === undefined ? undefined : "owner");
});

test("a deleted form leaves no row and no file, and other forms keep theirs", async () => {
  const { storage, files, form, people, create, list } = await shared();
  const other = await create(people.owner);
  for (const { id } of [form, other]) await answerForm(storage, files, id);
  const keysBefore = await keysOf(files);
  expect(keysBefore).toHaveLength(6);
  await deleteForm({ storage, files }, people.owner.id, form.id, start);
  const seen = await list(people.owner);
  expect([seen.totalCount, seen.forms.map(({ id }) => id)]).toEqual([1, [other.id]]);
  const parts = { storage, files, clock: () => start };
  await beginRemoval(parts, form.id);
  await removeDeletedForm(parts);
  expect(await storage.db.selectFrom("forms").select("id").execute()).toEqual([{ id: other.id }]);
  // The jobs for mails about shares end by themselves.
  const jobs = await storage.db.selectFrom("jobs").select("kind").execute();
  expect(jobs.filter(({ kind }) => kind !== "share_mail")).toEqual([]);
  expect(await keysOf(files)).toHaveLength(3);
  for (const table of [
    "form_versions",
    "form_shares",
    "form_invitations",
    "responses",
    "fills",
    "exports",
  ] as const) {
    const rows = await storage.db.selectFrom(table).select("form_id").execute();
    expect(rows.filter(({ form_id }) => form_id === form.id)).toEqual([]);
  }
  expect(await storage.db.selectFrom("files").select("id").execute()).toHaveLength(2);
  for (const who of Object.values(people)) {
    const found = (await directories(storage.db).of(who.id)).search(form.title, 5);
    expect(found.map(({ id }) => id)).not.toContain(form.id);
  }
});

type Parts = Awaited<ReturnType<typeof shared>>;

/** A response and an unfinished fill, each with a file, and an export. */
async function answerForm(storage: Parts["storage"], files: Parts["files"], formId: string) {
  const at = start.toISOString();
  const put = () => files.put(Readable.from([Buffer.from("bytes")]));
  const [response, fill] = [newId("rsp"), newId("fill")];
  await storage.db
    .insertInto("responses")
    .values({
      id: response,
      form_id: formId,
      form_version: 1,
      status: "verified",
      language: "en",
      email: "r@example.org",
      answers: "{}",
      submitted_at: at,
      verified_at: at,
    })
    .execute();
  await storage.db
    .insertInto("fills")
    .values({ id: fill, form_id: formId, form_version: 1, given: "{}", response_id: null, updated_at: at })
    .execute();
  for (const owner of [{ response_id: response }, { fill_id: fill }]) {
    await storage.db
      .insertInto("files")
      .values({
        id: newId("file"),
        field_id: "upload",
        position: 0,
        name: "a.txt",
        size_bytes: 5,
        content_type: "text/plain",
        storage_key: await put(),
        created_at: at,
        ...owner,
      })
      .execute();
  }
  await storage.db
    .insertInto("exports")
    .values({
      id: newId("exp"),
      form_id: formId,
      storage_key: await put(),
      file_name: "a.csv",
      content_type: "text/csv",
      created_at: at,
    })
    .execute();
}

async function keysOf(files: Parts["files"]): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list()) keys.push(key);
  return keys;
}
