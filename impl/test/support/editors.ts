/** Editors in Chromium: a signed-in window with a form, and what stands in the database. */
import type { BrowserContextOptions, Page } from "playwright-core";
import type { FormStructure } from "../../../generated/types.ts";
import { builtInEditor, builtInGenerator } from "../../ai/built-in.ts";
import { createFromStructure } from "../../forms/create/create-from-structure.ts";
import { loadStructure } from "../../forms/forms.ts";
import type { GenerateForm } from "../../forms/generator.ts";
import { DESKTOP, openPage } from "./browser.ts";
import { ownerPages } from "./owner.ts";
import type { ServiceOptions } from "./service.ts";

export async function editors(
  generateForm: GenerateForm = builtInGenerator,
  environment: ServiceOptions["environment"] = {},
) {
  const service = await ownerPages({ generateForm, editForm: builtInEditor, environment });
  const ada = await service.signIn();
  const { id: accountId } = await service.storage.db
    .selectFrom("accounts")
    .select("id")
    .executeTakeFirstOrThrow();

  /** A window of ada, or of another person who is signed in. */
  async function openWindow(options: BrowserContextOptions = {}, person = ada): Promise<Page> {
    const page = await openPage({ viewport: DESKTOP, locale: "en", ...options });
    await page
      .context()
      .addCookies([{ name: "session", value: person.cookie("session")!, url: service.publicUrl }]);
    return page;
  }

  async function create(structure: FormStructure, publish = false): Promise<string> {
    const { id } = await createFromStructure({ storage: service.storage, clock: service.now }, accountId, {
      structure,
      publish,
      title: undefined,
      languages: undefined,
      defaultLanguage: undefined,
      idempotencyKey: undefined,
    });
    return id;
  }

  const form = (id: string) =>
    service.storage.db.selectFrom("forms").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  return {
    ...service,
    ada,
    accountId,
    openWindow,
    create,
    form,
    stored: async (id: string) => loadStructure(service.storage.db, await form(id)),
    /** Opens the editor and waits until its script runs. */
    async edit(page: Page, id: string): Promise<void> {
      await page.goto(`${service.publicUrl}/forms/${id}/edit`);
      await page.waitForSelector(".ed-head");
    },
  };
}

/** Waits until the editor says so. */
export function saved(page: Page, state = "saved"): Promise<unknown> {
  return page.waitForSelector(`.ed-state[data-state="${state}"]`);
}

/** The page in the preview of the editor. */
export const previewOf = (page: Page) => page.frameLocator(".ed-frame:not(.ed-frame-new)");

/** Writes a text where the preview shows it, in the place of the one that is there. */
export async function writeText(page: Page, before: string, words: string): Promise<void> {
  await previewOf(page).locator("[data-text]", { hasText: before }).first().click();
  const box = previewOf(page).locator(".writing");
  await box.fill(words);
  await box.press("Enter");
}

/** A form of two pages with little in it. */
export const small: FormStructure = {
  title: { en: "Summer school" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "one",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        {
          id: "course",
          type: "single_choice",
          label: { en: "Course" },
          choices: [
            { id: "c1", label: { en: "Painting" } },
            { id: "c2", label: { en: "Music" } },
          ],
        },
        { id: "age", type: "number", label: { en: "Age" } },
      ],
    },
    { id: "two", fields: [{ id: "notes", type: "long_text", label: { en: "Notes" } }] },
  ],
};
