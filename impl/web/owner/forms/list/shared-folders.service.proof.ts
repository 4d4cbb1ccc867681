/** Random shares, moves, departures and deletions by pages and tools: who can see what is as a simple model says, by tools and pages. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FormAccess, SharePermission } from "../../../../../generated/types.ts";
import { type OwnerBrowser, ownerPages } from "../../../../test/support/owner.ts";
import { failureCode } from "../../../../test/support/wire.ts";

const PEOPLE = ["ada", "bob", "cleo"] as const;
type Person = (typeof PEOPLE)[number];

/** The folders that there may be. */
const FOLDERS = [
  ["ada", "Red"],
  ["bob", "Blue"],
  ["ada", "Blue"],
] as const;

interface Form {
  readonly id: string;
  readonly owner: Person;
  readonly shares: Map<Person, SharePermission>;
  folder: Folder | undefined;
  /** The folders of accounts that it is in for them alone. */
  readonly aside: Map<Person, Folder>;
  isBinned: boolean;
}

interface Folder {
  readonly owner: Person;
  readonly name: string;
  readonly members: Map<Person, SharePermission>;
}

const RANKS = ["view", "edit", "admin"] as const;

/** The model: the rule of access in a few lines, without a database. */
function accessOf(person: Person, form: Form): FormAccess | undefined {
  if (form.isBinned) return undefined;
  if (form.owner === person) return "owner";
  // The owner of a folder manages the forms that members have put into it.
  const byFolder = form.folder?.owner === person ? "admin" : form.folder?.members.get(person);
  const permissions = [form.shares.get(person), byFolder];
  return RANKS.toReversed().find((one) => permissions.includes(one));
}

const mayManage = (access: FormAccess | undefined) => access === "owner" || access === "admin";

function folderAccess(person: Person, { owner, members }: Folder): FormAccess | undefined {
  return owner === person ? "owner" : members.get(person);
}

/** Commands of the model; each says what an account does with a form or a folder. */
const command = fc.record({
  what: fc.constantFrom(
    "move",
    "move",
    "move",
    "share",
    "share",
    "share",
    "unshare",
    "remove",
    "shareForm",
    "unshareForm",
    "bin",
    "restore",
  ),
  /** Most commands are of the owner, since those of others are often refused. */
  by: fc.constantFrom("owner", "owner", "owner", ...PEOPLE),
  form: fc.nat(3),
  /** The number behind the last folder means none. */
  folder: fc.nat(FOLDERS.length),
  other: fc.constantFrom(...PEOPLE),
  permission: fc.constantFrom(...RANKS),
});
type Wish = typeof command extends fc.Arbitrary<infer One> ? One : never;

interface Command extends Wish {
  readonly by: Person;
}

/** Each run begins with a shared folder that has a form of its owner and one of a member. */
const BEGINNING: readonly Wish[] = [
  { what: "move", by: "ada", form: 0, folder: 0, other: "bob", permission: "edit" },
  { what: "share", by: "ada", form: 0, folder: 0, other: "bob", permission: "edit" },
  { what: "share", by: "ada", form: 0, folder: 0, other: "cleo", permission: "view" },
  { what: "move", by: "bob", form: 2, folder: 0, other: "bob", permission: "edit" },
];

/** Says which account a command is of. */
function resolve(run: Run, wish: Wish): Command {
  const isOfFolder = ["share", "unshare", "remove"].includes(wish.what);
  const { owner } = isOfFolder ? folderOf(run, wish.folder) : run.forms[wish.form]!;
  return { ...wish, by: wish.by === "owner" ? owner : wish.by };
}

