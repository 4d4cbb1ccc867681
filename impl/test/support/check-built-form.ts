/** Compares a form with its prompt, without the parser: no text is changed, and none is lost silently. */
import { readFileSync } from "node:fs";
import type { FormStructure, Language, LocalizedText, Warning } from "../../../generated/types.ts";
import { placedTexts } from "../../forms/structure/places.ts";
import { getCached } from "../../platform/cache.ts";
import { LANGUAGES } from "../../texts/detection/names.ts";
import { fold } from "../../texts/fold.ts";

export interface Built {
  readonly structure: FormStructure;
  readonly warnings: readonly Warning[];
}

/** A form of a template has texts of its own, so only its warnings count. */
export function mistakesOf(prompt: string, { structure, warnings }: Built): string[] {
  const isTemplate = warnings.some(({ code }) => code === "fields_added");
  const messages = warnings.map(({ message }) => message);
  const written = isTemplate ? [] : placedTexts(structure).map(({ value }) => textOf(value));
  return [
    ...(isTemplate ? [] : changedTexts(prompt, textsOf(structure))),
    ...choicesAlike(structure),
    ...lostWords(prompt, structure, [...written, ...messages]),
  ];
}

/** The texts stand in the prompt, with the signs around them. */
export function changedTexts(prompt: string, texts: readonly string[]): string[] {
  const inPrompt = squeezed(prompt);
  return texts
    .filter((text) => !standsIn(inPrompt, squeezed(text)))
    .map((text) => `"${text}" does not stand in the prompt`);
}

/** Whether a text stands there with nothing that belongs to it beside it: "A" does not stand in "A+". */
function standsIn(whole: string, part: string): boolean {
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + 1)) {
    const [before, after] = [whole.slice(0, at).at(-1) ?? " ", whole.charAt(at + part.length) || " "];
    if (!/[\p{L}\p{N}+]/u.test(before) && !/[\p{L}\p{N}+%€$°]/u.test(after)) return true;
  }
  return false;
}

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

function choicesAlike({ pages }: FormStructure): string[] {
  return pages.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      const choices = "choices" in field ? field.choices.map(({ label }) => fold(textOf(label))) : [];
      return choices.length === new Set(choices).size
        ? []
        : [`two choices of "${textOf(field.label)}" are alike`];
    }),
  );
}

/** Letters and codes before lines are marks, as numbers are: `a) …`, `Q1: …`. */
const ENUMERATION = /^[\s*-]*(?:\(?\p{L}[.)]|\p{L}\d+[.):]|\p{L}?\d+(?:\.\d+)+[.):]?)\s/gmu;

/** Each word of the prompt stands in a text, in the tables of the notation, or in a value such as a link or a type of files. */
function lostWords(prompt: string, structure: FormStructure, texts: readonly string[]): string[] {
  const { settings, endings, pages } = structure;
  const rules = pages.flatMap(({ fields }) =>
    fields.map((field) => "validation" in field && field.validation),
  );
  const said = wordsOf([...texts, ...valuesIn([settings, endings, rules])]);
  const tables = new Set([...tableWords("en"), ...tableWords(structure.default_language)]);
  return [...wordsOf([prompt.replace(ENUMERATION, "")])]
    .filter((word) => !said.has(word) && !tables.has(word) && !/^\d+$/.test(word))
    .map((word) => `"${word}" is lost`);
}

function valuesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(fold(texts.join(" ")).match(/[\p{L}\p{N}]+/gu) ?? []);
}

const tables = new Map<Language, ReadonlySet<string>>();

/** Words of the tables, units, file types, months and languages. */
function tableWords(language: Language): ReadonlySet<string> {
  return getCached(tables, language, () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
    const names = new Intl.DisplayNames([language], { type: "language" });
    return wordsOf([
      read(`../../forms/text/words/${language}.json`),
      read("../../forms/text/questions/units.json"),
      read("../../forms/text/questions/extensions.ts"),
      ...monthNames(language),
      ...LANGUAGES.map((code) => names.of(code) ?? ""),
    ]);
  });
}

function monthNames(language: Language): string[] {
  return (["long", "short"] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2026, index, 15)));
  });
}

const textOf = (text: LocalizedText) => Object.values(text)[0] ?? "";

/** Returns the texts of the pages. The form itself has generated texts, such as the title of a form without one. */
export function textsOf(structure: FormStructure): string[] {
  return placedTexts(structure)
    .filter(({ path }) => path.startsWith("/pages/"))
    .map(({ value }) => textOf(value));
}
