/** The pages of MCP Apps in a real browser, in the two frames of a sandbox as hosts have it; the host is the app bridge of the extension's package. */
import { join } from "node:path";
import { getToolUiResourceUri, RESOURCE_MIME_TYPE } from "@modelcontextprotocol/ext-apps/app-bridge";
import { Refusal } from "@toolwright/runtime";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { builtInEditor } from "../../ai/built-in.ts";
import type { Lesson } from "../../lessons/content/lesson.ts";
import type { LessonRequest } from "../../lessons/writer.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE, pictures } from "../../test/support/browser.ts";
import { everyFieldForm } from "../../test/support/every-field-form.ts";
import { connect, type ServiceOptions, startService } from "../../test/support/service.ts";
import { shortLesson, shortLessons } from "../../test/support/short-lessons.ts";

const HOST = "https://host.example/";
const SANDBOX = "https://sandbox.example/";
/** The policy of hosts for a page that names no origins (MCP Apps, Content Security Policy). */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const everything = { serverTools: {}, openLinks: {}, updateModelContext: { text: {} } };

async function bundle(file: string): Promise<string> {
  const entryPoints = [join(import.meta.dirname, "../../test/support", file)];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "iife" });
  return outputFiles[0]!.text;
}

const host = bundle("chat-host.ts");
const sandbox = bundle("chat-sandbox.ts");

interface Shown {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Whether the call has no result yet. */
  readonly isOpen?: boolean;
  readonly capabilities?: object;
  readonly context?: object;
  readonly window?: { readonly width: number; readonly height: number };
}