/** Three accounts with browsers and tokens, four forms, and what the model knows of them. */
async function startRun(service: Awaited<ReturnType<typeof ownerPages>>, run: number) {
  const emailOf = (person: Person) => `${person}${run}@example.org`;
  const browsers = new Map<Person, OwnerBrowser>();
  const tokens = new Map<Person, string>();
  for (const person of PEOPLE) {
    browsers.set(person, await service.signIn(emailOf(person)));
    tokens.set(person, (await service.mint({ email: emailOf(person) })).token);
  }
  const call = (person: Person, tool: string, values: object) =>
    service.call(tokens.get(person)!, tool, values);
  const forms: Form[] = [];
  for (const owner of ["ada", "ada", "bob", "cleo"] as const) {
    const made = await call(owner, "service_create_form", { prompt: "Name" });
    const id: string = made.structuredContent.form_id;
    forms.push({ id, owner, shares: new Map(), folder: undefined, aside: new Map(), isBinned: false });
  }
  async function post(person: Person, path: string, values: Record<string, string>) {
    const browser = browsers.get(person)!;
    const { html } = await browser.open("/settings/account");
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)![1]!;
    await fetch(service.publicUrl + path, {
      method: "POST",
      body: new URLSearchParams({ csrf, ...values }),
      headers: { Cookie: `session=${browser.cookie("session")}`, Origin: service.publicUrl },
      redirect: "manual",
    });
  }
  /** The path of a folder; of none, if the model has it no more. */
  async function pathOf({ owner, name }: Folder): Promise<string> {
    const row = await service.storage.db
      .selectFrom("folders")
      .innerJoin("accounts", "accounts.id", "folders.account_id")
      .select("folders.id")
      .where("accounts.email", "=", emailOf(owner))
      .where("folders.name", "=", name)
      .executeTakeFirst();
    return `/forms/folders/${row?.id ?? `fld_${"0".repeat(22)}`}`;
  }
  return { emailOf, browsers, call, forms, post, pathOf, folders: new Set<Folder>() };
}

type Run = Awaited<ReturnType<typeof startRun>>;

/** The folder that a number stands for, whether there is such a folder or not. */
function folderOf({ folders }: Run, number: number): Folder {
  const [owner, name] = FOLDERS[number % FOLDERS.length]!;
  for (const folder of folders) if (folder.owner === owner && folder.name === name) return folder;
  return { owner, name, members: new Map() };
}

async function move(run: Run, { by, form: at, folder: number }: Command): Promise<void> {
  const form = run.forms[at]!;
  const target = number === FOLDERS.length ? undefined : folderOf(run, number);
  // An account that is no member does not know the folder.
  if (target !== undefined && folderAccess(by, target) === undefined) return;
  const label =
    target && (target.owner === by ? target.name : `${target.name} (${run.emailOf(target.owner)})`);
  await run.post(by, "/forms/move", { form: form.id, name: label ?? "" });
  if (accessOf(by, form) === undefined) return;
  if (target === undefined) {
    form.aside.delete(by);
    if (form.owner === by || form.folder?.owner === by) form.folder = undefined;
    return;
  }
  if (folderAccess(by, target) === "view") return;
  if (form.owner !== by && target.members.size > 0) return;
  run.folders.add(target);
  if (form.owner === by) form.folder = target;
  else form.aside.set(by, target);
}

async function shareFolder(run: Run, { by, folder: number, other, permission }: Command): Promise<void> {
  const folder = folderOf(run, number);
  await run.post(by, `${await run.pathOf(folder)}/share`, { email: run.emailOf(other), permission });
  const mayShare = run.folders.has(folder) && mayManage(folderAccess(by, folder));
  if (mayShare && other !== folder.owner && other !== by) folder.members.set(other, permission);
}

async function unshareFolder(run: Run, { by, folder: number, other }: Command): Promise<void> {
  const folder = folderOf(run, number);
  await run.post(by, `${await run.pathOf(folder)}/unshare`, { email: run.emailOf(other) });
  const access = folderAccess(by, folder);
  if (!folder.members.has(other) || !(mayManage(access) || (by === other && access !== undefined))) return;
  folder.members.delete(other);
  for (const form of run.forms) if (form.owner === other && form.folder === folder) form.folder = undefined;
}

async function removeFolder(run: Run, { by, folder: number }: Command): Promise<void> {
  const folder = folderOf(run, number);
  await run.post(by, `${await run.pathOf(folder)}/remove`, {});
  if (folder.owner !== by || !run.folders.delete(folder)) return;
  for (const form of run.forms) {
    if (form.folder === folder) form.folder = undefined;
    for (const [person, aside] of form.aside) if (aside === folder) form.aside.delete(person);
  }
}

async function shareForm(run: Run, { by, form: at, other, permission }: Command): Promise<void> {
  const form = run.forms[at]!;
  await run.call(by, "service_share_form", { form_id: form.id, email: run.emailOf(other), permission });
  if (mayManage(accessOf(by, form)) && other !== form.owner && other !== by)
    form.shares.set(other, permission);
}

