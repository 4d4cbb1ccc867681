/** The owner's pages about forms, in a browser without scripts, and what strangers see of them. */
import { expect, test } from "vitest";
import { limits } from "../../../../generated/limits.ts";
import type { FormStructure } from "../../../../generated/types.ts";
import { DEMO_EMAIL } from "../../../accounts/demo-address.ts";
import { builtInEditor, builtInGenerator } from "../../../ai/built-in.ts";
import { shareForm } from "../../../forms/sharing/share.ts";
import { newId } from "../../../platform/ids.ts";
import { answeredForm } from "../../../test/support/answered-form.ts";
import { everyFieldForm } from "../../../test/support/every-field-form.ts";
import { type OwnerBrowser, ownerPages } from "../../../test/support/owner.ts";
import { everyField } from "../../../test/support/sample-forms.ts";
import type { EditorBoot } from "../../editor/boot.ts";

const start = () => ownerPages({ generateForm: builtInGenerator, editForm: builtInEditor });

type Service = Awaited<ReturnType<typeof start>>;

const PROMPT =
  "Registration for a summer school with name (required), email (required) and course (painting | music)";

async function make(browser: OwnerBrowser, prompt = PROMPT): Promise<string> {
  const made = await browser.send(await browser.open("/forms/new"), "/forms/new", { prompt });
  return /frm_\w+/.exec(made.url)![0];
}

const row = ({ storage }: Service, id: string) =>
  storage.db.selectFrom("forms").selectAll().where("id", "=", id).executeTakeFirst();

test("creates a form by a prompt, finds, publishes, pauses, protects, copies and deletes it without scripts", async () => {
  const service = await start();
  const ada = await service.signIn();
  const empty = await ada.open("/forms");
  expect(empty.html).toContain("You have no forms yet");
  const made = await ada.send(empty, "/forms/new", {
    prompt: PROMPT,
    languages: "de",
    default_language: "en",
  });
  const id = /frm_\w+/.exec(made.url)![0];
  expect(new URL(made.url).pathname).toBe(`/forms/${id}/edit`);
  expect(JSON.parse((await row(service, id))!.languages)).toEqual(["en", "de"]);

  const found = await ada.open("/forms?query=SUMMER&status=draft");
  expect(found.html).toContain(`/forms/${id}/edit`);
  expect(found.html).not.toContain("<script>");
  for (const query of ["?query=winter", "?status=published"])
    expect((await ada.open(`/forms${query}`)).html).toContain("No form matches");

  const act = async (action: string, entries: Record<string, string>) =>
    ada.send(
      await ada.open(`/forms/${id}${action === "status" ? "" : "/settings"}`),
      `/forms/${id}/${action}`,
      entries,
    );
  expect((await act("status", { action: "publish" })).html).toContain("takes answers");
  expect((await ada.open(`/f/${id}`)).status).toBe(200);
  await act("status", { action: "pause" });
  expect((await row(service, id))!.status).toBe("paused");
  expect((await act("password", { password: "abc" })).status).toBe(422);
  await act("password", { password: "open sesame" });
  expect((await row(service, id))!.password_hash).not.toBeNull();
  expect((await ada.open(`/forms/${id}/settings`)).html).toContain("Respondents need a password");
  const copied = await act("clone", { title: "Winter school" });
  expect(copied.html).toContain("Winter school");

  const deleted = await act("delete", {});
  expect(new URL(deleted.url).pathname).toBe("/forms");
  expect(deleted.html).not.toContain(`href="/forms/${id}`);
  for (const path of [`/forms/${id}`, `/f/${id}`]) expect((await ada.open(path)).status).toBe(404);
  const actions = service.logged.filter(({ event }) => event === "owner_action");
  expect(actions.map(({ action }) => action)).toEqual([
    "create",
    "status",
    "status",
    "password",
    "clone",
    "delete",
  ]);
});

