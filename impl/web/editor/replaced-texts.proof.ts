/** A text that is replaced loses its translations, unless its owner writes or restores them. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import { editors, previewOf, saved, small, writeText } from "../../test/support/editors.ts";

async function openLanguages(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Languages and translations" }).click();
}

/** A form in English and German with all translations. */
const bilingual: FormStructure = {
  ...small,
  title: { en: "Summer school", de: "Sommerschule" },
  languages: ["en", "de"],
  pages: [
    {
      id: "one",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name", de: "Name" } },
        { id: "boat", type: "short_text", label: { en: "Which boat?", de: "Welches Boot?" } },
      ],
    },
  ],
};

async function editBilingual() {
  const service = await editors();
  const id = await service.create(bilingual);
  const page = await service.openWindow({ viewport: { width: 1600, height: 1000 } });
  await service.edit(page, id);
  const label = async (at: number) => (await service.stored(id)).pages[0]!.fields[at]!.label;
  const open = (name: string) => page.locator(".ed-outline .ed-item-name", { hasText: name }).click();
  const writeIn = (language: string) => page.getByLabel("Writing in").selectOption({ label: language });
  return { ...service, page, id, label, open, writeIn };
}

test("a replaced text loses its translations, and undo restores them", async () => {
  const { page, label } = await editBilingual();
  await writeText(page, "Which boat?", "Which ship?");
  await page.getByText("German: the translation belonged to the former text and was removed.").waitFor();
  const missing = page.locator(".ed-outline .ed-count");
  expect(await missing.innerText()).toContain("1 translation is missing");
  await page.locator(".ed-section", { hasText: "Texts" }).locator("summary").click();
  await page.getByText("Not translated: German").waitFor();
  await saved(page);
  await expect.poll(() => label(1)).toEqual({ en: "Which ship?" });
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "a translation that went");

  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => label(1)).toEqual({ en: "Which boat?", de: "Welches Boot?" });

  expect(await missing.count()).toBe(0);

  // The service's translation is marked.
  await writeText(page, "Which boat?", "Which ship?");
  await openLanguages(page);
  await page.getByText("2 of 3 texts are translated").waitFor();
  await page.getByLabel("German: Which ship?").fill("Welches Schiff?");
  await expect.poll(() => label(1)).toEqual({ en: "Which ship?", de: "Welches Schiff?" });
});

test("keeps both texts if the user writes both languages, in either order", async () => {
  const { page, label, open, writeIn } = await editBilingual();
  await open("Which boat?");
  await writeIn("German");
  await writeText(page, "Welches Boot?", "Welches Schiff?");
  await expect.poll(() => label(1)).toEqual({ en: "Which boat?", de: "Welches Schiff?" });
  await writeIn("English");
  await writeText(page, "Which boat?", "Which ship?");
  await expect.poll(() => label(1)).toEqual({ en: "Which ship?", de: "Welches Schiff?" });
});

test("restores the translations when a text is typed as it was before", async () => {
  const { page, label } = await editBilingual();
  await previewOf(page).locator("[data-text]", { hasText: "Which boat?" }).first().click();
  const box = previewOf(page).locator(".writing");
  await box.fill("Which boat");
  await expect.poll(() => label(1)).toEqual({ en: "Which boat" });
  await box.fill("Which boat?");
  await expect.poll(() => label(1)).toEqual({ en: "Which boat?", de: "Welches Boot?" });
});

test("adds the known translations of a new text, and marks them", async () => {
  const { page, label } = await editBilingual();
  await writeText(page, "Which boat?", "Email");
  await expect.poll(() => label(1)).toEqual({ en: "Email", de: "E-Mail-Adresse" });
  await openLanguages(page);
  await page.getByText("1 text was filled in by the service").waitFor();
  expect(await page.getByLabel("German: Email").inputValue()).toBe("E-Mail-Adresse");
  await saved(page);
});
