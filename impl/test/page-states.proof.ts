import { expect, test } from "vitest";
import { languageCodes, type TextKey } from "../texts/languages.ts";
import { DESKTOP, openPage, PHONE } from "./support/browser.ts";
import { looksOf, pageTexts, walkStates, wideLanguages } from "./support/browser-states.ts";
import { mistakeTexts } from "./support/mistaken-form.ts";
import { publicForms } from "./support/public-forms.ts";
import { publicLessons } from "./support/public-lessons.ts";
import { states } from "./support/states/index.ts";

/** Texts that no state shows, and why. */
const unseen: Partial<Record<TextKey, string>> = {
  invalid: "browsers send texts only, which a form reads without doubt",
  embed_close: "the dialog of another site: embedding.browser.proof.ts opens it",
  files_full: "a full budget of the owner: unsent-files.service.test.ts fills it",
  files_total: "50 MB of files: large-pages.proof.ts sends them",
  no_room: "a full disk: unsent-answers.service.test.ts fills it",
  no_room_title: "a full disk, too",
  too_large: "80 MB: the page is the one for a request body that no form sends",
  waiting_choice: "a page behind a mailed link: waiting/choices.service.test.ts opens it",
  too_many_title: "2,000 requests: the page is the one for a request body that no form sends",
};

// `npm run proof` searches all states, and in other windows, too.
test("no state of a page is too wide, an eighth of them has no barriers, and every text of the page occurs in a state", async () => {
  const { found, seen } = await walkStates([{ viewport: PHONE, colorScheme: "dark" }], 8);
  expect(found).toEqual({});
  expect(pageTexts.filter((key) => !seen.has(key)).sort()).toEqual(Object.keys(unseen).sort());
}, 240_000);

test("in some languages no page is too wide for a small phone, with everything wrong on it either", async () => {
  const some = languageCodes.filter((_, index) => index % 6 === 0);
  expect(await wideLanguages(some)).toEqual({});
});

test("reports every kind of mistake beside its field, and in the list above", async () => {
  const forms = await publicForms();
  const lessons = await publicLessons();
  const page = await openPage({ viewport: DESKTOP });
  for (const [name, reach] of states)
    if (/^every kind of mistake/.test(name)) await reach({ forms, lessons, page });
  for (const key of mistakeTexts) {
    const label = page.getByText(new RegExp(`^Wrong: ${key}( \\(|$)`));
    const message = page.locator("[data-field]", { has: label }).locator(".message").first();
    expect(await message.textContent(), key).toMatch(looksOf(key as TextKey));
    const id = await message.getAttribute("id");
    expect(await page.locator(`[aria-describedby~="${id}"]`).count(), key).toBeGreaterThan(0);
  }
  expect(await page.locator("#summary li").count()).toBe(mistakeTexts.length);
  expect(await page.evaluate("document.activeElement.id")).toBe("summary");
});
