/** Scripts of rare kinds of questions load when the respondent comes near such a question, and take over what was begun without them. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { barriers, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const label = (en: string) => ({ en });
const choices = ["a", "b", "c"].map((id) => ({ id, label: label(`Choice ${id}`) }));
const RARE = ["ranking", "signature", "slider", "uploads"];

/** Many questions of the usual kinds, and then one of each rare kind. */
const fields: readonly FormField[] = [
  ...Array.from({ length: 20 }, (_, at) => ({
    id: `text_${at}`,
    type: "long_text" as const,
    label: label(`Text ${at}`),
  })),
  { id: "rank", type: "ranking", label: label("Rank"), choices },
  { id: "walk", type: "scale", label: label("Walk"), min: 0, max: 100 },
  { id: "file", type: "file_upload", label: label("File") },
  { id: "signed", type: "signature", label: label("Signature") },
];

const form = (settings: FormStructure["settings"] = {}): FormStructure => ({
  title: label("Rare"),
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: [...fields] }],
  settings,
});

/** Lists the scripts of rare kinds that a page requests from now on. */
function watchScripts(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/assets\/(\w+)-\w{8}\.js/.exec(request.url()) ?? [];
    if (name && RARE.includes(name)) names.push(name);
  });
  return names;
}

test("a long page loads scripts of rare kinds when its end comes near, each once", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, hasTouch: true });
  const names = watchScripts(page);
  await page.goto(await forms.publish(form()));
  await page.fill("#f-text_0", "Far away");
  await page.waitForLoadState("networkidle");
  expect(names).toEqual([]);
  await page.locator("#f-text_19").scrollIntoViewIfNeeded();
  await page.locator("#q-rank .rank").first().waitFor();
  await page.locator("#q-signed").scrollIntoViewIfNeeded();
  for (const part of ["#q-walk .slider", "#q-file .drop", "#q-signed .pad"])
    await page.locator(part).waitFor();
  await page.locator("#f-text_0").scrollIntoViewIfNeeded();
  await page.locator("#q-signed").scrollIntoViewIfNeeded();
  expect(names.toSorted()).toEqual(RARE);
  expect(await barriers(page)).toEqual([]);
});

test("with one question at a time, a script loads while the question before is shown", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, hasTouch: true });
  const names = watchScripts(page);
  await page.goto(await forms.publish(form({ display: "one_question" })));
  const next = page.locator(".actions .main");
  for (let at = 0; at < 18; at += 1) await next.click();
  await page.waitForLoadState("networkidle");
  expect(names).toEqual([]);
  await next.click();
  await page.locator("#f-text_19").waitFor();
  await expect.poll(() => names).toEqual(["ranking"]);
  await next.click();
  await page.locator("#q-rank .rank").first().waitFor();
  await expect.poll(() => names).toEqual(["ranking", "slider"]);
});

test("with one question at a time, no rare script loads before the questions are hidden", async () => {
  const forms = await publicForms();
  const page = await openPage({ viewport: PHONE, hasTouch: true });
  const names = watchScripts(page);
  const { promise: isWanted, resolve: wantQuestions } = Promise.withResolvers<void>();
  await page.route(/\/assets\/questions-/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto(await forms.publish(form({ display: "one_question" })), { waitUntil: "commit" });
  // The script of the page adds this region before it looks for questions that are near. The browser tells them with the next frame.
  await page.locator("#summary-news").waitFor({ state: "attached" });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((resolve) => void requestAnimationFrame(resolve));
  });
  wantQuestions();
  await page.locator("form[data-stepped]").waitFor();
  await page.waitForLoadState("networkidle");
  expect(names).toEqual([]);
});

/** Opens a page whose scripts of rare kinds arrive only after `arrive` was called. */
async function openSlowly(url: string) {
  const page = await openPage({ viewport: { width: 1280, height: 900 } });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/(${RARE.join("|")})-`), async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(url);
  return { page, arrive: resolve };
}

test.for([
  ["rank", "1", ".rank", "Place of Choice b 1"],
  ["walk", "70", ".slider", undefined],
  ["file", undefined, ".drop", undefined],
  ["signed", undefined, ".pad", "Draw"],
] as const)(
  "the focus and what was typed stay in %s when its script arrives",
  async ([id, typed, part, name]) => {
    const forms = await publicForms();
    const structure = form();
    const pages = [{ id: "p", fields: fields.filter((field) => field.id === id) }];
    const { page, arrive } = await openSlowly(await forms.publish({ ...structure, pages }));
    const inputs = page.locator(`#q-${id} input`);
    const input = id === "rank" ? inputs.nth(1) : inputs.first();
    await input.focus();
    if (typed) await page.keyboard.type(typed);
    arrive();
    await page.locator(`#q-${id} ${part}`).first().waitFor();
    const focused = page.locator(`#q-${id} :focus`);
    expect(await focused.count()).toBe(1);
    if (name) expect((await focused.ariaSnapshot()).replaceAll('"', "")).toContain(name);
    else expect(await focused.getAttribute("id")).toBe(`f-${id}`);
    if (id === "walk") expect(await page.inputValue("#q-walk .slider")).toBe(typed);
  },
);

test("a file that was chosen before its script arrives is uploaded, and stays in sight", async () => {
  const forms = await publicForms();
  const pages = [{ id: "p", fields: fields.filter(({ id }) => id === "file") }];
  const { page, arrive } = await openSlowly(await forms.publish({ ...form(), pages }));
  const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  await page.setInputFiles("#f-file", letter);
  arrive();
  await page.locator(".file-row", { hasText: "letter.pdf" }).locator(".file-remove").waitFor();
});
