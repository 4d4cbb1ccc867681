/** Twenty everyday forms, each as a form text in the 24 languages. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import { getCached } from "../../platform/cache.ts";
import english from "./words/en.json" with { type: "json" };
import type { GroupWord } from "./words.ts";

/** The names by which a text may ask for them are words of the notation. */
export type TemplateName = GroupWord<"templates">;

export const templateNames = Object.keys(english.templates) as TemplateName[];

/** The texts of each template by language. */
const texts = new Map<TemplateName, ReadonlyMap<string, string>>();

/** The form text of a template, in the words of the language. */
export function templateText(name: TemplateName, language: Language): string {
  const text = getCached(texts, name, () => readTexts(name)).get(language);
  if (text === undefined) throw new Error(`The template ${name} has no heading "=== ${language}".`);
  return text;
}

/** Reads the file of a template: a heading `=== en` before the text in each language. */
function readTexts(name: TemplateName): ReadonlyMap<string, string> {
  const file = readFileSync(new URL(`templates/${name}.txt`, import.meta.url), "utf8");
  const [, ...parts] = file.split(/^=== /m);
  return new Map(parts.map((part) => [part.slice(0, 2), `${part.slice(3).trimEnd()}\n`]));
}
