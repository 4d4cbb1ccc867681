/** Actions on responses, in a browser without scripts: view, search, mark, delete, erase; and access of others. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { DEMO_EMAIL } from "../../../../accounts/demo-address.ts";
import { removeExpired } from "../../../../responses/retention/remove-expired.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

const structure: FormStructure = {
  title: { en: "Trip" },
  languages: ["en", "de"],
  default_language: "en",
  pages: [
    {
      id: "page",
      title: { en: "You" },
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        {
          id: "meal",
          type: "single_choice",
          label: { en: "Meal" },
          choices: [
            { id: "a1", label: { en: "Käsespätzle" } },
            { id: "b2", label: { en: "Soup" } },
          ],
        },
        { id: "ticket", type: "file_upload", label: { en: "Ticket" } },
      ],
    },
  ],
  settings: { response_limit: 3, one_response_per_email: true },
};

async function start(form: FormStructure = structure) {
  const service = await ownerPages();
  const ada = await service.signIn();
  // Some tests move the clock beyond the end of a trial.
  await service.storage.db
    .updateTable("accounts")
    .set({ plan: "business", subscription: "active", trial_ends_at: null })
    .execute();
  const answered = await answeredForm(service, form);
  const path = `/forms/${answered.form.id}/responses`;
  const row = (id: string) =>
    service.storage.db
      .selectFrom("responses")
      .select(["status", "email", "answers"])
      .where("id", "=", id)
      .executeTakeFirst();
  const status = async (id: string) => (await row(id))?.status;
  const select = async (response: string | readonly string[], action: string, query = "") =>
    ada.send(await ada.open(path + query), `${path}/selected`, { response, action });
  return { service, ada, ...answered, path, row, status, select };
}

const DAY_MS = 86_400_000;

test("shows a response with its answers by page, its files as downloads, and its neighbours", async () => {
  const { service, ada, respond, upload, path, form } = await start();
  const { file, attach } = await upload("my ticket.pdf", "%PDF-1.7");
  const first = await respond({ name: "Alan", ticket: [file] });
  await attach(first, "ticket");
  service.time.now = new Date(service.time.now.getTime() + 1_000);
  const second = await respond({ meal: "a1" }, { email: "grace@example.org", language: "de" });
  const page = await ada.open(`${path}/${first}`);
  expect(page.html).toContain("<dt>Name</dt><dd>Alan</dd>");
  expect(page.html).toContain(`<dt>Meal</dt><dd><span class="soft">no answer</span></dd>`);
  expect(page.html).toContain(`href="${path}/${second}">Previous`);
  expect(page.html).not.toContain(">Next");
  expect((await ada.open(`${path}/${second}`)).html).toContain("<dd>Käsespätzle</dd>");
  const download = await ada.open(`${path}/${first}/files/${file.id}`);
  expect(download.html).toBe("%PDF-1.7");
  const header = (name: string) => download.headers.get(name);
  expect(header("content-disposition")).toMatch(/^attachment; filename="my ticket.pdf"/);
  expect([header("x-content-type-options"), header("cache-control")]).toEqual([
    "nosniff",
    "private, no-store",
  ]);
  expect(header("content-security-policy")).toContain("sandbox");
  // The file of another response, of another form, of another account, and of nobody.
  const other = await answeredForm(service, structure);
  const bob = await service.signIn("bob@example.org");
  const missing = await ada.open(`${path}/${first}/files/file_${"0".repeat(22)}`);
  for (const [browser, address] of [
    [ada, `${path}/${second}/files/${file.id}`],
    [ada, `/forms/${other.form.id}/responses/${first}/files/${file.id}`],
    [ada, `/forms/${other.form.id}/responses/${first}`],
    [bob, `${path}/${first}/files/${file.id}`],
    [bob, `${path}/${first}`],
    [bob, `/forms/${form.id}/responses/summary`],
    [bob, `${path}/rsp_${"0".repeat(22)}`],
  ] as const) {
    const { status, html } = await browser.open(address);
    expect([address, status, html]).toEqual([
      address,
      404,
      browser === ada ? missing.html : (await bob.open("/forms/nothing")).html,
    ]);
  }
});

test("a search finds labels, texts and addresses regardless of case and accents, in one field or all, by day", async () => {
  const { service, ada, respond, respondOften, path } = await start();
  await respond({ name: "Zoë O'Hara", meal: "b2" }, { email: "zoe@example.org" });
  await respond({ name: "Käse-Fan", meal: "b2" }, { email: "fan@example.org" });
  await respond({ name: "Bo", meal: "a1" }, { email: "bo@example.org" });
  service.time.now = new Date(service.time.now.getTime() + 3 * DAY_MS);
  await respond({ name: "Zoe later" }, { email: "later@example.org" });
  const found = async (query: string) => {
    const { html } = await ada.open(`${path}?${query}`);
    return [...html.matchAll(/class="person">([^<@]+)@/g)].map(([, name]) => name).sort();
  };
  expect(await found("text=zoe")).toEqual(["later", "zoe"]);
  expect(await found("text=KASE")).toEqual(["bo", "fan"]);
  expect(await found("text=kase&field=meal")).toEqual(["bo"]);
  expect(await found("text=FAN%40")).toEqual(["fan"]);
  expect(await found("text=FAN%40&field=name")).toEqual([]);
  expect(await found("text=a1")).toEqual([]);
  const day = service.time.now.toISOString().slice(0, 10);
  expect(await found(`from=${day}`)).toEqual(["later"]);
  expect(await found(`to=${day}&text=zoe`)).toEqual(["later", "zoe"]);
  expect(await found("from=2026-02-31&field=%22%3E&status=nothing")).toHaveLength(4);
  await respondOften(60, (n) => ({ name: `Guest ${n}`, meal: n % 2 === 0 ? "a1" : "b2" }));
  const names: string[] = [];
  let address: string | undefined = `${path}?text=spatzle`;
  for (let pages = 0; address !== undefined; pages += 1) {
    expect(pages).toBeLessThan(4);
    const { html } = await ada.open(address);
    names.push(...[...html.matchAll(/class="person">([^<@]+)@/g)].map(([, name]) => name!));
    address = /class="quiet" href="([^"]+cursor=[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  }
  expect([names.length, new Set(names).size]).toEqual([31, 31]);
  expect((await ada.open(`${path}?text=spatzle&cursor=made-up`)).html).toContain("This list has changed");
});

test("spam does not count, stays for seven days, and the rules of the form apply when it is restored", async () => {
  const { service, ada, respond, status, select, form } = await start();
  const longAgo = { submitted_at: new Date(service.time.now.getTime() - 30 * DAY_MS).toISOString() };
  const ids = [await respond({ name: "A" }, { email: "a@example.org", ...longAgo })];
  ids.push(await respond({ name: "B" }, { email: "b@example.org", ...longAgo }));
  expect((await select(ids, "spam")).html).toContain("Marked as spam.");
  expect((await ada.open(`/forms/${form.id}`)).html).toContain("<dt>Responses</dt><dd>0</dd>");
  const { clock, ...parts } = { ...service, clock: service.now };
  await removeExpired({ ...parts, clock });
  expect(await Promise.all(ids.map(status))).toEqual(["spam", "spam"]);
  // Back again: verified before, so it counts at once.
  expect((await select(ids[0]!, "not_spam", "?status=spam")).html).toContain("counts again");
  expect(await status(ids[0]!)).toBe("verified");
  // Meanwhile there is a response with the same address; later the form is full.
  await respond({ name: "B again" }, { email: "b@example.org" });
  expect((await select(ids[1]!, "not_spam", "?status=spam")).html).toContain("there is another one");
  const third = await respond({ name: "C" }, { email: "c@example.org", status: "spam" });
  await respond({ name: "D" }, { email: "d@example.org" });
  expect((await select(third, "not_spam", "?status=spam")).html).toContain("reached its limit");
  expect(await Promise.all([ids[1]!, third].map(status))).toEqual(["spam", "spam"]);
  expect((await select([], "spam")).html).toContain("Select responses first");
  service.time.now = new Date(service.time.now.getTime() + 8 * DAY_MS);
  await removeExpired({ ...parts, clock });
  expect(await Promise.all([...ids, third].map(status))).toEqual(["verified", undefined, undefined]);
});

test("the message after responses were marked as spam has a button that brings back exactly these", async () => {
  const { ada, respond, status, select, path } = await start();
  const [first, second, older] = [
    await respond({ name: "A" }, { email: "a@example.org" }),
    await respond({ name: "B" }, { email: "b@example.org" }),
    await respond({ name: "C" }, { email: "c@example.org", status: "spam" }),
  ];
  const marked = await select([first, second], "spam");
  expect(marked.html).toContain(">Not spam<");
  const back = await ada.send(marked, `${path}/selected`, { action: "not_spam" });
  expect(back.html).toContain("counts again");
  expect(await Promise.all([first, second, older].map(status))).toEqual(["verified", "verified", "spam"]);
  expect((await ada.open(marked.url)).html).not.toContain(">Not spam<");
  const many = await ada.open(`${path}?done=spam`);
  expect(many.html).toContain(`<a href="${path}?status=spam">Spam</a>`);
});

test("an unconfirmed response that was marked as spam counts only after its respondent confirms it", async () => {
  const { service, respond, status, select } = await start();
  const id = await respond({ name: "Eve" }, { email: "eve@example.org", status: "spam", verified_at: null });
  expect((await select(id, "not_spam", "?status=spam")).html).toContain("once its address is confirmed");
  expect(await status(id)).toBe("pending_verification");
  const { text } = await service.nextMail("eve@example.org");
  expect(text).toMatch(/\/confirm\//);
});

test("the owner's list has deleted responses until they are erased, and others never see them", async () => {
  const { service, ada, respond, status, path, select, form } = await start();
  const [id, other] = [
    await respond({ name: "Grace" }, { email: "grace@example.org" }),
    await respond({ name: "Bo" }),
  ];
  expect((await select([id, other], "delete")).html).toContain("For 30 days you find it under “Deleted”");
  const deleted = await ada.open(`${path}?status=deleted`);
  for (const text of ["grace@example.org", "Kept until", ">Restore<", ">Erase now<", "Grace"])
    expect(deleted.html).toContain(text);
  expect(deleted.html).not.toContain("/export");
  expect((await ada.open(`${path}?status=deleted&text=grace`)).html).toContain("grace@example.org");
  const csrf = /name="csrf" value="([^"]+)"/.exec(deleted.html)![1]!;
  const file = await ada.send({ ...deleted, html: exportForm(form.id, csrf) }, `/forms/${form.id}/export`);
  expect(file.status).toBe(422);
  const page = await ada.open(`${path}/${id}`);
  expect(page.html).toContain("<dt>Name</dt><dd>Grace</dd>");
  // An account with view access does not see them.
  await service.signIn("bob@example.org");
  await ada.send(await ada.open(`/forms/${form.id}`), `/forms/${form.id}/share`, {
    email: "bob@example.org",
    permission: "view",
  });
  const bob = await service.signIn("bob@example.org");
  for (const address of [`${path}?status=deleted`, `${path}/${id}`])
    expect((await bob.open(address)).html).not.toContain("Grace");
  const { token } = await service.mint();
  const args = { form_id: form.id, status: "deleted" };
  const read = await service.call(token, "service_get_responses", args);
  expect(JSON.stringify(read)).toContain(id);
  expect(JSON.stringify(read)).not.toMatch(/grace/i);
  expect((await ada.send(page, `${path}/selected`, { action: "restore" })).html).toContain(
    "It counts again.",
  );
  expect(await Promise.all([id, other].map(status))).toEqual(["verified", "deleted"]);
});

/** Posts a file request for deleted responses, which the page does not offer. */
function exportForm(formId: string, csrf: string): string {
  const inputs = Object.entries({ csrf, format: "csv", status: "deleted" });
  return `<form method="post" action="/forms/${formId}/export">${inputs.map(([name, value]) => `<input name="${name}" value="${value}">`).join("")}</form>`;
}