async function unshareForm(run: Run, { by, form: at, other }: Command): Promise<void> {
  const form = run.forms[at]!;
  await run.post(by, `/forms/${form.id}/unshare`, { email: run.emailOf(other) });
  const access = accessOf(by, form);
  if (mayManage(access) || (by === other && access !== undefined)) form.shares.delete(other);
}

async function putIntoBin(run: Run, { by, form: at }: Command): Promise<void> {
  const form = run.forms[at]!;
  await run.post(by, `/forms/${form.id}/delete`, {});
  if (form.owner === by) form.isBinned = true;
}

async function restore(run: Run, { by, form: at }: Command): Promise<void> {
  const form = run.forms[at]!;
  await run.post(by, `/forms/bin/${form.id}/restore`, {});
  if (form.owner === by) form.isBinned = false;
}

const ACTIONS: Readonly<Record<Command["what"], (run: Run, command: Command) => Promise<void>>> = {
  move,
  share: shareFolder,
  unshare: unshareFolder,
  remove: removeFolder,
  shareForm,
  unshareForm,
  bin: putIntoBin,
  restore,
};

/** The forms that an account sees by its tools and its pages. */
async function look(run: Run, person: Person) {
  const { structuredContent: listed } = await run.call(person, "service_list_forms", {});
  const access = new Map(
    listed.forms.map((form: { form_id: string; access: FormAccess }) => [form.form_id, form.access]),
  );
  const read: (string | undefined)[] = [];
  for (const { id } of run.forms) {
    const got = await run.call(person, "service_get_form", { form_id: id });
    read.push(got.isError ? failureCode(got) : got.structuredContent.access);
  }
  const browser = run.browsers.get(person)!;
  const { html } = await browser.open("/forms");
  const inFolders = new Map<string, string[]>();
  for (const [, folder, text] of html.matchAll(/<option value="(fld_\w+)"[^>]*>([^<]*)</g))
    inFolders.set(text!, shown((await browser.open(`/forms?folder=${folder}`)).html));
  return { access, total: listed.total_count, read, page: shown(html), inFolders };
}

function shown(html: string): string[] {
  return [...html.matchAll(/name="form" value="(frm_\w+)"/g)].map(([, id]) => id!).toSorted();
}

/** The forms that an account sees by the model. */
function expected(run: Run, person: Person) {
  const visible = run.forms.filter((form) => accessOf(person, form) !== undefined);
  const ids = (forms: readonly Form[]) => forms.map(({ id }) => id).toSorted();
  const folders = [...run.folders].filter((folder) => folderAccess(person, folder) !== undefined);
  // The page of an account without a form and without a shared folder offers to make one.
  const hasMenu = visible.length > 0 || folders.some(({ owner }) => owner !== person);
  return {
    access: new Map(visible.map((form) => [form.id, accessOf(person, form)])),
    total: visible.length,
    read: run.forms.map((form) => accessOf(person, form) ?? "not_found"),
    page: ids(visible),
    inFolders: new Map(
      (hasMenu ? folders : []).map((folder) => [
        folder.owner === person ? folder.name : `${folder.name} (${run.emailOf(folder.owner)})`,
        ids(visible.filter((form) => form.folder === folder || form.aside.get(person) === folder)),
      ]),
    ),
  };
}

test("after any shares, moves, departures and deletions, tools and pages show each account what the model says", async () => {
  const service = await ownerPages();
  let runs = 0;
  const seen = { access: 0, byFolder: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 20, size: "max" }), async (commands) => {
      runs += 1;
      const run = await startRun(service, runs);
      for (const wish of [...BEGINNING, ...commands]) {
        const one = resolve(run, wish);
        await ACTIONS[one.what](run, one);
        const actor = await look(run, one.by);
        expect([one, actor]).toEqual([one, expected(run, one.by)]);
      }
      for (const person of PEOPLE) {
        expect([person, await look(run, person)]).toEqual([person, expected(run, person)]);
        for (const form of run.forms) {
          if (form.owner !== person && accessOf(person, form) !== undefined) seen.access += 1;
          if (!form.isBinned && form.owner !== person && form.folder?.members.has(person)) seen.byFolder += 1;
        }
      }
    }),
    { numRuns: 20 },
  );
  // The commands reach shared folders, not the refusals alone.

  expect(seen.byFolder).toBeGreaterThan(5);
  expect(seen.access).toBeGreaterThan(seen.byFolder);
});