test("the link of a draft shows it only to users with access, with Edit and Publish", async () => {
  const service = await start();
  const ada = await service.signIn();
  const id = await make(ada);
  const { owner_id } = (await row(service, id))!;
  const viewer = await service.signIn("viewer@example.org");
  const parts = { storage: service.storage, clock: service.now };
  await shareForm(parts, owner_id, id, { email: "viewer@example.org", permission: "view" });
  const eve = await service.signIn("eve@example.org");
  const shown = await ada.open(`/f/${id}`);
  expect(new URL(shown.url).pathname).toBe(`/forms/${id}/preview`);
  expect(shown.html).toContain("This is a draft");
  expect(shown.html).toContain(`href="/forms/${id}/edit"`);
  const seen = await viewer.open(`/f/${id}`);
  expect(seen.html).toContain("This is a draft");
  expect(seen.html).not.toContain(`action="/forms/${id}/status"`);
  const missing = await eve.open(`/f/${newId("frm")}`);
  for (const other of [eve, service.browser()]) {
    const { status, html } = await other.open(`/f/${id}`);
    expect([status, html]).toEqual([404, missing.html]);
  }
  const published = await ada.send(shown, `/forms/${id}/status`, { action: "publish" });
  expect(published.html).toContain("takes answers");
  expect(new URL((await ada.open(`/f/${id}`)).url).pathname).toBe(`/f/${id}`);
  expect((await ada.open(`/forms/${id}/preview`)).html).not.toContain("This is a draft");
});

test("the preview shows a form before it opens, and says when it opens", async () => {
  const service = await start();
  const ada = await service.signIn();
  const id = await make(ada);
  const shown = await ada.send(await ada.open(`/forms/${id}/edit`), `/forms/${id}/edit`, {
    prompt: "open the form on 1 May 2099",
  });
  await ada.send(shown, `/forms/${id}/edit`, {});
  const preview = await ada.open(`/forms/${id}/preview`);
  expect(preview.html).toContain(
    '<div lang="en"><p>It takes answers from 1\u00a0May 2099 at\u00a000:00 UTC.</p></div>',
  );
  expect(preview.html).toContain('value="painting"');
  await service.storage.db.updateTable("accounts").set({ time_zone: "Asia/Tokyo" }).execute();
  expect((await ada.open(`/forms/${id}/preview`)).html).toContain(
    "from 1\u00a0May 2099 at\u00a009:00 GMT+9.",
  );
  const settings = await ada.open(`/forms/${id}/settings`);
  expect(settings.html).toContain('value="2099-05-01T09:00"');
});

test("setting the present status is not an error, and refusals name the contact", async () => {
  const { service, ada, viewer, id, post } = await world();
  for (const action of ["publish", "publish", "pause", "pause"]) {
    const page = await post(ada, `/forms/${id}/status`, { action });
    expect([page.status, page.headers.get("location")]).toEqual([303, `/forms/${id}?done=${action}`]);
  }
  const { token } = await service.mint();
  const again = await service.call(token, "service_update_form", { form_id: id, status_action: "pause" });
  expect(again.content[0]?.text).toContain(
    "is paused already: nothing has to be done. It takes publish or archive.",
  );
  const refused = await (await post(viewer, `/forms/${id}/status`, { action: "publish" })).text();
  expect(refused).toContain("Ask the owner, ada@example.org, for more access.");
  await post(ada, `/forms/${id}/status`, { action: "archive" });
  const late = await (await post(ada, `/forms/${id}/status`, { action: "publish" })).text();
  expect(late).toContain("An archived form cannot be published again, but a copy of it can.");
  service.time.now = new Date(service.now().getTime() + 8 * 86_400_000);
  const ended = await (await post(ada, `/forms/${id}/password`, { remove: "yes" })).text();
  expect(ended).toContain("see the contact under Settings, Subscription");
});

test("the editor keeps the notes on unmet requests of a prompt, for users who may edit the form", async () => {
  const message = 'Nothing in the form comes from "S/M/L".';
  const service = await ownerPages({
    generateForm: async (...wish) => ({
      ...(await builtInGenerator(...wish)),
      warnings: [{ code: "not_understood", message }],
    }),
  });
  const ada = await service.signIn();
  const page = await ada.open("/forms");
  const made = await ada.send(page, "/forms/new", { prompt: PROMPT });
  const notes = ({ html }: { html: string }) => {
    const [, data] = /id="editor-data">(.*?)<\/script>/s.exec(html) ?? [];
    const { notes } = JSON.parse(data!) as EditorBoot;
    return notes.map(({ text }) => text);
  };
  expect(notes(made)).toEqual([message]);
  expect(made.html).toContain("<h2>Please check</h2>");
  const german = await ada.open(made.url, { "Accept-Language": "de" });
  expect(notes(german)).toEqual(["„S/M/L“ wurde nicht verstanden und steht nicht im Formular."]);
  const { pathname } = new URL(made.url);
  expect(notes(await ada.open(pathname))).toEqual([message]);
  const bob = await service.signIn("bob@example.org");
  const [, id = ""] = /(frm_\w+)/.exec(pathname) ?? [];
  const { owner_id } = (await row(service, id))!;
  const parts = { storage: service.storage, clock: service.now };
  await shareForm(parts, owner_id, id, { email: "bob@example.org", permission: "edit" });
  expect(notes(await bob.open(pathname))).toEqual([message]);
});

