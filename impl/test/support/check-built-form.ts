/** Checks what was made of a prompt against the prompt itself, without the parser: nothing is changed, and nothing is lost in silence. */
import { readFileSync } from "node:fs";
import type { FormStructure, Language, LocalizedText, Warning } from "../../../generated/types.ts";
import { fold } from "../../texts/fold.ts";

export interface Built {
  readonly structure: FormStructure;
  readonly warnings: readonly Warning[];
}

/** What is wrong, as a person would say it. A form of a template has texts of its own, so only its warnings count. */
export function mistakesOf(prompt: string, { structure, warnings }: Built): string[] {
  const isTemplate = warnings.some(({ code }) => code === "fields_added");
  return [
    ...(isTemplate ? [] : changedTexts(prompt, structure)),
    ...choicesAlike(structure),
    ...lostWords(prompt, { structure, warnings }, isTemplate),
  ];
}

/** Labels, choices, rows and columns stand in the prompt, with the signs around them. */
function changedTexts(prompt: string, structure: FormStructure): string[] {
  const inPrompt = squeezed(prompt);
  return textsOf(structure)
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

/** Each word of the prompt stands in the form, in the tables of the notation, or in a warning. */
function lostWords(prompt: string, { structure, warnings }: Built, isTemplate: boolean): string[] {
  const form = isTemplate ? "" : JSON.stringify(structure);
  const said = wordsOf(`${form} ${warnings.map(({ message }) => message).join(" ")}`);
  const tables = new Set([...tableWords("en"), ...tableWords(structure.default_language)]);
  return [...wordsOf(prompt)]
    .filter((word) => !said.has(word) && !tables.has(word) && !/^\d+$/.test(word))
    .map((word) => `"${word}" is lost`);
}

function wordsOf(text: string): Set<string> {
  return new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}

const MONTHS = (language: Language) =>
  Array.from({ length: 12 }, (_, month) =>
    ["long", "short"].map((style) =>
      new Intl.DateTimeFormat(language, { month: style as "long" }).format(Date.UTC(2026, month, 15)),
    ),
  ).flat();

const tableCache = new Map<Language, ReadonlySet<string>>();

function tableWords(language: Language): ReadonlySet<string> {
  const known = tableCache.get(language);
  if (known) return known;
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const names = new Intl.DisplayNames([language], { type: "language" });
  const words = wordsOf(
    [
      read(`../../forms/text/words/${language}.json`),
      read("../../forms/text/units.json"),
      read("../../forms/text/extensions.ts"),
      ...MONTHS(language),
      ...["bg", "hr", "cs", "da", "nl", "en", "et", "fi", "fr", "de", "el", "hu"].map((code) =>
        names.of(code),
      ),
      ...["ga", "it", "lv", "lt", "mt", "pl", "pt", "ro", "sk", "sl", "es", "sv"].map((code) =>
        names.of(code),
      ),
    ].join(" "),
  );
  tableCache.set(language, words);
  return words;
}

const textOf = (text: LocalizedText) => Object.values(text)[0] ?? "";

function textsOf({ pages }: FormStructure): string[] {
  return pages.flatMap(({ fields }) =>
    fields.flatMap((field) => [
      textOf(field.label),
      ...["choices", "rows", "columns"].flatMap((name) => {
        const list = (field as unknown as Record<string, { label: LocalizedText }[] | undefined>)[name] ?? [];
        return list.map(({ label }) => textOf(label));
      }),
    ]),
  );
}
