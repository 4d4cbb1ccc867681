/** A language that is added in the editor: what the service fills in, what it leaves alone, and what it says of both. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import { editors, previewOf, saved, small, writeText } from "../../test/support/editors.ts";
import { prefixed } from "../../test/support/model-lesson.ts";
import { modelServer } from "../../test/support/model-server.ts";

/** Texts in German from before, which the form does not offer. */
const withOwnWords: FormStructure = {
  ...small,
  pages: [
    {
      id: "one",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name", de: "Wie heißt du?" } },
        { id: "email", type: "email", label: { en: "Email" } },
        { id: "boat", type: "short_text", label: { en: "Which boat?" } },
        {
          id: "again",
          type: "single_choice",
          label: { en: "Will you come again?" },
          choices: [
            { id: "yes", label: { en: "Yes" } },
            { id: "no", label: { en: "No" } },
          ],
        },
      ],
    },
  ],
};

async function editLanguages(structure: FormStructure, environment: Record<string, string> = {}) {
  const service = await editors(undefined, environment);
  const id = await service.create(structure);
  const page = await service.openWindow({ viewport: { width: 1600, height: 1000 } });
  await service.edit(page, id);
  await openLanguages(page);
  return { ...service, page, id };
}

async function addGerman(page: Page): Promise<void> {
  await page.getByLabel("Add language").selectOption({ label: "German" });
}

async function openLanguages(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Languages and translations" }).click();
}

test("a language that is added has what the service knows, marked until its owner has looked at it", async () => {
  const { page, id, stored } = await editLanguages(withOwnWords);
  await addGerman(page);
  await page.getByText("German is added. The service filled in 3 texts; 3 are left to translate.").waitFor();
  await page.getByText("4 of 7 texts are translated").waitFor();
  expect(await barriers(page)).toEqual([]);
  await saved(page);
  const [name, email, boat, again] = (await stored(id)).pages[0]!.fields;
  expect([name, email, boat].map((field) => field!.label)).toEqual([
    { en: "Name", de: "Wie heißt du?" },
    { en: "Email", de: "E-Mail-Adresse" },
    { en: "Which boat?" },
  ]);
  expect(again).toMatchObject({
    choices: [{ label: { en: "Yes", de: "Ja" } }, { label: { en: "No", de: "Nein" } }],
  });

  // The marks outlive the page; what the owner writes is the owner's.
  await page.reload();
  await openLanguages(page);
  const filled = page.locator(".ed-filled");
  await expect.poll(() => filled.count()).toBe(3);
  await page.getByLabel("German: Email").fill("Mailadresse");
  await page.getByText("2 texts were filled in by the service.").waitFor();
  await page.locator("[data-name=filled-checked]").click();
  await expect.poll(() => filled.count()).toBe(0);
  await saved(page);
  await page.reload();
  await openLanguages(page);
  await page.getByText("4 of 7 texts are translated").waitFor();
  expect(await filled.count()).toBe(0);
});

test("one undo takes the language away with what was filled in", async () => {
  const { page, id, stored } = await editLanguages(withOwnWords);
  await addGerman(page);
  await page.getByText("4 of 7 texts are translated").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByText("The form has one language.").waitFor();
  await saved(page);
  expect(await stored(id)).toEqual(withOwnWords);
});

test("a language is added without an answer of the service, which says so", async () => {
  const { page, id, stored } = await editLanguages(withOwnWords);
  await page.route("**/translation", (route) => route.abort());
  await addGerman(page);
  await page.getByText("What the service knows could not be filled in").waitFor();
  await saved(page);
  expect((await stored(id)).languages).toEqual(["en", "de"]);
});

test("texts go out as CSV and come back; a file with a mistake is told by line and column, and changes nothing", async () => {
  const { page, id, stored } = await editLanguages({ ...withOwnWords, languages: ["en", "de"] });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByText("Save texts as CSV").click(),
  ]);
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv).toContain("fields/boat,label,Which boat?,\r\n");
  const send = (text: string) =>
    page.getByLabel("Read texts from CSV").setInputFiles({
      name: "texts.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  await send(csv.replace("fields/boat,", "fields/bote,"));
  await page.getByText("Line 5, column “id”: the form has no text with this id and kind").waitFor();
  expect(await barriers(page)).toEqual([]);
  await send(csv.replace("Which boat?,", "Which boat?,Welches Boot?"));
  await page.getByText("2 of 7 texts are translated").waitFor();
  await saved(page);
  expect((await stored(id)).pages[0]!.fields[2]!.label).toEqual({ en: "Which boat?", de: "Welches Boot?" });
});

/** In German throughout, and offered so. */
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

test("a text that is written anew loses the translations of the former one; undo brings them back", async () => {
  const { page, label } = await editBilingual();
  await writeText(page, "Which boat?", "Which ship?");
  await page.getByText("German: the translation said what stood there before, and went with it.").waitFor();
  const missing = page.locator(".ed-outline .ed-to-check");
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

  // It is marked where it is filled in.
  await writeText(page, "Which boat?", "Which ship?");
  await openLanguages(page);
  await page.getByText("2 of 3 texts are translated").waitFor();
  await page.getByLabel("German: Which ship?").fill("Welches Schiff?");
  await expect.poll(() => label(1)).toEqual({ en: "Which ship?", de: "Welches Schiff?" });
});

