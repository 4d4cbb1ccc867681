/** Prices in the editor: amounts of choices and numbers, kept as the formula of a calculation. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../.ci/draw.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, cutSelects, keepPicture, PHONE } from "../../test/support/browser.ts";
import { editors, saved } from "../../test/support/editors.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

function order(formula?: string): FormStructure {
  return {
    title: { en: "Pizza order" },
    default_language: "en",
    languages: ["en"],
    pages: [
      {
        id: "one",
        fields: [
          {
            id: "pizza",
            type: "single_choice",
            label: { en: "Pizza" },
            choices: [
              { id: "margherita", label: { en: "Margherita" } },
              { id: "salami", label: { en: "Salami" } },
            ],
          },
          { id: "pieces", type: "number", label: { en: "How many?" } },
          { id: "drinks", type: "number", label: { en: "Drinks" } },
          { id: "note", type: "short_text", label: { en: "Note" } },
        ],
      },
    ],
    ...(formula !== undefined && { calculations: [{ id: "total", label: { en: "Total" }, formula }] }),
  };
}

const amountOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("with the keyboard, an owner gives prices, and shows their sum to respondents", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(order());
  const page = await openWindow();
  const formula = async () => (await stored(id)).calculations?.[0]?.formula;
  await edit(page, id);
  await page.locator("[data-name=add-calculations]").press("Enter");
  expect(await page.getByLabel("Add the amounts of").locator("option").allInnerTexts()).toEqual([
    "–",
    "Pizza",
    "How many?",
    "Drinks",
  ]);
  await page.getByLabel("Add the amounts of").selectOption("pizza");
  await amountOf(page, "Margherita").fill("8");
  await amountOf(page, "Salami").fill("9.5");
  await page.getByLabel("Times the answer to").selectOption("pieces");
  await page.getByLabel("Add the amounts of").selectOption("drinks");
  await amountOf(page, "For each one").fill("2.5");
  await amountOf(page, "Always added").fill("3");
  await saved(page);
  expect(await formula()).toBe(
    "round(if(answered(pieces), score(pizza, 'margherita': 8, 'salami': 9.5) * pieces, 0) + if(answered(drinks), drinks * 2.5, 0) + 3, 2)",
  );

  await page.locator("[data-name=show-sum]").press("Enter");
  await saved(page);
  expect((await stored(id)).pages[0]!.fields.at(-1)).toMatchObject({
    type: "statement",
    label: { en: "result_1: {{result_1}}" },
  });
  for (const _ of [1, 2]) await page.keyboard.press("Control+z");
  await saved(page);
  expect(await formula()).not.toContain("+ 3");
});

test("a formula of that shape is shown as prices, another one as a formula alone", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const id = await create(order("score(pizza, 'margherita': 8, 'salami': 9) + drinks * 2"));
  const page = await openWindow();
  await edit(page, id);
  await page.getByRole("button", { name: "Total", exact: true }).click();
  await expect.poll(() => amountOf(page, "Salami").inputValue()).toBe("9");
  await amountOf(page, "Salami").fill("");
  await amountOf(page, "Margherita").fill("");
  await saved(page);
  expect((await stored(id)).calculations![0]!.formula).toBe("score(pizza, 'margherita': 0) + drinks * 2");
  await page.getByRole("group", { name: "Pizza" }).getByRole("button", { name: "Delete" }).click();
  await saved(page);
  expect((await stored(id)).calculations![0]!.formula).toBe("drinks * 2");

  await page.locator("summary", { hasText: "Formula" }).click();
  await page.getByLabel("Formula", { exact: true }).fill("min(drinks, 3)");
  await saved(page);
  expect(await page.getByText("Prices and points").count()).toBe(0);
});

test.each(locales)("on a phone prices are whole and accessible, also in the dark: %s", async (locale) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ viewport: PHONE, locale, colorScheme: "dark" });
  await edit(page, await create(order("round(score(pizza, 'margherita': 8) * pieces + drinks * 2 + 3, 2)")));
  await page.getByRole("button", { name: "Total", exact: true }).click();
  await page.locator("fieldset").first().scrollIntoViewIfNeeded();
  await keepPicture(page, `prices-${locale}`);
  expect([...(await barriers(page)), ...(await cutSelects(page))]).toEqual([]);
});
