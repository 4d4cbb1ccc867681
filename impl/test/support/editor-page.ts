/** The elements of the page in the preview of the editor that tests look for. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { barriers, WCAG } from "./browser.ts";
import { previewOf as frame, small } from "./editors.ts";

export const WIDE = { width: 1600, height: 1000 };

export const text = (page: Page, words: string) => frame(page).locator("[data-text]", { hasText: words });
export const writing = (page: Page) => frame(page).locator(".writing");
export const item = (page: Page, id: string) => page.locator(`[data-item="${id}"] .ed-item-name`);

export const insertAfter = (page: Page, id: string) =>
  frame(page).locator(`[data-insert="${id}"]:not(.first)`);
export const insertBefore = (page: Page, id: string) => frame(page).locator(`[data-insert="${id}"].first`);

/** Returns the accessibility problems of the page in the frame. */
export async function barriersInFrame(page: Page): Promise<string[]> {
  const srcdoc = await page.locator(".ed-frame:not(.ed-frame-new)").getAttribute("srcdoc");
  expect(srcdoc).toContain("data-text");
  const inner = page.frames().at(-1)!;
  return barriers(inner as unknown as Page, WCAG);
}

/** A form in two languages. The question that tests replace has a translation, so a save adds no known one. */
export const described: FormStructure = {
  ...small,
  description: { en: "For all ages.\n\nIn July." },
  languages: ["en", "de"],
  pages: small.pages.map((page) => ({
    ...page,
    fields: page.fields.map((field) =>
      field.id === "course" ? { ...field, label: { en: "Course", de: "Kurs" } } : field,
    ),
  })),
};
