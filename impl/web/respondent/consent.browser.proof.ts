/** Consents whose label says the same as their statement, as form texts write them. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, DESKTOP, keepPicture, openPage, PHONE } from "../../test/support/browser.ts";
import { editors, previewOf } from "../../test/support/editors.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { goOn } from "../../test/support/states/respondent.ts";

const RULES = { en: "I have read the rules.", de: "Ich habe die Regeln gelesen." };
const NEWS = { en: "Send me the news.", de: "Schicken Sie mir die Neuigkeiten." };

const form: FormStructure = {
  title: { en: "Club", de: "Verein" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        { id: "rules", type: "consent", label: RULES, statement: RULES, required: true },
        { id: "news", type: "consent", label: NEWS, statement: { ...NEWS, de: "Ja, gern." } },
      ],
    },
  ],
};

/** Counts how often people see a text: a text that is only for screen readers is one pixel wide. */
async function seen(page: Page, text: string): Promise<number> {
  const boxes = await Promise.all((await page.getByText(text).all()).map((each) => each.boundingBox()));
  return boxes.filter((box) => box !== null && box.width > 1 && box.height > 1).length;
}

test.for([
  { viewport: PHONE, colorScheme: "light" },
  { viewport: DESKTOP, colorScheme: "dark" },
] as const)("a statement that is the label is shown once, $viewport.width wide", async (options) => {
  const forms = await publicForms();
  const url = await forms.publish(form);
  const page = await openPage({ ...options, locale: "en" });
  await page.goto(url);
  expect([await seen(page, RULES.en), await seen(page, NEWS.en)]).toEqual([1, 1]);
  // Most questions are optional, so the required one has the mark.
  expect(await page.locator("#q-news").innerText()).toMatch(/Send me the news\.$/);
  const star = page.locator("#q-rules .card .required");
  expect(await star.evaluate((mark) => getComputedStyle(mark, "::after").content)).toBe('" *"');
  await page.getByRole("group", { name: RULES.en }).getByRole("checkbox", { name: RULES.en }).waitFor();
  forms.later(5_000);
  await goOn(page);
  await page.locator(".summary, [role=alert]").getByRole("link", { name: RULES.en }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `consent-${options.viewport.width}`);
  await page.goto(`${url}?lang=de`);
  expect([await seen(page, NEWS.de), await seen(page, "Ja, gern.")], "two texts in German").toEqual([1, 1]);
});

test("the editor shows both texts, since each is written on its own", async () => {
  const service = await editors();
  const id = await service.create(form);
  const page = await service.openWindow();
  await service.edit(page, id);
  const preview = previewOf(page);
  await preview.locator("#q-rules").waitFor();
  expect(await preview.locator("#q-rules legend").evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(
    1,
  );
});
