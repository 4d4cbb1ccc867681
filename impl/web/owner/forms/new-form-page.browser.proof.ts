/** The page for a new form: templates as pictures, found by typing, and the other ways beside the prompt. */
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../../.ci/draw.ts";
import { barriers, keepPicture, PHONE } from "../../../test/support/browser.ts";
import { editors, small } from "../../../test/support/editors.ts";
import { ownerLanguages } from "../../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

test("finds a template by typing, by its title or a question, and makes a form of it in one click", async () => {
  const { openWindow, publicUrl, create, stored } = await editors();
  await create(small);
  const page = await openWindow();
  await page.goto(`${publicUrl}/forms`);
  await page.getByRole("link", { name: "New form" }).click();
  const cards = page.locator(".templates > li:visible");
  expect(await cards.count()).toBe(20);
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel("Search templates").fill("invit");
  expect(await cards.count()).toBeLessThan(20);
  await page.getByLabel("Search templates").fill("qwrtz");
  expect(await cards.count()).toBe(0);
  await page.getByText("No template has these words.").waitFor();
  await page.getByLabel("Search templates").fill("contact message");
  expect(await cards.allInnerTexts()).toEqual([expect.stringMatching(/^Contact form\s+5 questions$/)]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".ed-head");
  const id = /frm_\w+/.exec(page.url())![0];
  expect((await stored(id)).title).toEqual({ en: "Contact form" });
});

test("searches without scripts, in German, on a phone in the dark; an empty form is one click away", async () => {
  const { openWindow, publicUrl, stored } = await editors();
  const page = await openWindow({
    viewport: PHONE,
    locale: "de",
    colorScheme: "dark",
    javaScriptEnabled: false,
  });
  // An account without forms sees the same on the list.
  await page.goto(`${publicUrl}/forms`);
  await page.getByLabel("Vorlagen durchsuchen").fill("Kontaktformular");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/forms/new?find=Kontaktformular");
  expect(await page.locator(".templates > li:visible").count()).toBe(1);
  await page.getByRole("button", { name: "Mit leerem Formular beginnen" }).click();
  const id = /frm_\w+/.exec(page.url())![0];
  expect((await stored(id)).pages[0]!.fields).toHaveLength(1);
});

test.for([
  [1440, "en", "light"],
  [390, "de", "dark"],
  [320, "de", "light"],
] as const)("the page %i pixels wide in '%s' has no barrier", async ([width, locale, colorScheme]) => {
  const { openWindow, publicUrl } = await editors();
  const page = await openWindow({ viewport: { width, height: 900 }, locale, colorScheme });
  await page.goto(`${publicUrl}/forms/new`);
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `new-form-${width}-${locale}`);
});

/** Words of names of templates that a line breaks. */
const brokenWords = `[...document.querySelectorAll(".template b")].flatMap((name) => {
  const [{ firstChild: text }, word] = [name, document.createRange()];
  return [...text.data.matchAll(/[\\p{L}\\p{N}]+/gu)].filter(({ index, 0: { length } }) => {
    word.setStart(text, index);
    word.setEnd(text, index + length);
    return new Set([...word.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(([broken]) => broken);
})`;

test.for(locales)(
  "on the smallest phones no name of a template breaks within a word, in '%s'",
  async (locale) => {
    const { openWindow, publicUrl } = await editors();
    const page = await openWindow({ viewport: { width: 320, height: 640 }, locale });
    await page.goto(`${publicUrl}/forms/new`);
    expect(await page.locator(".template b").count()).toBe(20);
    expect(await page.evaluate(brokenWords)).toEqual([]);
  },
);