test("a repeated post creates one form, and a refused one keeps the entered text", async () => {
  const service = await start();
  const ada = await service.signIn();
  const page = await ada.open("/forms/new");
  const [one, two] = [
    await ada.send(page, "/forms/new", { prompt: PROMPT }),
    await ada.send(page, "/forms/new", { prompt: PROMPT }),
  ];
  expect(one.url).toBe(two.url);
  const other = await ada.send(page, "/forms/new", { prompt: `${PROMPT}.` });
  expect([other.status, other.url === one.url]).toEqual([200, false]);
  const refused = await ada.send(await ada.open("/forms/new"), "/forms/new", { prompt: "qwrtz plmk" });
  expect([refused.status, refused.html.includes("qwrtz plmk")]).toEqual([422, true]);
  expect(
    refused.html.match(/No line asks for anything/g),
    "once, and no line of the text is marked",
  ).toHaveLength(1);
  await ada.send(await ada.open("/settings/account"), "/settings/account/language", { language: "de" });
  const german = await ada.send(await ada.open("/forms/new"), "/forms/new", { prompt: "qwrtz plmk" });
  expect(german.html.match(/Keine Zeile fragt nach etwas/g)).toHaveLength(1);
  expect(german.html).not.toContain("//?");
});

test("accepts a text of maximum length together with the marks of a refusal, but not a longer text", async () => {
  const service = await start();
  const ada = await service.signIn();
  const { max } = limits.prompt_length;
  const prompt = ["Trip", ...unclearLines(20)].join("\n").padEnd(max);
  const refused = await ada.send(await ada.open("/forms/new"), "/forms/new", { prompt });
  const marked = textIn(refused.html);
  expect(marked.split("\n").filter((line) => line.startsWith("//?"))).toHaveLength(20);
  expect(marked.length).toBeGreaterThan(max);
  const right = marked.replaceAll(" or ", ", ");
  const made = await ada.send(refused, "/forms/new", { prompt: right });
  expect(new URL(made.url).pathname).toMatch(/^\/forms\/frm_\w+\/edit$/);
  const long = await ada.send(await ada.open("/forms/new"), "/forms/new", {
    prompt: `${right}\n${"x".repeat(99)}`,
  });
  expect([
    long.status,
    long.html.includes(`The text may have ${max.toLocaleString("en")} characters.`),
  ]).toEqual([422, true]);
});

const unclearLines = (count: number) =>
  Array.from({ length: count }, (_, n) => `Drink ${n}: tea, coffee or juice`);

/** Returns the text in the box for a prompt. */
const textIn = (html: string) => /<textarea[^>]*id="prompt"[^>]*>([^<]*)</.exec(html)![1]!;

test("creates a form from a refused prompt, once, with what was not understood in its check list", async () => {
  const service = await ownerPages({ generateForm: builtInGenerator });
  const ada = await service.signIn();
  const prompt = [
    "Holiday club",
    "Name *",
    "Workshops: Drones (20 places each), Robots",
    "Email",
    "Drink: tea, coffee or juice",
    "// ask Jo",
  ].join("\n");
  const refused = await ada.send(await ada.open("/forms/new"), "/forms/new", { prompt, languages: "en" });
  expect(refused.html).toContain("Some lines were not understood");
  expect(refused.html).toContain("Go on with the 2 questions that were understood (3 things to check)");
  const [, sent = ""] = /(<form(?:(?!<form).)*name="understood".*?<\/form>)/s.exec(refused.html) ?? [];
  const inputs = Object.fromEntries(
    [...sent.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value!]),
  );
  const [made, again] = [
    await ada.send(refused, "/forms/new", inputs),
    await ada.send(refused, "/forms/new", inputs),
  ];
  expect([made.status, again.url]).toEqual([200, made.url]);
  const [, id = ""] = /(frm_\w+)/.exec(made.url) ?? [];
  expect((await row(service, id))!.field_count).toBe(4);
  const { checks } = await service.storage.db
    .selectFrom("form_checks")
    .select("checks")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(checks).noted).toMatchObject([
    {
      code: "text_details_unread",
      message: expect.stringMatching(/^"20 places each": /),
      field: "workshops",
    },
    { code: "text_or_unclear", message: expect.stringMatching(/^"tea, coffee or juice": /), field: "drink" },
    { code: "comment", message: 'A comment, so not in the form: "ask Jo".' },
  ]);
  expect(made.html).toContain("20 places each");
});