test("a deletion removes exports; an erasure asks first and removes answers, address and files; erasing a person removes all", async () => {
  const { service, ada, respond, upload, row, path, select, form } = await start();
  const { file, key, attach } = await upload("ticket.pdf", "%PDF-1.7");
  const ids = [
    await respond({ name: "Alan", ticket: [file] }),
    await respond({ name: "Alan spams" }, { status: "spam" }),
    await respond({ name: "Grace" }, { email: "grace@example.org" }),
    await respond({ name: "Bo" }, { email: "bo@example.org" }),
  ] as const;
  await attach(ids[0], "ticket");
  const exported = await ada.send(await ada.open(path), `/forms/${form.id}/export`, { format: "csv" });
  expect(exported.html).toContain("Grace");
  await select([ids[2], ids[3]], "delete");
  const asked = await select([ids[2], ids[3]], "erase", "?status=deleted");
  expect(asked.html).toContain("Erase 2 responses?");
  expect(await service.storage.db.selectFrom("deleted_responses").selectAll().execute()).toHaveLength(2);
  const gone = await ada.send(asked, `${path}/selected`, { action: "erase_sure" });
  expect(gone.html).toContain("Erased.");
  expect(await service.storage.db.selectFrom("deleted_responses").selectAll().execute()).toEqual([]);
  const empty = { status: "deleted", email: null, answers: "{}" };
  expect([await row(ids[2]), await row(ids[3])]).toEqual([empty, empty]);
  expect((await ada.open(exported.url)).status).not.toBe(200);
  const page = await ada.open(`${path}/${ids[0]}`);
  const unsure = await ada.send(page, `${path}/erase`);
  expect([unsure.status, (await row(ids[0]))?.email]).toEqual([422, "alan@example.org"]);
  expect((await ada.send(page, `${path}/erase`, { sure: "yes" })).html).toContain("is erased");
  expect([await row(ids[0]), await row(ids[1])]).toEqual([empty, empty]);
  const keys: string[] = [];
  for await (const stored of service.files.list()) keys.push(stored.key);
  expect(keys).not.toContain(key);
  expect((await ada.open(`${path}/${ids[0]}`)).html).toContain("are deleted");
  const actions = service.logged.filter(({ event }) => event === "owner_action").map(({ action }) => action);
  expect(actions).toEqual(["export", "responses_deleted", "responses_erased", "respondent_erased"]);
  expect(JSON.stringify(service.logged)).not.toMatch(/alan@example|Grace/);
});