async function start(options: ServiceOptions = {}) {
  const service = await startService(options);
  const { token } = await service.mint();
  const client = await connect(service.endpoint, token);
  onTestFinished(() => client.close());
  const call = (name: string, input: object) => service.call(token, name, input);

  /** Calls the tool as a host does, reads its page, and shows the result. */
  async function show(shown: Shown) {
    const { tool, input, isOpen = false, capabilities = everything, context = {}, window = DESKTOP } = shown;
    const { tools } = await client.listTools();
    const uri = getToolUiResourceUri({ _meta: { ...tools.find(({ name }) => name === tool)?._meta } }) ?? "";
    const [content] = (await client.readResource({ uri })).contents;
    expect(content).toMatchObject({ mimeType: RESOURCE_MIME_TYPE, _meta: { ui: { prefersBorder: true } } });
    const text = content && "text" in content ? content.text : "";
    expect(text.length).toBeLessThan(60_000);
    const page = await openPage({ viewport: window });
    const notes: [kind: string, value: unknown][] = [];
    const requested: string[] = [];
    await page.route("**/*", async (route) => {
      const url = route.request().url();
      requested.push(url);
      if (url === HOST)
        await route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><html lang=en><title>Host</title><style>iframe{width:100%;border:0}</style><body>",
        });
      else if (url === SANDBOX)
        await route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><html lang=en><title>Sandbox</title><style>html,body,iframe{width:100%;height:100%;margin:0;border:0}</style><body><script>${await sandbox}</script>`,
          headers: { "Content-Security-Policy": POLICY },
        });
      else await route.abort();
    });
    await page.exposeFunction("note", (kind: string, value: unknown) => void notes.push([kind, value]));
    await page.exposeFunction(
      "callServer",
      ({ name, arguments: args }: { name: string; arguments: object }) => call(name, args),
    );
    // The script runs in every frame.
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
        (globalThis as never as { note(kind: string, value: string): void }).note(
          "violation",
          effectiveDirective,
        ),
      ),
    );
    await page.goto(HOST);
    await page.addScriptTag({ content: await host });
    const result = isOpen ? undefined : await call(tool, input);
    await page.evaluate(
      (shown) => (globalThis as never as { showApp(s: object): Promise<void> }).showApp(shown),
      {
        sandbox: SANDBOX,
        html: text,
        context: { theme: "light", locale: "en-GB", ...context },
        capabilities,
        input,
        result,
      },
    );
    const app = page.frames().find((frame) => frame.url() === "about:srcdoc")!;
    await app.waitForSelector("main > *");
    const told = (kind: string) => notes.filter(([of]) => of === kind).map(([, value]) => value);
    /** Attempts of the page that a sandbox forbids: addresses, and directives of policies. */
    const attempts = () => [
      ...requested.filter((url) => url !== HOST && url !== SANDBOX),
      ...told("violation"),
    ];
    return { page, app, told, attempts };
  }
  return { ...service, token, call, show };
}

async function quoteLesson({ call }: Awaited<ReturnType<typeof start>>): Promise<string> {
  const quoted = await call("service_quote_lesson_generation", {
    prompt: "Rivers",
    languages: ["en", "de"],
    illustration_count: 1,
  });
  return quoted.structuredContent.quote_id;
}

/** Orders a lesson of the account. Returns the id of its quote. */
async function orderLesson(service: Awaited<ReturnType<typeof start>>): Promise<string> {
  const quote_id = await quoteLesson(service);
  await service.call("service_create_lesson", { quote_id });
  return quote_id;
}

/** Makes a finished lesson of the account. Returns the id of its quote. */
async function lesson(service: Awaited<ReturnType<typeof start>>): Promise<string> {
  const quote_id = await orderLesson(service);
  const { call } = service;
  await expect
    .poll(async () => (await call("service_get_lesson_generation_status", { quote_id })).structuredContent, {
      timeout: 10_000,
    })
    .toMatchObject({ status: "completed" });
  return quote_id;
}

test("shows a form as respondents see it, in the host's language and theme; a click changes it and informs the model", async () => {
  const { show, call } = await start();
  const { structuredContent } = await call("service_create_form", { structure: everyFieldForm() });
  const { form_id } = structuredContent;
  const { page, app, told, attempts } = await show({
    tool: "service_get_form",
    input: { form_id, include_structure: true },
    context: { locale: "de-DE", theme: "dark" },
  });
  expect(await app.locator("h1").innerText()).toBe("Konferenz");
  expect(await app.locator(".badge").innerText()).toBe("Entwurf");
  expect(await app.locator(".item").count()).toBeGreaterThan(20);
  expect(await app.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(236, 235, 229)");
  expect(Number(told("height").at(-1))).toBeGreaterThan(500);
  expect(await app.locator(".notice li").allInnerTexts()).toEqual([
    expect.stringMatching(/^Auf Deutsch sind nicht alle Texte übersetzt/),
  ]);
  await keepPicture(page, "form-dark");

  const change = app.locator('[data-id="bio"] .change button');
  expect(await change.getAttribute("aria-label")).toContain("Pflicht machen");
  await change.focus();
  await page.keyboard.press("Enter");
  await app.waitForFunction(() => document.querySelector("#status")?.textContent === "Geändert.");
  expect(await app.locator('[data-id="bio"] .change button').innerText()).toBe("Freiwillig machen");
  await app.getByRole("button", { name: "Veröffentlichen" }).click();
  await app.waitForFunction(() => document.querySelector(".badge")?.textContent === "Veröffentlicht");
  const now = await call("service_get_form", { form_id, include_structure: true });
  const stored = now.structuredContent;
  const { pages }: FormStructure = stored.structure;
  const bio = pages.flatMap(({ fields }) => fields).find(({ id }) => id === "bio");
  expect([stored.status, stored.revision, bio]).toMatchObject(["published", 3, { required: true }]);
  expect(JSON.stringify(told("model"))).toContain("set required to true for the field bio");
  await expect.poll(() => JSON.stringify(told("model").at(-1))).toContain("revision 3 now, and is published");
  await app.getByRole("link", { name: "Bearbeiten" }).click();
  await expect.poll(() => told("link")).toEqual([expect.stringContaining(`/forms/${form_id}/edit`)]);

  await page.evaluate(() =>
    (globalThis as never as { changeContext(c: object): void }).changeContext({
      theme: "light",
      locale: "en",
    }),
  );
  await app.waitForFunction(() => document.querySelector("h1")?.textContent === "Conference");
  expect(await app.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(34, 33, 30)");
  // Ignores the first display of the host.
  expect(await app.locator(".badge").innerText()).toBe("Published");
  expect(await app.locator("#status").innerText()).toBe("The form is published.");
  expect(await app.locator('[data-id="bio"] .change button').innerText()).toBe("Make optional");
  await keepPicture(page, "form-light");
  expect(attempts()).toEqual([]);
});

test("buttons in a conversation make the same form as other interfaces", async () => {
  const { show, call } = await start({ editForm: builtInEditor });
  const label = (name: string) => ({ en: name, de: `${name} (de)` });
  const structure: FormStructure = {
    title: label("Club"),
    default_language: "en",
    languages: ["en", "de"],
    pages: [
      {
        id: "page_1",
        fields: [
          { id: "name", type: "short_text", label: label("Name") },
          { id: "mail", type: "email", label: label("Email"), required: true },
        ],
      },
    ],
  };
  const change = (id: string, required: boolean) => ({
    operations: [{ op: "change_field", id, set: { required } }],
  });
  const wishes = [
    { press: "Make required: Name", by: [change("name", true), { ai_prompt: 'Make "Name" required' }] },
    { press: "Make optional: Email", by: [change("mail", false), { ai_prompt: 'Make "Email" optional' }] },
    { press: "Publish", by: [{ status_action: "publish" }] },
  ];
  const read = async (form_id: string) => {
    const { structuredContent } = await call("service_get_form", { form_id, include_structure: true });
    return [structuredContent.status, structuredContent.revision, structuredContent.structure];
  };
  const create = async () =>
    (await call("service_create_form", { structure })).structuredContent.form_id as string;
  for (const { press, by } of wishes) {
    const form_id = await create();
    const { app } = await show({ tool: "service_get_form", input: { form_id, include_structure: true } });
    await app.getByRole("button", { name: press }).click();
    await expect.poll(async () => (await read(form_id))[1], { timeout: 10_000 }).toBe(2);
    for (const wish of by) {
      const other = await create();
      await call("service_update_form", { form_id: other, ...wish });
      expect(await read(other), JSON.stringify(wish)).toEqual(await read(form_id));
    }
  }
});

test("a created form shows open checks, or a picture if the host forbids calls of pages", async () => {
  const { show } = await start();
  const input = { structure: everyFieldForm() };
  const { page, app, attempts } = await show({
    tool: "service_create_form",
    input,
    capabilities: {},
    window: PHONE,
  });
  expect(await app.locator(".item").count()).toBeGreaterThan(20);
  const own = await app.locator(".item .field button").count();
  expect((await app.locator("button").count()) - own).toBe(1);
  expect(await app.locator("main").innerText()).toMatch(/Open http\S+\/edit/);
  await keepPicture(page, "form-phone");
  expect(attempts()).toEqual([]);
});

test.for([
  {
    host: "with a full screen",
    context: { availableDisplayModes: ["inline", "fullscreen"] },
    asked: ["fullscreen"],
  },
  {
    host: "that refuses its full screen",
    context: { availableDisplayModes: ["inline", "fullscreen"], refusesModes: true },
    asked: ["fullscreen"],
  },
  { host: "without one", context: {}, asked: [] },
])(
  "shows five questions of a form in the conversation, and all of them on request, in a host $host",
  async ({ context, asked }) => {
    const { show } = await start();
    const shown = await show({
      tool: "service_create_form",
      input: { structure: everyFieldForm() },
      context,
      window: PHONE,
    });
    const { page, app, told } = shown;
    const questions = () => app.locator(".item[data-id]:visible").count();
    expect(await questions()).toBe(5);
    expect(Number(told("height").at(-1))).toBeLessThan(1_500);
    expect(told("mode")).toEqual([]);
    const all = await app.locator(".item[data-id]").count();
    await app.getByRole("button", { name: `Show all ${all} questions` }).click();
    await app.waitForFunction(() => document.activeElement?.matches(".item"));
    expect([await questions(), told("mode")]).toEqual([all, asked]);
    expect(await app.getByRole("button", { name: "Show all" }).count()).toBe(0);
    await keepPicture(page, "form-whole-phone");
  },
);

test("a form shows five questions again after it leaves the host's full screen", async () => {
  const { show } = await start();
  const { page, app } = await show({
    tool: "service_create_form",
    input: { structure: everyFieldForm() },
    context: { displayMode: "fullscreen", availableDisplayModes: ["inline", "fullscreen"] },
  });
  const questions = app.locator(".item[data-id]:visible");
  expect(await questions.count()).toBeGreaterThan(15);
  await page.evaluate(() =>
    (globalThis as never as { changeContext(c: object): void }).changeContext({ displayMode: "inline" }),
  );
  await app.getByRole("button", { name: /Show all/ }).waitFor();
  expect(await questions.count()).toBe(5);
});

test("shows the number of responses, and how many of them are in the table", async () => {
  const service = await start();
  const { form, respondOften } = await answeredForm(service);
  await respondOften(12, (n) => ({ name: `Ada ${n}` }));
  const { app } = await service.show({ tool: "service_get_responses", input: { form_id: form.id } });
  const rows = await app.locator("table.answers tbody tr").count();
  expect([await app.locator("h1").innerText(), rows]).toEqual(["12 responses", 10]);
  expect(await app.locator("h1 + p").innerText()).toBe("The table shows 10 of them, the newest first.");
  const few = await service.show({
    tool: "service_get_responses",
    input: { form_id: form.id, limit: 3 },
  });
  expect(await few.app.locator("h1 + p").innerText()).toBe("The table shows 3 of them, the newest first.");
});

test("axe finds no problems in the three pages on a phone, in dark and light", async () => {
  const service = await start();
  const { form, respondOften } = await answeredForm(service);
  await respondOften(12, (n) => ({
    name: `Ada ${n}`,
    age: 20 + n,
    speaks: n % 2 === 0,
    stars: 1 + (n % 5),
    recommend: n % 11,
  }));
  const pages = [
    { tool: "service_get_form", input: { form_id: form.id, include_structure: true } },
    { tool: "service_get_responses", input: { form_id: form.id } },
    { tool: "service_get_lesson_generation_status", input: { quote_id: await lesson(service) } },
  ];
  // The pages share their colours, so each is checked in one theme. Pictures are taken in both.
  const both = ["dark", "light"];
  for (const [at, shown] of pages.entries())
    for (const theme of pictures === undefined ? both.slice(at % 2, (at % 2) + 1) : both) {
      const { page, app, attempts } = await service.show({ ...shown, context: { theme }, window: PHONE });
      await keepPicture(page, `${shown.tool}-${theme}-phone`);
      const found = [await barriers(app as never), attempts()];
      expect([theme, shown.tool, ...found]).toEqual([theme, shown.tool, [], []]);
    }
});

/** Returns a lesson whose texts are the names of its sections. */
function riverLesson(request: LessonRequest): Lesson {
  const texts = (name: string) => ({ en: name, de: `${name} (de)` });
  const sections = ["Source", "Course", "Mouth"].map((name, at) => ({
    id: name,
    heading: texts(name),
    paragraphs: [texts(`The ${name} of a river.`)],
    ...(at === 0 && { illustration: 0 }),
  }));
  return { ...shortLesson(request), sections };
}

test("shows the progress of a lesson, then its sections by keyboard, in the host's language", async () => {
  let finish: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const service = await start({
    writer: shortLessons({ write: (request) => written.then(() => riverLesson(request)) }),
  });
  const input = { quote_id: await orderLesson(service) };
  const { page, app, attempts } = await service.show({
    tool: "service_get_lesson_generation_status",
    input,
    window: PHONE,
  });
  expect(await app.getByRole("progressbar").getAttribute("value")).toBe("0");
  finish();
  await app.waitForSelector(".lesson h2");
  const headings = () => app.locator("h2:visible").allInnerTexts();
  expect([await app.getByRole("progressbar").count(), await headings()]).toEqual([0, ["Source"]]);
  expect(await app.getByRole("button").allInnerTexts()).toEqual(["Next"]);
  await app.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  expect(await headings()).toEqual(["Course"]);
  expect(await app.evaluate(() => document.activeElement?.textContent)).toBe("Course");
  await page.evaluate(() =>
    (globalThis as never as { changeContext(c: object): void }).changeContext({ locale: "de" }),
  );
  await app.getByRole("button", { name: "Weiter" }).click();
  expect([await headings(), await app.locator("nav").innerText()]).toEqual([
    ["Mouth (de)"],
    expect.stringContaining("Abschnitt 3 von 3"),
  ]);
  expect(await app.getByRole("button").allInnerTexts()).toEqual(["Zurück"]);
  await keepPicture(page, "lesson-sections-phone");
  expect([await barriers(app as never), attempts()]).toEqual([[], []]);
});

/** Functions that the host of the tests adds to its window. */
interface HostWindow {
  sendResult(result: object): Promise<void>;
  cancelCall(): Promise<void>;
}

test.each(["light", "dark"])(
  "a lesson whose call goes on as a task shows its progress, and then the lesson (%s)",
  async (theme) => {
    const gate = Promise.withResolvers<void>();
    const write = (request: LessonRequest) => gate.promise.then(() => riverLesson(request));
    const service = await start({ writer: shortLessons({ write }) });
    const quote_id = await quoteLesson(service);
    const { page, app, attempts } = await service.show({
      tool: "service_create_lesson",
      input: { quote_id, task_mode: "fixed" },
      isOpen: true,
      context: { theme },
      window: PHONE,
    });
    expect(await app.locator(".badge").innerText()).toBe("Waiting to be accepted");
    const { structuredContent } = await service.call("service_create_lesson", { quote_id });
    await app.getByText("The text is being written.").waitFor();
    expect(await app.getByRole("progressbar").getAttribute("value")).toBe("0");
    expect(await app.locator("#status").innerText()).toBe("");
    await keepPicture(page, `lesson-task-working-${theme}`);
    expect([await barriers(app as never), attempts()]).toEqual([[], []]);
    gate.resolve();
    await app.waitForSelector(".lesson h2");
    const result = { content: [], structuredContent: { ...structuredContent, status: "completed" } };
    await page.evaluate((late) => (globalThis as never as HostWindow).sendResult(late), result);
    await app.locator(".badge").getByText("Ready").waitFor();
    expect(await app.locator("h2:visible").allInnerTexts()).toEqual(["Source"]);
    await keepPicture(page, `lesson-task-done-${theme}`);
  },
);

test("a lesson whose call is cancelled is made all the same, and its page says so", async () => {
  const gate = Promise.withResolvers<void>();
  const write = (request: LessonRequest) => gate.promise.then(() => riverLesson(request));
  const service = await start({ writer: shortLessons({ write }) });
  const input = { quote_id: await orderLesson(service) };
  const tool = "service_create_lesson";
  const { page, app } = await service.show({ tool, input, isOpen: true, window: PHONE });
  await app.getByText("The text is being written.").waitFor();
  await page.evaluate(() => (globalThis as never as HostWindow).cancelCall());
  await app.locator("#status").getByText("The lesson is made all the same.").waitFor();
  await keepPicture(page, "lesson-task-cancelled");
  gate.resolve();
  await app.waitForSelector(".lesson h2");
  expect(await app.locator("#status").innerText()).toBe("The call was cancelled.");
});

test("a lesson that cannot be made says so while its call goes on", async () => {
  const write = () => Promise.reject(new Refusal("generation_failed", "The model said no."));
  const service = await start({ writer: shortLessons({ write }) });
  const input = { quote_id: await orderLesson(service) };
  const tool = "service_create_lesson";
  const { page, app } = await service.show({ tool, input, isOpen: true, window: PHONE });
  await app.locator(".badge.failed").getByText("Could not be made").waitFor();
  await keepPicture(page, "lesson-task-failed");
});

test("a lesson whose call goes on moves its bar, if the host forbids calls of pages", async () => {
  const service = await start();
  const input = { quote_id: await quoteLesson(service) };
  const tool = "service_create_lesson";
  const { page, app } = await service.show({ tool, input, isOpen: true, capabilities: {}, window: PHONE });
  expect(await app.getByRole("progressbar").getAttribute("value")).toBeNull();
  await keepPicture(page, "lesson-task-unknown");
  expect(await barriers(app as never)).toEqual([]);
});

const PAYLOADS = [
  `<img src=x onerror="globalThis.attacked=1">`,
  `</script><script>globalThis.attacked=1</script>`,
  `"><svg onload="globalThis.attacked=1"><iframe srcdoc="<script>parent.attacked=1</script>">`,
  `</textarea></title><b onclick="globalThis.attacked=1" class="attack">x</b>`,
  `javascript:globalThis.attacked=1//<a href="javascript:globalThis.attacked=1" class="attack">`,
];
const TEXTS = /^(title|description|label|placeholder|unit|statement|min_label|max_label|message)$/;

/** Returns the form with an attack in each text of an owner. */
function attacked(form: FormStructure): FormStructure {
  let places = 0;
  return JSON.parse(JSON.stringify(form), (key, value) =>
    TEXTS.test(key) && typeof value === "object"
      ? Object.fromEntries(
          Object.keys(value).map((language) => [language, PAYLOADS[places++ % PAYLOADS.length]]),
        )
      : value,
  );
}

/** Returns a lesson with an attack in each text of a writer. */
function attackedLesson(request: LessonRequest): Lesson {
  const texts = (attack: string) =>
    Object.fromEntries(request.languages.map((language) => [language, attack]));
  const [title, summary] = PAYLOADS.map(texts);
  const sections = PAYLOADS.map((attack, at) => ({
    id: `s${at}`,
    heading: texts(attack),
    paragraphs: PAYLOADS.map(texts),
    ...(at === 0 && { illustration: 0 }),
  }));
  const notices = PAYLOADS.map((attack, at) => ({ code: `attack_${at}`, text: texts(attack) }));
  return { ...shortLesson(request), title: title!, summary: summary!, sections, notices };
}

test("code in texts of owners, respondents and writers of lessons does not run, and a change still works", async () => {
  const service = await start({
    writer: shortLessons({ write: async (request) => attackedLesson(request) }),
  });
  const { form, respond } = await answeredForm(service, attacked(everyFieldForm()));
  for (const payload of PAYLOADS)
    await respond({ name: payload, track: { other: payload }, source: payload });
  const created = await service.show({
    tool: "service_create_form",
    input: { structure: attacked(everyFieldForm()) },
  });
  await created.app.locator('[data-id="bio"] .change button').click();
  await created.app.waitForFunction(() => document.querySelector("#status")?.textContent === "Changed.");
  const responses = await service.show({ tool: "service_get_responses", input: { form_id: form.id } });
  const made = await service.show({
    tool: "service_get_lesson_generation_status",
    input: { quote_id: await lesson(service) },
  });
  for (let section = 1; section < PAYLOADS.length; section += 1)
    await made.app.getByRole("button", { name: "Next" }).click();
  expect(await made.app.locator("nav").innerText()).toContain(`Section ${PAYLOADS.length} of`);
  for (const { app, attempts } of [created, responses, made]) {
    expect(await app.locator("main").innerText()).toContain("globalThis.attacked");
    for (const part of (await app.locator("main td, .label, .hint, li, h1, h2, .view p").all()).slice(0, 12))
      await part.click({ force: true, timeout: 1_000 }).catch(() => undefined);
    const seen = await app.evaluate(() => [
      "attacked" in globalThis,
      document.querySelectorAll(".attack, img, svg[onload], iframe, [href^=javascript]").length,
    ]);
    expect([seen, attempts()]).toEqual([[false, 0], []]);
  }
});

test("the policy of a page blocks code that a view would let through, even if the host allows more", async () => {
  const { show, call } = await start();
  const { structuredContent } = await call("service_create_form", { structure: everyFieldForm() });
  const { form_id } = structuredContent;
  const { page, app, attempts } = await show({
    tool: "service_get_form",
    input: { form_id, include_structure: true },
  });
  expect(attempts()).toEqual([]);
  // The console reports the same error, which would fail the test.
  page.removeAllListeners("console");
  await app.evaluate((attack) => {
    const script = document.createElement("script");
    script.textContent = "globalThis.attacked = 1";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", attack);
  }, PAYLOADS[0]!);
  await expect
    .poll(() => [...new Set(attempts())].toSorted())
    .toEqual(["img-src", "script-src-attr", "script-src-elem"]);
  expect(await app.evaluate(() => "attacked" in globalThis)).toBe(false);
});
