/** The page of responses, in a browser without scripts, and the access of strangers. */
import { expect, test } from "vitest";
import type { FormOperation, FormStructure } from "../../../../../generated/types.ts";
import { insertVersion } from "../../../../forms/forms.ts";
import { carryOut } from "../../../../forms/operations/carry-out.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { barriers, openPage, tooWide } from "../../../../test/support/browser.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

const attack = `<img src=x onerror="globalThis.attacked=1">`;

const structure: FormStructure = {
  title: { en: `Team ${attack}` },
  languages: ["en"],
  default_language: "en",
  pages: [
    {
      id: "page",
      fields: [
        { id: "name", type: "short_text", label: { en: "Your name" }, required: true },
        {
          id: "course",
          type: "single_choice",
          label: { en: "Course" },
          required: false,
          choices: [
            { id: "painting", label: { en: "Painting" } },
            { id: "music", label: { en: "Music" } },
          ],
        },
      ],
    },
  ],
} as FormStructure;

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, structure);
  return { service, ada, ...answered, path: `/forms/${answered.form.id}/responses` };
}

test("shows responses with their questions, by status, the latest first", async () => {
  const { service, ada, respond, path, form } = await start();
  expect((await ada.open(path)).html).toContain("There are no responses yet");
  const draft = await ada.send(await ada.open("/forms/new"), "/forms/new", { empty: "yes" });
  const empty = await ada.open(new URL(draft.url).pathname.replace(/edit$/, "responses"));
  expect(empty.html).toContain("The form is a draft, so nobody can answer it.");
  await respond({ name: "Alan", course: "music" });
  service.time.now = new Date(service.time.now.getTime() + 1_000);
  await respond({ name: attack }, { email: "grace@example.org" });
  await respond({ name: "Buy now" }, { email: "spam@example.org", status: "spam" });
  const { html } = await ada.open(path);
  expect(html).toContain("2 responses");
  expect(html.indexOf("grace@example.org")).toBeLessThan(html.indexOf("alan@example.org"));
  expect(html).toContain('<td data-question="Course"><span>Music</span></td>');
  expect(html).toContain("&lt;img src=x");
  expect(html).not.toContain(attack);
  expect(html).not.toContain("Buy now");
  expect((await ada.open(`${path}?status=spam`)).html).toContain("Buy now");
  expect((await ada.open(`/forms/${form.id}`)).html).toContain(`href="${path}"`);
  await respond({ name: "bot@example.org" }, { email: "bot@example.org", status: "spam" });
  // The question is left out only if every answer repeats the address.
  expect((await ada.open(`${path}?status=spam`)).html).toContain('data-question="Your name"');
  await service.storage.db.deleteFrom("responses").where("email", "=", "spam@example.org").execute();
  const repeated = (await ada.open(`${path}?status=spam`)).html;
  expect([repeated.includes("bot@example.org"), repeated.includes('data-question="Your name"')]).toEqual([
    true,
    false,
  ]);
});

test("the address of responses in results of tools leads to this page", async () => {
  const { service, ada, form, path } = await start();
  const { token } = await service.mint();
  const result = await service.call(token, "service_get_form", { form_id: form.id });
  const address = (result.structuredContent as { urls: { responses: string } }).urls.responses;
  expect(new URL(address).pathname).toBe(path);
  expect((await ada.open(address)).status).toBe(200);
});

test("lists responses in pages, and an invented cursor leads to the first page", async () => {
  const { ada, respondOften, path } = await start();
  await respondOften(30, (n) => ({ name: `Person ${n}` }));
  const first = await ada.open(path);
  const next = /href="([^"]+cursor=[^"]+)"/.exec(first.html)![1]!.replaceAll("&amp;", "&");
  const second = await ada.open(next);
  const names = [...`${first.html}${second.html}`.matchAll(/>(Person \d+)<\/span>/g)].map(([, name]) => name);
  expect(names).toEqual(Array.from({ length: 30 }, (_, n) => `Person ${29 - n}`));
  expect((await ada.open(`${path}?cursor=made-up`)).html).toContain("This list has changed");
});