test.for([
  { what: "sharing and erasure", minutes: 15, asks: ["share", "erase"] },
  { what: "sharing, exports and erasure", minutes: 24 * 60, asks: ["share", "export", "erase"] },
])("$what require a sign-in of the last $minutes minutes, which leads back", async ({ minutes, asks }) => {
  const { service, ada, respond, path, form, row } = await start();
  const id = await respond({ name: "Alan" });
  const pages = [
    [`/forms/${form.id}`, `/forms/${form.id}/share`, { email: "bob@example.org", permission: "view" }],
    [path, `/forms/${form.id}/export`, { format: "csv" }],
    [`${path}/${id}`, `${path}/erase`, { sure: "yes" }],
  ] as const;
  const stalePages = pages.filter(([, action]) => asks.includes(action.split("/").at(-1)!));
  await service.signIn("bob@example.org");
  const open = await Promise.all(stalePages.map(async ([page]) => ada.open(page)));
  await service.storage.db
    .updateTable("sessions")
    .set({ created_at: new Date(Date.now() - (minutes + 1) * 60_000).toISOString() })
    .execute();
  for (const [at, [page, action, entries]] of stalePages.entries()) {
    const asked = await ada.send(open[at]!, action, entries);
    const back = page.startsWith(path) ? path : page;
    expect(asked.url).toBe(`${service.publicUrl}/sign-in?again&next=${encodeURIComponent(back)}`);
    expect(asked.html).toContain("Sign in again");
    const stale = (await ada.open(page)).html;
    expect([stale.includes(`action="${action}"`), stale.includes("/sign-in?again")]).toEqual([false, true]);
  }
  expect(await service.storage.db.selectFrom("form_shares").selectAll().execute()).toEqual([]);
  const canDownload = (await ada.open(path)).html.includes(`action="/forms/${form.id}/export"`);
  expect(canDownload).toBe(!asks.includes("export"));
  expect(await service.storage.db.selectFrom("exports").selectAll().execute()).toEqual([]);
  expect((await row(id))?.email).toBe("alan@example.org");
  const fresh = await service.signIn();
  for (const [page, action, entries] of pages)
    expect((await fresh.send(await fresh.open(page), action, entries)).status).toBe(200);
  expect((await row(id))?.email).toBeNull();
});

