/** The pages about versions of a form, in a browser without scripts: who made them, with what, what changed, and the way back. */
import { expect, test } from "vitest";
import type { FormStructure, SharePermission } from "../../../../generated/types.ts";
import { ensureAccount } from "../../../accounts/accounts.ts";
import { createTokens } from "../../../accounts/tokens/tokens.ts";
import { shareForm } from "../../../forms/sharing/share.ts";
import { answeredForm } from "../../../test/support/answered-form.ts";
import { editors, small } from "../../../test/support/editors.ts";
import type { OwnerBrowser } from "../../../test/support/owner.ts";
import type { Page } from "../../../test/support/visitor.ts";

const titled = (title: string): FormStructure => ({ ...small, title: { en: title } });

async function world(isPublished = false) {
  const service = await editors();
  const { storage, now, create, call } = service;
  const id = await create(small, isPublished);
  const path = `/forms/${id}/versions`;
  const parts = { storage, clock: now };
  /** Changes the form by an agent, whose account can be another one. */
  async function change(structure: FormStructure, name = "Claude", email = "ada@example.org") {
    const account = await ensureAccount(storage.db, email, "trial", now());
    const wish = { name, scopes: ["forms:read", "forms:write"], expiresInDays: undefined };
    const [made] = await createTokens(storage.db, account, wish, 1, now());
    const result = await call(made!.token, "service_update_form", { form_id: id, structure });
    expect(result.isError, result.content[0]?.text).not.toBe(true);
  }
  const share = (email: string, permission: SharePermission) =>
    shareForm(parts, service.accountId, id, { email, permission });
  const back = (browser: OwnerBrowser, page: Page, version = 1) =>
    browser.send(page, `${path}/${version}/back`);
  return { ...service, id, path, change, share, back };
}

