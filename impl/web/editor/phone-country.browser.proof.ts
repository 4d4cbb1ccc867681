/** The country of phone numbers in the editor: chosen by its name, and known for new questions. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../.ci/draw.ts";
import type { FormStructure, Language } from "../../../generated/types.ts";
import { barriers, keepPicture, PHONE } from "../../test/support/browser.ts";
import { editors, saved, small } from "../../test/support/editors.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

const title = (language: Language) => ({ [language]: "Phone" }) as FormStructure["title"];

function form(language: Language): FormStructure {
  return {
    title: title(language),
    default_language: language,
    languages: [language],
    pages: [{ id: "one", fields: [{ id: "phone", type: "phone", label: title(language) }] }],
  };
}

const country = (page: Page) => page.locator('.ed-panel select:has(option[value="IE"])');

test.each([
  ["en", undefined, "None: numbers stay as written", "Ireland"],
  ["de", PHONE, "Deutschland (nach der Sprache)", "Irland"],
] as const)("an owner in %s chooses the country by its name", async (language, viewport, none, name) => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow({
    locale: language,
    ...(viewport && { viewport, colorScheme: "dark" as const }),
  });
  const id = await create(form(language));
  await edit(page, id);
  await page.locator('[data-item="phone"] .ed-item-name').click();
  const chosen = () => country(page).locator("option:checked").innerText();
  expect(await chosen()).toBe(none);
  const names = await country(page).locator("option").allInnerTexts();
  expect(names.slice(1)).toEqual(names.slice(1).toSorted(new Intl.Collator(language).compare));
  expect(await country(page).evaluate((menu) => menu.scrollWidth - menu.clientWidth)).toBeLessThanOrEqual(0);
  await keepPicture(page, `editor-phone-country-${language}`);
  expect(await barriers(page)).toEqual([]);
  await country(page).selectOption(name);
  await saved(page);
  expect((await stored(id)).pages[0]!.fields[0]).toMatchObject({ default_country: "IE" });
  await country(page).selectOption(none);
  await expect
    .poll(async () => (await stored(id)).pages[0]!.fields[0])
    .toEqual(form(language).pages[0]!.fields[0]);
});

test("every owner's language names all countries", async () => {
  const { openWindow, create, edit } = await editors();
  const id = await create(form("en"));
  for (const locale of locales) {
    const page = await openWindow({ locale });
    await edit(page, id);
    await page.locator('[data-item="phone"] .ed-item-name').click();
    const [none, ...names] = await country(page).locator("option").allInnerTexts();
    expect(none, locale).toMatch(/^\S+ ?: /);
    expect(new Set(names).size, locale).toBe(names.length);
    expect(
      names.filter((name) => /^[A-Z]{2}$/.test(name)),
      locale,
    ).toEqual([]);
  }
});

test("a new phone question is of the owner's country, then of that of the other ones", async () => {
  const { openWindow, create, edit, stored, storage } = await editors();
  await storage.db.updateTable("accounts").set({ time_zone: "Europe/Dublin" }).execute();
  const page = await openWindow();
  const id = await create(small);
  await edit(page, id);
  const add = async () => {
    await page.getByRole("button", { name: "Add question" }).last().click();
    await page.locator("[data-type=phone]").click();
  };
  const countries = async () =>
    (await stored(id)).pages
      .flatMap(({ fields }) => fields)
      .flatMap((field) => (field.type === "phone" ? [field.default_country] : []));
  await add();
  await expect.poll(countries).toEqual(["IE"]);
  await country(page).selectOption("New Zealand");
  await expect.poll(countries).toEqual(["NZ"]);
  await add();
  await expect.poll(countries).toEqual(["NZ", "NZ"]);
});