test("lists forms in pages, and an expired cursor leads to the first page", async () => {
  const service = await start();
  const ada = await service.signIn();
  for (let n = 0; n < 23; n += 1) {
    service.time.now = new Date(service.time.now.getTime() + 1_000);
    await ada.send(await ada.open("/forms/new"), "/forms/new", { empty: "yes" });
  }
  const ids = (html: string) => [...html.matchAll(/href="\/forms\/(frm_\w+)"/g)].map(([, id]) => id);
  const first = await ada.open("/forms");
  const next = /href="(\/forms\?cursor=[^"]+)"/.exec(first.html)![1]!;
  const second = await ada.open(next);
  expect(new Set([...ids(first.html), ...ids(second.html)]).size).toBe(23);
  expect((await ada.open("/forms?cursor=made-up")).html).toContain("This list has changed");
});

test("the list of forms tells how many responses there are, and when the latest came", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { respond } = await answeredForm(service, everyField);
  expect((await ada.open("/forms")).html).toContain("0 responses · Changed");
  await respond({}, { submitted_at: "2026-02-03T10:00:00.000Z" });
  await respond({}, { submitted_at: "2026-03-01T10:00:00.000Z" });
  await respond({}, { submitted_at: "2026-03-09T10:00:00.000Z", status: "spam" });
  expect((await ada.open("/forms")).html).toContain(
    "2 responses · The latest on 1\u00a0March 2026 · Changed",
  );
});

test("shares a form, shows it to the other account, and ends the share from both sides", async () => {
  const service = await start();
  const ada = await service.signIn();
  const bob = await service.signIn("bob@example.org");
  const id = await make(ada);
  const share = async (email: string, permission = "edit") =>
    ada.send(await ada.open(`/forms/${id}`), `/forms/${id}/share`, { email, permission });
  const refused = await share("nobody at all");
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('value="nobody at all"');
  expect(refused.html).toContain('<option value="edit" selected>');
  expect((await share("bob@example.org")).html).toContain("Access is given");
  expect((await bob.open("/forms")).html).toContain("Shared by ada@example.org");
  const ended = await ada.send(await ada.open(`/forms/${id}`), `/forms/${id}/unshare`);
  expect(ended.html).toContain("The access is removed");
  expect((await bob.open(`/forms/${id}`)).status).toBe(404);
  await share("bob@example.org", "view");
  const left = await bob.send(await bob.open(`/forms/${id}`), `/forms/${id}/unshare`);
  expect([new URL(left.url).pathname, left.html.includes(id)]).toEqual(["/forms", false]);
});

test("edits a form without scripts by a prompt with a preview of its changes, and by its structure", async () => {
  const service = await start();
  const ada = await service.signIn();
  const id = await make(ada);
  const path = `/forms/${id}/edit`;
  const before = (await row(service, id))!;
  const shown = await ada.send(await ada.open(path), path, { prompt: "Make the name optional" });
  expect(shown.html).toContain("This would change");
  expect((await row(service, id))!.revision).toBe(before.revision);
  const forms = [...shown.html.matchAll(/name="proposal" value="([^"]+)"/g)];
  expect(forms).toHaveLength(1);
  const applied = await ada.send(shown, path, {});
  expect(applied.html).toContain("The form is saved");
  expect((await row(service, id))!.revision).toBe(before.revision + 1);
});

const ENGLISH = /\b(the|is|this|which|must|cannot|nothing|that|and)\b/i;