/** The text of each row of the list. */
function rowsOf({ html }: Page): string[] {
  const [, list = ""] = /<ul class="rows versions">(.*)<\/main>/s.exec(html) ?? [];
  const rows = list.split(/<h3>/).slice(1);
  return rows.map((row) =>
    row
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

test("lists versions, newest first, with author, tool, time and changes in words", async () => {
  const { ada, id, path, change } = await world();
  await change(titled("Winter school"), "Claude <b>");
  const page = await ada.open(`/forms/${id}/edit`);
  const [first] = small.pages;
  const more = { ...titled("Winter school"), pages: [first!] };
  await ada.send(page, `/forms/${id}/edit`, { structure: JSON.stringify(more) });
  const [third, second, one, ...rest] = rowsOf(await ada.open(path));
  expect(third).toMatch(
    /^Version 3 Present version .* UTC · ada@example.org, in the browser The page .* is deleted\./,
  );
  expect(second).toMatch(
    /^Version 2 .*ada@example.org, through an agent with the token “Claude &lt;b&gt;” New text: Title\./,
  );
  expect(one).toMatch(/^Version 1 .* in the browser The form was created\. Open/);
  expect(rest).toEqual([]);
  for (const address of [`/forms/${id}`, `/forms/${id}/edit`, `/forms/${id}/preview`])
    expect((await ada.open(address)).html).toContain(`href="${path}"`);
});

test("goes back to a version of a draft as a new version", async () => {
  const { ada, path, change, back, stored, id } = await world();
  await change(titled("Winter school"));
  const compared = await ada.open(`${path}/1/compare`);
  expect(compared.html).toContain("The form becomes again as it was in this version.");
  const page = await back(ada, compared);
  expect([page.status, new URL(page.url).pathname]).toEqual([200, path]);
  expect(page.html).toContain("The form is again as it was in this version.");
  expect(rowsOf(page).map((row) => row.slice(0, 9))).toEqual(["Version 3", "Version 2", "Version 1"]);
  expect(await stored(id)).toEqual(small);
});

test("makes a version of a published form an unpublished change, and loses none that is there already", async () => {
  const { ada, path, change, back, stored, id, storage } = await world(true);
  await change(titled("Winter school"));
  const compared = await ada.open(`${path}/1/compare`);
  const page = await back(ada, compared);
  expect(new URL(page.url).pathname).toBe(`/forms/${id}`);
  expect(page.html).toContain("The earlier version is an unpublished change now.");
  const pending = async () => storage.db.selectFrom("pending_changes").selectAll().execute();
  expect((await pending()).map(({ structure }) => JSON.parse(structure))).toEqual([small]);
  expect((await stored(id)).title).toEqual({ en: "Winter school" });
  await change(titled("Spring school"));
  const kept = await pending();
  const again = await ada.open(`${path}/2/compare`);
  expect(again.html).toContain("The form has unpublished changes, which would be lost.");
  expect(again.html).not.toContain(`action="${path}/2/back"`);
  // Another window, which was open before the changes were kept.
  const late = await back(ada, compared);
  expect([late.status, await pending()]).toEqual([422, kept]);
  expect(late.html).toContain("would be lost");
});

test("begins with the changes that are not published: who, by what, when, and the way to see and publish them", async () => {
  const { ada, signIn, id, path, change, back, share, storage } = await world(true);
  await change(titled("Winter school"));
  const friend = await signIn("friend@example.org");
  const editor = await signIn("editor@example.org");
  await share("friend@example.org", "admin");
  await share("editor@example.org", "edit");
  expect(rowsOf(await ada.open(path))[0]).toMatch(/^Version 2 Present version/);
  await back(friend, await friend.open(`${path}/1/compare`));
  const page = await ada.open(path);
  const [kept, present, first, ...rest] = rowsOf(page);
  expect(kept).toMatch(
    /^Unpublished changes .* UTC · friend@example.org, in the browser New text: Title\. Open/,
  );
  expect([present, first, rest]).toEqual([
    expect.stringMatching(/^Version 2 Present version/),
    expect.stringMatching(/^Version 1 /),
    [],
  ]);
  // The text in brackets is read by screen readers.
  expect(page.html).toContain(
    `<a href="/forms/${id}/preview">Open<span class="vh">: Unpublished changes</span></a>`,
  );
  expect(page.html).toContain(`<a href="/forms/${id}#changes">Publish changes</a>`);
  expect(rowsOf(await editor.open(path))[0]).toContain("another person with access, in the browser");
  expect(rowsOf(await ada.open(`${path}?before=2`))[0]).toMatch(/^Version 1 /);
  await storage.db.updateTable("pending_changes").set({ account_id: null }).execute();
  for (const browser of [ada, editor])
    expect(rowsOf(await browser.open(path))[0]).toMatch(/UTC · author unknown New text/);
  await ada.send(await ada.open(`/forms/${id}`), `/forms/${id}/changes`, { action: "publish" });
  const published = rowsOf(await ada.open(path));
  expect([published.length, published[0]]).toEqual([3, expect.stringMatching(/^Version 3 Present version/)]);
});

test("sends nothing that the page has not shown: a form that was changed meanwhile stays", async () => {
  const { ada, path, change, back, stored, id } = await world();
  await change(titled("Winter school"));
  const compared = await ada.open(`${path}/1/compare`);
  await change(titled("Spring school"));
  const page = await back(ada, compared);
  expect(page.status).toBe(422);
  expect(page.html).toContain("The form was changed meanwhile.");
  expect((await stored(id)).title).toEqual({ en: "Spring school" });
});

/** A form with responses whose version 2 is this one. */
async function answeredSince(later: FormStructure) {
  const service = await editors();
  const { form, respond } = await answeredForm(service, small);
  const { token } = await service.mint();
  await service.call(token, "service_update_form", { form_id: form.id, structure: later });
  await respond({ name: "Alan" });
  const path = `/forms/${form.id}/versions/1`;
  return { ...service, form, path, page: await service.ada.open(`${path}/compare`) };
}

test("going back retires what came since, because responses may have answers to it", async () => {
  const [one, two] = small.pages;
  const email = { id: "mail", type: "email", label: { en: "Your address" } } as const;
  const more: FormStructure = { ...small, pages: [one!, { ...two!, fields: [...two!.fields, email] }] };
  const { ada, path, page, form, storage, stored } = await answeredSince(more);
  expect(page.html).toContain("Your address");
  expect(page.html).not.toContain("It is not possible");
  expect((await ada.send(page, `${path}/back`)).status).toBe(200);
  const pending = await storage.db.selectFrom("pending_changes").selectAll().execute();
  const structures = [...pending.map(({ structure }) => JSON.parse(structure)), await stored(form.id)];
  expect(structures[0].pages[1].fields.at(-1)).toEqual({ ...email, retired: true });
});

test("explains in words what responses forbid, and copies the version instead", async () => {
  const [one, two] = small.pages;
  const [first, ...others] = one!.fields;
  const changed = { id: first!.id, type: "date", label: first!.label } as const;
  const later: FormStructure = { ...small, pages: [{ ...one!, fields: [changed, ...others] }, two!] };
  const service = await editors();
  const { form, respond } = await answeredForm(service, later);
  const { token } = await service.mint();
  const path = `/forms/${form.id}/versions/1`;
  await service.call(token, "service_update_form", { form_id: form.id, structure: small });
  await respond({ [others[0]?.id ?? "name"]: "Alan" });
  const page = await service.ada.open(`${path}/compare`);
  expect(page.html).toContain("This would break responses that the form has, so nothing was changed.");
  expect(page.html).not.toContain(`action="${path}/back"`);
  // The same, if the response came after the page was opened.
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(page.html) ?? [];
  const headers = {
    cookie: `session=${service.ada.cookie("session")}; csrf=${service.ada.cookie("csrf") ?? ""}`,
    origin: service.publicUrl,
  };
  const body = new URLSearchParams({ csrf, revision: "2" });
  const sent = await fetch(`${service.publicUrl}${path}/back`, { method: "POST", body, headers });
  expect([sent.status, await sent.text()]).toEqual([
    422,
    expect.stringContaining("This would break responses"),
  ]);
  expect(await service.stored(form.id)).toEqual(small);
  const copy = await service.ada.send(page, `${path}/copy`);
  const [, id = ""] = /forms\/(frm_\w+)/.exec(copy.url) ?? [];
  expect(id).not.toBe(form.id);
  expect((await service.stored(id)).pages).toEqual(later.pages);
});

test("shows a version as respondents saw it, page by page, and stores nothing", async () => {
  const { ada, path, change, storage } = await world();
  await change(titled("Winter school"));
  const page = await ada.open(`${path}/1`);
  expect(page.html).toContain("Summer school</h1>");
  expect(page.html).toContain("Nothing that you enter is sent or stored.");
  expect(page.html).not.toContain("Keep as a test response");
  const action = /<form[^>]*action="([^"]*\/versions\/1\?[^"]*)"/.exec(page.html)![1]!;
  const next = await ada.send(page, action, { go: "next", "a.name": "Ada" });
  expect([next.status, next.html]).toEqual([200, expect.stringContaining("Notes")]);
  const end = await ada.send(next, action, { go: "send" });
  expect(end.html).toContain("The end of the preview");
  expect(end.html).not.toContain("Keep as a test response");
  expect(await storage.db.selectFrom("responses").select("id").execute()).toEqual([]);
  expect((await ada.open(`${path}/9`)).status).toBe(404);
});

test("only accounts that may edit see versions; editors see no addresses that sharing hides", async () => {
  const { signIn, id, path, change, share, ada, browser } = await world();
  const people = ["view", "edit", "admin"] as const;
  const [viewer, editor, admin] = [
    await signIn("view@example.org"),
    await signIn("edit@example.org"),
    await signIn("admin@example.org"),
  ];
  for (const permission of people) await share(`${permission}@example.org`, permission);
  await change(titled("Winter school"), "Agent of an admin", "admin@example.org");
  const eve = await signIn("eve@example.org");
  for (const address of [path, `${path}/1`, `${path}/1/compare`]) {
    const [missing, other] = [
      await eve.open("/forms/frm_0000000000000000000000/versions"),
      await eve.open(address),
    ];
    expect([other.status, other.html]).toEqual([404, missing.html]);
    const refused = await viewer.open(address);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain("Your access to this form does not allow this.");
    expect(refused.html).not.toContain("Version 1");
    expect(new URL((await browser().open(address)).url).pathname).toBe("/sign-in");
  }
  expect((await viewer.open(`/forms/${id}`)).html).not.toContain(`href="${path}"`);
  for (const one of [ada, admin])
    expect(rowsOf(await one.open(path))[0]).toContain(
      "admin@example.org, through an agent with the token “Agent of an admin”",
    );
  const [second, first] = rowsOf(await editor.open(path));
  expect(second).toContain("another person with access, through an agent New text");
  expect(first).toContain("ada@example.org, in the browser");
  const own = await editor.open(`${path}/1/compare`);
  expect((await editor.send(own, `${path}/1/back`)).status).toBe(200);
  expect(rowsOf(await ada.open(path))[0]).toContain("edit@example.org, in the browser");
});

test("an archived form shows its versions, and stays as it is", async () => {
  const { ada, id, path, change, back, storage } = await world();
  await change(titled("Winter school"));
  const before = await ada.open(`${path}/1/compare`);
  await storage.db.updateTable("forms").set({ status: "archived" }).where("id", "=", id).execute();
  expect(rowsOf(await ada.open(path))).toHaveLength(2);
  const page = await ada.open(`${path}/1/compare`);
  expect(page.html).toContain("An archived form stays as it is.");
  expect((await back(ada, before)).status).toBe(422);
});

test("authors of versions from before they were recorded, and of deleted accounts, are unknown", async () => {
  const { ada, path, storage } = await world();
  await storage.db.deleteFrom("version_authors").execute();
  expect(rowsOf(await ada.open(path))).toEqual([
    expect.stringContaining("· author unknown The form was created."),
  ]);
});

test("of a thousand versions, a page reads only the structures that it shows", async () => {
  const { ada, id, path, storage, now } = await world();
  const rows = Array.from({ length: 999 }, (_, n) => ({
    form_id: id,
    version: n + 2,
    structure: JSON.stringify(titled(`School ${n + 2}`)),
    created_at: now().toISOString(),
  }));
  await storage.db.insertInto("form_versions").values(rows).execute();
  await storage.db.updateTable("forms").set({ version: 1_000 }).where("id", "=", id).execute();
  // A page that read this one would fail.
  await storage.db.updateTable("form_versions").set({ structure: "{" }).where("version", "=", 500).execute();
  const first = await ada.open(path);
  const rowsOfFirst = rowsOf(first);
  expect([rowsOfFirst.length, rowsOfFirst[0]]).toEqual([20, expect.stringMatching(/^Version 1000 Present/)]);
  const next = await ada.open(/href="([^"]+\?before=981)"/.exec(first.html)![1]!);
  expect(rowsOf(next)[0]).toMatch(/^Version 980 /);
  expect(next.html).toContain("Show the newest versions");
  // Versions between are removed after a while; changes are then those since the version that is kept.
  await storage.db.deleteFrom("form_versions").where("version", ">", 5).where("version", "<", 995).execute();
  const gap = rowsOf(await ada.open(path));
  expect(gap.find((row) => row.startsWith("Version 995"))).toContain(
    "These are the changes since version 5:",
  );
  expect((await ada.open(`${path}?before=1`)).html).toContain("There are no older versions.");
  expect(rowsOf(await ada.open(`${path}?before=x`))).toHaveLength(gap.length);
});