test.each(["csv", "csv_with_links", "zip"])("creates and downloads a file as %s", async (format) => {
  const { ada, respond, form, path } = await start();
  await respond({ name: "Alan" });
  const file = await ada.send(await ada.open(path), `/forms/${form.id}/export`, { format });
  expect([file.status, new URL(file.url).pathname]).toEqual([200, expect.stringMatching(/^\/exports?\//)]);
  if (format !== "zip") expect(file.html).toContain("alan@example.org");
});

test("a retired question keeps its column, is marked in the summary, and can be left out of a file", async () => {
  const { service, ada, respond, form, path } = await start();
  await respond({ name: "Alan", course: "music" });
  expect((await ada.open(path)).html).not.toContain('name="retired"');
  const operations: FormOperation[] = [{ op: "retire_field", id: "course" }];
  const done = carryOut(structure, operations);
  if ("problems" in done) throw new Error(JSON.stringify(done.problems));
  await service.storage.db.transaction().execute(async (transaction) => {
    await insertVersion(transaction, { id: form.id, version: 2 }, done.structure, service.time.now);
    await transaction.updateTable("forms").set({ version: 2 }).where("id", "=", form.id).execute();
  });
  const page = await ada.open(path);
  expect(page.html).toContain('<td data-question="Course"><span>Music</span></td>');
  expect((await ada.open(`${path}/summary`)).html).toMatch(/Course<\/h2>.*no longer asked.*Music/s);
  const download = (entries: object) =>
    ada.send(page, `/forms/${form.id}/export`, { format: "csv", ...entries });
  expect((await download({})).html).toMatch(/Course \[course\].*Music/s);
  const short = await download({ retired: "leave_out" });
  expect(short.html).toContain("Alan");
  expect(short.html).not.toMatch(/course|Music/);
});

test("chosen columns stay in searches, on the next page and after an action", async () => {
  const { ada, respondOften, path } = await start();
  await respondOften(30, () => ({ name: "Alan", course: "music" }));
  const whole = await ada.open(path);
  expect(whole.html).toContain('data-question="Your name"');
  expect(/href="([^"]+cursor=[^"]+)"/.exec(whole.html)![1]).not.toContain("columns=");
  expect((await ada.open(`${path}?columns=name&columns=course`)).html).not.toContain("columns=name%2C");
  const chosen = await ada.open(`${path}?columns=course&columns=nothing`);
  const heads = (html: string) => [...new Set(html.match(/data-question="[^"]+"/g))];
  expect(heads(chosen.html)).toEqual(['data-question="Course"']);
  expect(chosen.html).toMatch(/value="course" checked/);
  const next = /href="([^"]+cursor=[^"]+)"/.exec(chosen.html)![1]!.replaceAll("&amp;", "&");
  expect(heads((await ada.open(next)).html)).toEqual(['data-question="Course"']);
  const [, id = ""] = /name="response" value="(rsp_\w+)"/.exec(chosen.html) ?? [];
  const marked = await ada.send(chosen, `${path}/selected`, { response: id, action: "spam" });
  expect(new URL(marked.url).searchParams.get("columns")).toBe("course");
  expect(heads((await ada.open(`${path}?columns=name&text=Alan`)).html)).toEqual([
    'data-question="Your name"',
  ]);
});

test("offers no file without responses, and refuses an unknown format", async () => {
  const { ada, respond, form, path } = await start();
  expect((await ada.open(path)).html).not.toContain(`/forms/${form.id}/export`);
  await respond({ name: "Alan" });
  const refused = await ada.send(await ada.open(path), `/forms/${form.id}/export`, { format: "exe" });
  expect(refused.status).toBe(422);
});

test("strangers get the page of a missing form; accounts with access see the responses", async () => {
  const { service, ada, respond, form, path } = await start();
  await respond({ name: "Alan" });
  const bob = await service.signIn("bob@example.org");
  const missing = await bob.open(`/forms/frm_${"0".repeat(22)}/responses`);
  const strange = await bob.open(path);
  expect([strange.status, strange.html]).toEqual([404, missing.html]);
  const overview = await ada.open(`/forms/${form.id}`);
  await ada.send(overview, `/forms/${form.id}/share`, { email: "bob@example.org", permission: "view" });
  const seen = await bob.open(path);
  expect(seen.html).toContain("<span>Alan</span>");
  // An account with view access gets no boxes and no buttons.
  expect(seen.html).not.toMatch(/name="response"|class="pick"|responses\/selected/);
});

test("every kind of answer is readable on phone and desktop, in light and dark", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respond, upload } = await answeredForm(service);
  const { file, attach } = await upload("slides.pdf", "%PDF-1.7");
  const id = await respond({
    name: "Alan",
    email: "friend@example.org",
    phone: "+441234567890",
    website: `https://example.org/${"long-".repeat(60)}`,
    bio: "Two\nlines",
    age: -42.5,
    birthday: "1912-06-23",
    speaks: false,
    start: "09:30",
    arrival: "2026-03-15T09:30",
    track: "web",
    size: { other: "XXL" },
    interests: ["art", "ai", { other: "Chess" }],
    terms: true,
    stars: 5,
    effort: 0,
    recommend: 10,
    order: ["coffee", "tea"],
    sessions: { rows: { evening: ["talk", "workshop"] } },
    slides: [file],
  });
  await attach(id, "slides");
  await respond({ name: "Grace", bio: "x".repeat(2_000) }, { email: "grace@example.org" });
  for (const [viewport, colorScheme, locale] of [
    [{ width: 360, height: 740 }, "light", "de"],
    [{ width: 1_600, height: 1_000 }, "dark", "en"],
  ] as const) {
    const page = await openPage({ viewport, colorScheme, locale });
    const cookie = { name: "session", value: ada.cookie("session")!, url: service.publicUrl };
    await page.context().addCookies([cookie]);
    const path = `${service.publicUrl}/forms/${form.id}/responses`;
    await page.goto(path);
    expect(await page.locator(".answers tbody tr").count()).toBe(2);
    const tops = await page
      .locator(".tabs li")
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size, "lines of tabs").toBe(1);
    expect(await barriers(page)).toEqual([]);
    await page.goto(`${service.publicUrl}/forms/${form.id}/settings`);
    const last = await page.locator(".tabs [aria-current]").boundingBox();
    expect(last!.x + last!.width, "the last tab is in the window").toBeLessThan(viewport.width);
    await page.goto(`${path}?sort=-name&select=page`);
    expect(await barriers(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    await page.goto(`${path}?text=nothing+like+it&from=2026-01-01`);
    expect(await barriers(page)).toEqual([]);
    await page.goto(path);
    await page.goto(`${path}/${id}`);
    expect(await page.locator(".response dt").count()).toBe(26);
    expect(await page.locator(".response").nth(1).innerText()).toMatch(/Art; AI; Chess/);
    await page.locator(".choose summary").last().click();
    expect(await barriers(page)).toEqual([]);
    await page.locator(".bulk .danger").click();
    expect(await page.locator(".answers tbody tr").count()).toBe(1);
    await page.goto(`${path}?status=deleted`);
    expect(await barriers(page)).toEqual([]);
    await page.locator(".pick input").check();
    await page.locator(".bulk .danger").click();
    expect(await barriers(page)).toEqual([]);
    await page.goto(`${path}/${id}`);
    expect(await barriers(page)).toEqual([]);
    await page.locator(".bulk button").first().click();
    expect(await page.locator(".response dt").count()).toBe(26);
    for (const width of [660, 820]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      expect(await tooWide(page), `${width} wide`).toEqual([]);
    }
  }
});

test("the printed table shows every column completely", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respondOften } = await answeredForm(service);
  await respondOften(3, (n) => ({
    name: `Person ${n} with quite a long name`,
    email: `person-${n}-with-a-long-address@example.org`,
    bio: "I like long walks, and I write more than fits into one line of a table. ".repeat(3),
  }));
  // A sheet of A4.
  const page = await openPage({ viewport: { width: 794, height: 1_123 }, locale: "en" });
  await page
    .context()
    .addCookies([{ name: "session", value: ada.cookie("session")!, url: service.publicUrl }]);
  await page.goto(`${service.publicUrl}/forms/${form.id}/responses`);
  await page.emulateMedia({ media: "print" });
  expect(await tooWide(page)).toEqual([]);
  const cut = `[...document.querySelectorAll(".answers :is(th, td, th > a, td > span)")]
    .filter((part) => part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.outerHTML)`;
  expect(await page.evaluate(cut)).toEqual([]);
  const [when, person] = await Promise.all(
    [".when", ".person"].map((cell) => page.locator(`.answers tbody ${cell}`).first().boundingBox()),
  );
  expect(person!.x).toBeGreaterThanOrEqual(when!.x + when!.width);
  expect((await page.locator(".table-line .count").innerText()).trim()).toBe("3 responses");
  expect(await page.locator(".bulk, .pick, .download").filter({ visible: true }).count()).toBe(0);
});