test("an owner who reads German gets every refusal in German, with and without scripts", async () => {
  const service = await start();
  const ada = await service.signIn();
  await ada.send(await ada.open("/settings/account"), "/settings/account/language", { language: "de" });
  const { form, respond } = await answeredForm(service);
  await respond({ name: "Alan", track: "talk" });
  const path = `/forms/${form.id}`;
  const structure = (edit: (one: FormStructure) => void) => {
    const changed = everyFieldForm();
    edit(changed);
    return { structure: JSON.stringify(changed), revision: String(form.revision) };
  };
  const sent: readonly (readonly [string, Record<string, string>])[] = [
    ["edit", structure((one) => one.pages[0]!.fields.pop())],
    ["edit", structure((one) => Object.assign(one.pages[0]!.fields[0]!, { type: "number" }))],
    [
      "edit",
      structure((one) =>
        Object.assign(one.pages[0]!.fields[0]!, { visible_if: { field: "x", op: "empty" } }),
      ),
    ],
    ["edit", structure((one) => Object.assign(one, { pages: [] }))],
    ["edit", { structure: "{ no json", revision: String(form.revision) }],
    ["edit", { prompt: "qwrtz plmk", revision: String(form.revision) }],
    ["edit", { prompt: "entferne Schnabel", revision: String(form.revision) }],
    ["share", { email: "ada@example.org", permission: "view" }],
    ["share", { email: "eve@example.org", permission: "none" }],
    ["status", { action: "none" }],
    ["password", { password: "abc" }],
    ["clone", { title: "a".repeat(201) }],
  ];
  const { html } = await ada.open("/forms");
  const post = async (address: string, values: Record<string, string>) => {
    const body = new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(html)![1]!, ...values });
    const headers = { Cookie: `session=${ada.cookie("session")}`, Origin: service.publicUrl };
    return fetch(service.publicUrl + address, { method: "POST", body, headers });
  };
  for (const [action, values] of sent) {
    const page = await (await post(`${path}/${action}`, values)).text();
    const [box] = /<div class="refusal".*?<\/div>/s.exec(page) ?? [];
    expect([action, withoutQuotes(box ?? "", values)]).toEqual([action, expect.not.stringMatching(ENGLISH)]);
    if (action !== "edit") continue;
    const reply = await post(`${path}/${"prompt" in values ? "proposal" : "structure"}`, values);
    const { ok, message, problems = [], changes = [] } = await reply.json();
    const texts = [message, ...problems.map((one: { problem: string }) => one.problem)];
    const lines = [...texts, ...changes.map((one: { message: string }) => one.message)];
    expect([ok, withoutQuotes(lines.join(" "), values)]).toEqual([false, expect.not.stringMatching(ENGLISH)]);
  }
});

/** Returns the texts of the page itself, without texts of the form. */
function withoutQuotes(text: string, { prompt = "" }: Record<string, string>): string {
  expect(text).not.toBe("");
  return text.replaceAll(prompt || "-", "").replace(/„[^“]*“|&quot;.*?&quot;|"[^"]*"/g, "");
}

const PAGES = ["", "/edit", "/preview", "/text"];
const POSTS: readonly (readonly [string, Record<string, string>])[] = [
  ["status", { action: "publish" }],
  ["password", { password: "open sesame" }],
  ["share", { email: "eve@example.org", permission: "admin" }],
  ["unshare", { email: "ada@example.org" }],
  ["delete", {}],
  ["edit", { structure: JSON.stringify(everyField), revision: "1" }],
  ["structure", { structure: JSON.stringify(everyField), revision: "1" }],
  ["proposal", { prompt: "Make the name optional", revision: "1" }],
  ["preview", {}],
  ["translation", { labels: "Name", from: "en", to: "de" }],
  ["questions", { text: "Name", language: "en" }],
];

/** Creates a form of ada, an account that may view it, and one without access. */
async function world() {
  const service = await start();
  const ada = await service.signIn();
  const viewer = await service.signIn("viewer@example.org");
  const stranger = await service.signIn("eve@example.org");
  const id = await make(ada);
  const { owner_id } = (await row(service, id))!;
  const parts = { storage: service.storage, clock: service.now };
  await shareForm(parts, owner_id, id, { email: "viewer@example.org", permission: "view" });

  /** Posts with the token of a page that the browser may see. */
  async function post(browser: OwnerBrowser, path: string, values: Record<string, string>, headers = {}) {
    const { html } = await browser.open("/forms");
    const body = new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(html)![1]!, ...values });
    return fetch(service.publicUrl + path, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { Cookie: `session=${browser.cookie("session")}`, Origin: service.publicUrl, ...headers },
    });
  }

  const structureOf = async (form: string): Promise<FormStructure> => {
    const stored = await service.storage.db
      .selectFrom("form_versions")
      .select("structure")
      .where("form_id", "=", form)
      .executeTakeFirstOrThrow();
    return JSON.parse(stored.structure);
  };
  return { service, ada, viewer, stranger, id, post, structureOf };
}

