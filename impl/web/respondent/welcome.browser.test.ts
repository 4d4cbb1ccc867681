/** The welcome page in a real browser, on all displays of a form. */
import { expect, test } from "vitest";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { letter } from "../../test/support/states/respondent.ts";

const welcome = {
  title: { en: "Write us a letter", de: "Schreiben Sie uns einen Brief" },
  text: {
    en: "It takes **two minutes**. You need:\n\n- your address\n- [our rules](https://example.org/)",
    de: "Es dauert **zwei Minuten**. Sie brauchen:\n\n- Ihre Adresse\n- [unsere Regeln](https://example.org/)",
  },
};

test.for([
  { locale: "en", viewport: DESKTOP, colorScheme: "light", display: "pages", javaScriptEnabled: true },
  { locale: "de", viewport: PHONE, colorScheme: "dark", display: "one_question", javaScriptEnabled: true },
  { locale: "en", viewport: DESKTOP, colorScheme: "dark", display: "one_question", javaScriptEnabled: false },
] as const)(
  "begins by keyboard in $locale, $viewport.width wide, $display, scripts: $javaScriptEnabled",
  async ({ display, ...options }) => {
    const forms = await publicForms();
    const url = await forms.publish({ ...letter, welcome }, { settings: { display } });
    const page = await openPage(options);
    await page.goto(url);
    const start = page.getByRole("button", { name: options.locale === "de" ? "Los geht’s" : "Start" });
    await start.waitFor();
    if (options.javaScriptEnabled) expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `welcome-${options.locale}-${display}-${options.colorScheme}`);
    await page.emulateMedia({ media: "print" });
    await keepPicture(page, `welcome-${options.locale}-${display}-print`);
    await page.emulateMedia({ media: "screen" });
    await start.focus();
    await page.keyboard.press("Enter");
    await page.locator("#f-email").waitFor();
    // The browser goes back only from a page that has loaded.
    await page.waitForLoadState();
    await page.goBack();
    await start.waitFor();
    await page.setViewportSize({ width: 320, height: 600 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  },
);
