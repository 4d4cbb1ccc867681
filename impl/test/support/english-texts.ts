/** Finds English texts of the service on pages that are in German. */
import type { Page } from "playwright-core";
import type { Language } from "../../../generated/types.ts";
import { formsOf, textFiles } from "./text-files.ts";

const german = textsIn("de").join("\n");

/** The parts of translated English texts between placeholders, of two words or more, that differ from the German ones. */
const english = [
  ...new Set(
    textsIn("en")
      .flatMap((text) => text.split(/\{\w+\}/))
      .map((part) => part.replace(/\s+/g, " ").trim())
      .filter((part) => /\p{L}{2,}\W+\p{L}{2,}/u.test(part) && !german.includes(part)),
  ),
];

function textsIn(language: Language): string[] {
  return [...textFiles.values()].flatMap((files) =>
    Object.entries(files.get(language) ?? {})
      .filter(([key]) => Object.hasOwn(files.get("de") ?? {}, key))
      .flatMap(([, message]) => formsOf(message)),
  );
}

/**
 * Returns the English texts of a page whose language is German, except for a document marked as English. @param written texts
 * of users, which may equal a text of the service
 */
export async function englishTexts(page: Page, written: string): Promise<string[]> {
  const parts = (await page.evaluate(`(() => {
    if (document.documentElement.lang !== "de") return [];
    const parts = [document.title];
    for (const one of document.body.querySelectorAll("*")) {
      if (/^(SCRIPT|STYLE|TEXTAREA|CODE|PRE)$/.test(one.tagName) || one.closest("noscript, article[lang=en]")) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt"]) parts.push(one.getAttribute(name) ?? "");
      for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) parts.push(node.data);
    }
    return parts;
  })()`)) as string[];
  const said = parts.map((part) => part.replace(/\s+/g, " ").trim()).filter((part) => part !== "");
  return [...new Set(said)]
    .filter((part) => !written.includes(part) && english.some((text) => part.includes(text)))
    .map((part) => `in English: ${part}`);
}
