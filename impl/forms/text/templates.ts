/** Twenty everyday forms, each as a form text in the 24 languages. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import { getCached } from "../../platform/cached.ts";
import english from "./words/en.json" with { type: "json" };
import type { GroupWord } from "./words.ts";

/** The names by which a text may ask for them are words of the notation. */
export type TemplateName = GroupWord<"templates">;

export const templateNames = Object.keys(english.templates) as TemplateName[];

const texts = new Map<string, string>();

/** The form text of a template, in the words of the language. */
export function templateText(name: TemplateName, language: Language): string {
  return getCached(texts, `${language}/${name}`, () =>
    readFileSync(new URL(`templates/${language}/${name}.txt`, import.meta.url), "utf8"),
  );
}