test("the demo account, which has no password, need not sign in again", async () => {
  const { service } = await start();
  const demo = await service.signIn(DEMO_EMAIL);
  await service.storage.db
    .updateTable("sessions")
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .execute();
  expect((await demo.open("/settings/integrations")).html).not.toContain("/sign-in?again");
});

test("accounts without access cannot mark or delete responses, in 56 posts", async () => {
  const { service, ada, respond, row, path, form } = await start();
  const id = await respond({ name: "Alan" });
  const before = await row(id);
  const [bob, eve] = [await service.signIn("bob@example.org"), await service.signIn("eve@example.org")];
  await ada.send(await ada.open(`/forms/${form.id}`), `/forms/${form.id}/share`, {
    email: "bob@example.org",
    permission: "view",
  });
  const own = await answeredForm(service, structure);
  const csrfOf = async (browser: typeof ada) =>
    /name="csrf" value="([^"]+)"/.exec((await browser.open("/settings/account")).html)![1]!;
  const tokens = { ada: await csrfOf(ada), bob: await csrfOf(bob), eve: await csrfOf(eve) };
  const bodies = [
    { action: "spam", response: id },
    { action: "delete", response: id },
    { action: "not_spam", response: id },
    { action: "restore", response: id },
    { action: "erase", response: id },
    { action: "erase_sure", response: id },
    { email: "alan@example.org", sure: "yes" },
  ];
  const post = (cookie: string, address: string, body: Record<string, string>, origin: string) =>
    fetch(service.publicUrl + address, {
      method: "POST",
      body: new URLSearchParams(body),
      redirect: "manual",
      headers: { Cookie: `session=${cookie}`, ...(origin && { Origin: origin }) },
    });
  let posts = 0;
  for (const body of bodies) {
    const target = "email" in body ? "/erase" : "/selected";
    const here = path + target;
    const missing = `/forms/frm_${"0".repeat(22)}/responses${target}`;
    const cookies = { ada: ada.cookie("session")!, bob: bob.cookie("session")!, eve: eve.cookie("session")! };
    const answers = {
      foreignOrigin: await post(cookies.ada, here, { ...body, csrf: tokens.ada }, "https://evil.example"),
      noOrigin: await post(cookies.ada, here, { ...body, csrf: tokens.ada }, ""),
      noToken: await post(cookies.ada, here, body, service.publicUrl),
      foreignToken: await post(cookies.ada, here, { ...body, csrf: tokens.eve }, service.publicUrl),
      noSession: await post("", here, { ...body, csrf: tokens.ada }, service.publicUrl),
      view: await post(cookies.bob, here, { ...body, csrf: tokens.bob }, service.publicUrl),
      stranger: await post(cookies.eve, here, { ...body, csrf: tokens.eve }, service.publicUrl),
      nothing: await post(cookies.eve, missing, { ...body, csrf: tokens.eve }, service.publicUrl),
    };
    posts += Object.keys(answers).length;
    const { noSession, view, stranger, nothing, ...refused } = answers;
    for (const answer of Object.values(refused)) expect(answer.status).toBe(403);
    expect([noSession.status, noSession.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/sign-in/),
    ]);
    expect([view.status, stranger.status]).toEqual([403, 404]);
    expect(await stranger.text()).toBe(await nothing.text());
    expect(await row(id)).toEqual(before);
  }
  expect(posts).toBe(56);
  // The post names the owner's form and a response of another form.
  const ways = ["spam", "delete", "restore", "erase_sure"].map(async (action) =>
    post(
      ada.cookie("session")!,
      `/forms/${own.form.id}/responses/selected`,
      { action, response: id, csrf: tokens.ada },
      service.publicUrl,
    ),
  );
  for (const answer of await Promise.all(ways))
    expect(answer.headers.get("location")).toContain("done=unchanged");
  expect(await row(id)).toEqual(before);
});
