/** The script of a page takes over what a respondent has begun before it arrived. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { openPage } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const label = (en: string) => ({ en });
const choices = ["a", "b", "c"].map((id) => ({ id, label: label(`Choice ${id}`) }));

/** One of each kind whose input a script replaces. */
const fields: readonly FormField[] = [
  { id: "rank", type: "ranking", label: label("Rank"), choices },
  { id: "walk", type: "scale", label: label("Walk"), min: 0, max: 100 },
  { id: "file", type: "file_upload", label: label("File") },
  { id: "signed", type: "signature", label: label("Signature") },
];

const form = (id: string): FormStructure => ({
  title: label("Rare"),
  default_language: "en",
  languages: ["en"],
  pages: [{ id: "p", fields: fields.filter((field) => field.id === id) }],
});

/** Opens a page whose scripts arrive only after `arrive` was called. */
async function openSlowly(url: string) {
  const page = await openPage({ viewport: { width: 1280, height: 900 } });
  const arrive = await holdScripts(page, () => page.goto(url, { waitUntil: "commit" }));
  return { page, arrive };
}

/** Loads a page without its scripts. Returns a function that lets them arrive. */
async function holdScripts(page: Page, load: () => Promise<unknown>): Promise<() => void> {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await load();
  await requested.promise;
  return released.resolve;
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
    const { page, arrive } = await openSlowly(await forms.publish(form(id)));
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
  const { page, arrive } = await openSlowly(await forms.publish(form("file")));
  const letter = { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") };
  await page.setInputFiles("#f-file", letter);
  arrive();
  await page.locator(".file-row", { hasText: "letter.pdf" }).locator(".file-remove").waitFor();
});

test("a text of their own is kept beside its tick, which Firefox has set before the script arrives", async () => {
  const forms = await publicForms();
  const drinks: FormStructure = {
    title: label("Drinks"),
    default_language: "en",
    languages: ["en"],
    pages: [
      {
        id: "p",
        fields: [{ id: "drink", type: "multiple_choice", label: label("Drink"), choices, allow_other: true }],
      },
    ],
  };
  const { page, arrive } = await openSlowly(await forms.publish(drinks));
  const own = page.locator("#q-drink .other");
  arrive();
  await page.waitForLoadState();
  await page.check("#q-drink [value=b]");
  await page.check("#q-drink [value='+other']");
  // The page keeps what is typed from the moment on when its script has begun.
  const fill = async () => {
    await own.fill("Mint tea");
    return page.evaluate<string>("JSON.stringify(localStorage)");
  };
  await expect.poll(fill).toContain("Mint tea");
  const arriveAgain = await holdScripts(page, () => page.reload({ waitUntil: "commit" }));
  await page.check("#q-drink [value=b]");
  await page.check("#q-drink [value='+other']");
  arriveAgain();
  await page.getByText("still here").waitFor();
  expect(await own.inputValue()).toBe("Mint tea");
});