test("who writes a text in both languages keeps what he wrote, whichever came first", async () => {
  const { page, label, open, writeIn } = await editBilingual();
  await open("Which boat?");
  await writeIn("German");
  await writeText(page, "Welches Boot?", "Welches Schiff?");
  await expect.poll(() => label(1)).toEqual({ en: "Which boat?", de: "Welches Schiff?" });
  await writeIn("English");
  await writeText(page, "Which boat?", "Which ship?");
  await expect.poll(() => label(1)).toEqual({ en: "Which ship?", de: "Welches Schiff?" });
});

test("a text that is as it was again has its translations again", async () => {
  const { page, label } = await editBilingual();
  await previewOf(page).locator("[data-text]", { hasText: "Which boat?" }).first().click();
  const box = previewOf(page).locator(".writing");
  await box.fill("Which boat");
  await expect.poll(() => label(1)).toEqual({ en: "Which boat" });
  await box.fill("Which boat?");
  await expect.poll(() => label(1)).toEqual({ en: "Which boat?", de: "Welches Boot?" });
});

test("what the service knows of a new text is filled in, and marked", async () => {
  const { page, label } = await editBilingual();
  await writeText(page, "Which boat?", "Email");
  await expect.poll(() => label(1)).toEqual({ en: "Email", de: "E-Mail-Adresse" });
  await openLanguages(page);
  await page.getByText("1 text was filled in by the service").waitFor();
  expect(await page.getByLabel("German: Email").inputValue()).toBe("E-Mail-Adresse");
  await saved(page);
});

test("where a model is set it translates the rest for one generation, and a model that fails costs none and says so", async () => {
  const model = await modelServer("openai-compatible", [prefixed("de", /boat/), "No JSON at all"]);
  const { page, id, stored, mint, call } = await editLanguages(withOwnWords, model.environment);
  const { token } = await mint();
  const used = async () =>
    (await call(token, "service_get_subscription_status")).structuredContent.generation_quota.used;
  await addGerman(page);
  const rest = page.locator("[data-name=translate-rest]");
  await page.getByText("This uses one generation").waitFor();
  // The ordinary words are filled in meanwhile.
  await rest.and(page.getByText("Translate the rest (3)")).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "translate the rest");
  await rest.click();
  await page.getByText("The model translated 2 texts; 1 is left.").waitFor();
  await page.getByText("6 of 7 texts are translated").waitFor();
  await saved(page);
  const [name, , boat, again] = (await stored(id)).pages[0]!.fields.map(({ label }) => label);
  expect([name, boat, again]).toEqual([
    { en: "Name", de: "Wie heißt du?" },
    { en: "Which boat?" },
    { en: "Will you come again?", de: "de: Will you come again?" },
  ]);
  expect(await used()).toBe(1);
  await rest.click();
  await page.getByText("Nothing was translated, and no generation was used.").waitFor();
  expect(await used()).toBe(1);
  expect(model.bodies.length).toBe(2);
  expect(model.bodies[1]).not.toContain("Wie heißt du?");
});

test("without scripts too the model translates the rest, which is stored when its owner saves it", async () => {
  const model = await modelServer("openai-compatible", [prefixed("de", /boat/), "No JSON at all"]);
  const { openWindow, create, stored, mint, call, publicUrl } = await editors(undefined, model.environment);
  const { token } = await mint();
  const used = async () =>
    (await call(token, "service_get_subscription_status")).structuredContent.generation_quota.used;
  const before: FormStructure = { ...withOwnWords, languages: ["en", "de"] };
  const id = await create(before);
  const page = await openWindow({ javaScriptEnabled: false });
  await page.goto(`${publicUrl}/forms/${id}/edit`);
  const structure = page.getByLabel("Structure as JSON");
  // What is changed and not saved is translated, too.
  await structure.fill((await structure.inputValue()).replace('"Email"', '"Your email"'));
  await page.getByRole("button", { name: "Translate the rest into Deutsch (6)" }).click();
  await page.getByText("Deutsch: the model translated 5 texts; 1 is left.").waitFor();
  await keepPicture(page, "translate the rest without scripts");
  expect([await stored(id), await used()]).toEqual([before, 1]);
  await page.getByRole("button", { name: "Translate the rest into Deutsch (1)" }).click();
  await page.getByText("Nothing was translated, and no generation was used.").waitFor();
  expect(await structure.inputValue()).toContain("de: Your email");
  await page.getByRole("button", { name: "Save structure" }).click();
  await page.getByText("The form is saved.").waitFor();
  const labels = (await stored(id)).pages[0]!.fields.map(({ label }) => label);
  expect([labels, await used()]).toEqual([
    [
      { en: "Name", de: "Wie heißt du?" },
      { en: "Your email", de: "de: Your email" },
      { en: "Which boat?" },
      { en: "Will you come again?", de: "de: Will you come again?" },
    ],
    1,
  ]);
});

test("without a model nothing offers to translate the rest", async () => {
  const { page } = await editLanguages(withOwnWords);
  await addGerman(page);
  await page.getByText("4 of 7 texts are translated").waitFor();
  expect(await page.locator("[data-name=translate-rest]").count()).toBe(0);
  await saved(page);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain("plain-editor");
  expect(html).not.toContain('name="translate"');
});
