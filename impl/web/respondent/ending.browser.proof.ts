/** Endings that lead on at once, and calendar files, in a real browser. */
import { readFile } from "node:fs/promises";
import ICAL from "ical.js";
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { enterCode, goOn, letter } from "../../test/support/states/respondent.ts";

const ending = {
  id: "end",
  title: { en: "You have a place", de: "Sie haben einen Platz" },
  message: { en: "We look forward to seeing you.", de: "Wir freuen uns auf Sie." },
  redirect_url: "https://example.org/next",
  calendar: { title: { en: "Workshop" }, start: "2027-05-20", end: "2027-05-21" },
};

async function confirm(options: BrowserContextOptions, redirect_at_once: boolean) {
  const forms = await publicForms();
  const url = await forms.publish({ ...letter, endings: [{ ...ending, redirect_at_once }] });
  const page = await openPage(options);
  await page.route("https://example.org/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Another site</h1>" }),
  );
  await page.goto(url);
  await page.fill("#f-email", "ada@example.org");
  forms.later(61_000);
  await goOn(page);
  await page.waitForURL("**/sent/**");
  await enterCode({ page }, (await forms.mail()).code);
  return page;
}

test.for([true, false])(
  "leads on at once, with scripts: %s; the Back button finds the ending",
  async (javaScriptEnabled) => {
    const page = await confirm({ viewport: DESKTOP, locale: "en", javaScriptEnabled }, true);
    await page.waitForURL("https://example.org/next");
    expect(await page.locator("h1").textContent()).toBe("Another site");
    await page.goBack();
    await page.waitForURL("**/done/**");
    await page.getByRole("link", { name: "Continue to example.org" }).waitFor();
  },
);

test.for([
  { locale: "en", viewport: DESKTOP, colorScheme: "light" },
  { locale: "de", viewport: PHONE, colorScheme: "dark" },
] as const)("offers a calendar file in $locale, $viewport.width wide", async (options) => {
  const page = await confirm(options, false);
  await page.waitForURL("**/done/**");
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `ending-${options.locale}`);
  const name = options.locale === "de" ? "In den Kalender eintragen" : "Add to calendar";
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("event.ics");
  const file = await readFile(await download.path(), "utf8");
  const [event] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent");
  expect(new ICAL.Event(event!).duration.toSeconds()).toBe(2 * 86_400);
});
