/** Twenty everyday forms, each as a form text in the 24 languages. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import { cached } from "../../platform/cached.ts";
import type { GroupWord } from "./words.ts";

/** The names by which a text may ask for them are words of the notation. */
export type TemplateName = GroupWord<"templates">;

const texts = new Map<string, string>();

/** The form text of a template, in the words of the language. */
export function templateText(name: TemplateName, language: Language): string {
  return cached(texts, `${language}/${name}`, () =>
    readFileSync(new URL(`templates/${language}/${name}.txt`, import.meta.url), "utf8"),
  );
}
