/** Adds languages in the editor: the service adds translations, leaves other texts alone, and reports both. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, keepPicture } from "../../test/support/browser.ts";
import { editors, saved, small } from "../../test/support/editors.ts";
import { prefixed } from "../../test/support/model-lesson.ts";
import { modelServer } from "../../test/support/model-server.ts";

/** A form with German texts of a language that it no longer offers. */
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

test("an added language gets the translations that the service knows, marked until the user has reviewed them", async () => {
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

  // The marks survive a reload. A text that the owner changes is no longer marked.
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

test("one undo removes an added language with its translations", async () => {
  const { page, id, stored } = await editLanguages(withOwnWords);
  await addGerman(page);
  await page.getByText("4 of 7 texts are translated").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByText("The form has one language.").waitFor();
  await saved(page);
  expect(await stored(id)).toEqual(withOwnWords);
});

test("adds a language even if the service does not answer, and reports that", async () => {
  const { page, id, stored } = await editLanguages(withOwnWords);
  await page.route("**/translation", (route) => route.abort());
  await addGerman(page);
  await page
    .getByText("The language is added, but the service could not fill in its translations.")
    .waitFor();
  await saved(page);
  expect((await stored(id)).languages).toEqual(["en", "de"]);
});

test("saves texts as CSV and reads them; a file with a mistake changes nothing, and the message names line and column", async () => {
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

test("a model translates the rest for one generation; a failure costs none and is reported", async () => {
  const model = await modelServer("openai-compatible", [prefixed("de", /boat/), "No JSON at all"]);
  const { page, id, stored, mint, call } = await editLanguages(withOwnWords, model.environment);
  const { token } = await mint();
  const used = async () =>
    (await call(token, "service_get_subscription_status")).structuredContent.generation_quota.used;
  await addGerman(page);
  const rest = page.locator("[data-name=translate-rest]");
  await page.getByText("This uses one generation").waitFor();
  // Meanwhile the service adds the translations that it knows.
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

test("without scripts, the model translates the rest, and it is stored when the owner saves", async () => {
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
  // The request includes changes that are not saved.
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

test("does not offer to translate the rest without a model", async () => {
  const { page } = await editLanguages(withOwnWords);
  await addGerman(page);
  await page.getByText("4 of 7 texts are translated").waitFor();
  expect(await page.locator("[data-name=translate-rest]").count()).toBe(0);
  await saved(page);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain("plain-editor");
  expect(html).not.toContain('name="translate"');
});