test("a form of another account and a missing form look the same on 4 pages and in 12 posts", async () => {
  const { service, stranger, id, post } = await world();
  const none = newId("frm");
  const plain = (html: string, form: string) => html.replaceAll(form, "ID").replace(/value="[\w-]+"/g, "");
  for (const page of PAGES) {
    const [theirs, nowhere] = [
      await stranger.open(`/forms/${id}${page}`),
      await stranger.open(`/forms/${none}${page}`),
    ];
    expect([theirs.status, nowhere.status]).toEqual([404, 404]);
    expect(plain(theirs.html, id)).toBe(plain(nowhere.html, none));
  }
  const before = await row(service, id);
  for (const [action, values] of [...POSTS, ["clone", {}] as const]) {
    const [theirs, nowhere] = [
      await post(stranger, `/forms/${id}/${action}`, values),
      await post(stranger, `/forms/${none}/${action}`, values),
    ];
    expect([action, theirs.status, nowhere.status]).toEqual([action, 404, 404]);
    expect(plain(await theirs.text(), id)).toBe(plain(await nowhere.text(), none));
  }
  expect(await row(service, id)).toEqual(before);
});

test("an account with view access cannot change anything", async () => {
  const { service, viewer, id, post } = await world();
  const before = await row(service, id);
  expect((await viewer.open(`/forms/${id}/preview`)).status).toBe(200);
  for (const [action, values] of POSTS.filter(([name]) => name !== "preview"))
    expect([action, (await post(viewer, `/forms/${id}/${action}`, values)).status]).toEqual([action, 403]);
  expect(await row(service, id)).toEqual(before);
  const pages = [await viewer.open(`/forms/${id}`), await viewer.open(`/forms/${id}/settings`)];
  const actions = pages.flatMap(({ html }) => [...html.matchAll(/action="\/forms\/frm_\w+\/(\w+)"/g)]);
  expect(actions.map(([, action]) => action).sort()).toEqual(["clone", "mails", "unshare"]);
});

test("posts of other sites, without a token and with the token of another session are refused", async () => {
  const { service, ada, viewer, id, post } = await world();
  const before = await row(service, id);
  const token = /name="csrf" value="([^"]+)"/.exec((await viewer.open("/forms")).html)![1]!;
  for (const [action, values] of [...POSTS, ["clone", {}] as const]) {
    const path = `/forms/${id}/${action}`;
    const answers = [
      await post(ada, path, values, { Origin: "https://evil.example" }),
      await post(ada, path, values, { Origin: "null" }),
      await post(ada, path, { ...values, csrf: "" }),
      await post(ada, path, { ...values, csrf: token }),
    ];
    expect([action, answers.map(({ status }) => status)]).toEqual([action, [403, 403, 403, 403]]);
  }
  expect(await row(service, id)).toEqual(before);
});

test("saves and shows a structure of 1 MB, and refuses a larger one completely", async () => {
  const { service, ada, post, structureOf } = await world();
  const big = await make(ada, "Name and email");
  const structure = await structureOf(big);
  const ofBytes = (bytes: number) => {
    const fields = Array.from({ length: 499 }, (_, n) => ({
      id: `f${n}`,
      type: "short_text",
      label: { [structure.default_language]: "ä".repeat(Math.floor(bytes / 499 / 2)) },
    }));
    const onPage = (at: number) => fields.slice(50 * at, 50 * at + 50);
    const pages = Array.from({ length: 10 }, (_, at) => ({ id: `p${at}`, fields: onPage(at) }));
    return JSON.stringify({ ...structure, pages });
  };
  const save = (text: string) => post(ada, `/forms/${big}/structure`, { structure: text, revision: "1" });
  expect([(await save(ofBytes(1_000_000))).status, (await save(ofBytes(3_000_000))).status]).toEqual([
    422, 422,
  ]);
  expect((await row(service, big))!.revision).toBe(1);
  expect((await save(ofBytes(930_000))).status).toBe(200);
  for (const page of PAGES) expect((await ada.open(`/forms/${big}${page}`)).status).toBe(200);
});

test("if two tabs save at once, one succeeds and the other gets the stored form", async () => {
  const { ada, post, structureOf } = await world();
  const shared = await make(ada, "Name and email");
  const structure = await structureOf(shared);
  const titled = (title: string) =>
    JSON.stringify({ ...structure, title: { [structure.default_language]: title } });
  const answers = await Promise.all(
    ["One", "Two", "Three"].map(async (title) => {
      const answer = await post(ada, `/forms/${shared}/structure`, {
        structure: titled(title),
        revision: "1",
      });
      return {
        title,
        status: answer.status,
        body: (await answer.json()) as { stored?: { revision: number; structure: FormStructure } },
      };
    }),
  );
  const [winner, ...others] = answers.filter(({ status }) => status === 200);
  expect([winner !== undefined, others]).toEqual([true, []]);
  for (const { body } of answers.filter(({ status }) => status === 409))
    expect(body.stored).toMatchObject({
      revision: 2,
      structure: { title: { [structure.default_language]: winner!.title } },
    });
});

test("each page of a form has its title, status, link and the tabs that the account may open", async () => {
  const service = await start();
  const ada = await service.signIn();
  const { form, respond } = await answeredForm(service, {
    ...everyField,
    hidden_fields: [{ id: "source", label: { en: "Seen on" } }],
  });
  const response = await respond({});
  const path = `/forms/${form.id}`;
  const share = { email: "eve@example.org", permission: "view" } as const;
  const eve = await service.signIn(share.email);
  const app = { storage: service.storage, clock: service.now } as Parameters<typeof shareForm>[0];
  await shareForm(app, form.owner_id, form.id, share);
  const heads = async (browser: OwnerBrowser, tab: string) => {
    const { html } = await browser.open(path + tab);
    const [head = ""] =
      /<div class="form-top">.*?<\/details>|<div class="form-head">.*?<\/nav>/s.exec(html) ?? [];
    expect(head).toContain(`<a href="/f/${form.id}">`);
    expect(head).toContain('<span class="chip published">');
    const [nav = ""] = /<nav class="tabs".*?<\/nav>/s.exec(head) ?? [];
    return [...nav.matchAll(/<li><a href="([^"]*)"( aria-current)?/g)].map(([, to, here]) => [
      to,
      here !== undefined,
    ]);
  };
  const tabs = ["/edit", "", "/responses", "/responses/summary", "/settings"];
  const below = [
    ["/preview", undefined],
    [`/responses/${response}`, "/responses"],
    ["/connections", "/settings"],
  ] as const;
  for (const [page, here] of [...tabs.map((tab) => [tab, tab] as const), ...below])
    expect(await heads(ada, page), page).toEqual(tabs.map((tab) => [path + tab, tab === here]));
  expect(await heads(eve, "")).toEqual(tabs.slice(1).map((tab) => [path + tab, tab === ""]));
  const prefilled = (await ada.open(`${path}/prefilled?source=poster`)).html;
  expect(prefilled).toContain(`/f/${form.id}?source=poster`);
  expect(prefilled).toMatch(/<label[^>]*>Seen on</);
});

test("only the operator's account sees operator settings, and without a model no page promises to read free text", async () => {
  const service = await ownerPages({ generateForm: builtInGenerator });
  const customer = await service.signIn();
  const operator = await service.signIn(DEMO_EMAIL);
  const pages = ["/forms/new", "/settings/subscription", "/lessons"];
  for (const path of pages) {
    const { html } = await customer.open(path);
    expect([path, html.match(/AI_[A-Z]+|AI generation|own words/g)]).toEqual([path, null]);
  }
  expect((await operator.open("/forms/new")).html).toContain("AI_PROVIDER, AI_MODEL and AI_API_KEY");
  expect((await service.browser().open("/")).html).not.toContain("own words");
  const refused = await customer.send(await customer.open("/forms/new"), "/forms/new", {
    prompt: "qwrtz plmk",
  });
  expect([refused.status, /AI_[A-Z]+/.test(refused.html)]).toEqual([422, false]);
});
