/** Adds translations by the service to a structure, and marks them. */
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { collectTexts, setAt, textId } from "../../../forms/structure/identified-texts.ts";
import type { Translations } from "../boot.ts";

const LISTS: readonly unknown[] = ["choices", "rows", "columns"];

/** Lists the texts without a translation, in the format of a request to the service. */
export function listUntranslated(structure: FormStructure, to: Language) {
  const from = structure.default_language;
  return collectTexts(structure).flatMap(({ path, text }) => {
    const original = text[from];
    if (original === undefined || text[to] !== undefined) return [];
    const kind: keyof Translations = LISTS.includes(path.at(-3)) ? "choices" : "labels";
    return [{ path, text, original, kind }];
  });
}

/** Lists the languages of the form that a text is not translated into. */
export function listLackingLanguages(structure: FormStructure, text: LocalizedText | undefined): Language[] {
  if (text?.[structure.default_language] === undefined) return [];
  return structure.languages.filter((language) => text[language] === undefined);
}

/** Counts the missing translations of the form, over all its languages. */
export function countLacking(structure: FormStructure): number {
  const lacking = collectTexts(structure).flatMap(({ text }) => listLackingLanguages(structure, text));
  return lacking.length;
}

/** Adds translations to texts that still have none. All other texts stay. */
export function fillTexts(structure: FormStructure, to: Language, translations: Translations) {
  const texts: LocalizedText[] = [];
  let filled = structure;
  for (const { path, text, original, kind } of listUntranslated(structure, to)) {
    const words = translations[kind][original];
    if (typeof words !== "string") continue;
    const next = { ...text, [to]: words };
    texts.push(next);
    filled = setAt(filled, path, next);
  }
  return { structure: filled, texts };
}

/** Identifies a translation by its texts, so a translation that the user changes is no longer marked. */
export function filledMark(text: LocalizedText, from: Language, to: Language): string {
  return JSON.stringify([to, text[from], text[to]]);
}

/** Lists the marks of all translations that the service has added to the sent structure. */
export function listFilledMarks(sent: FormStructure, filled: FormStructure): string[] {
  const { default_language: from } = filled;
  const before = new Map(collectTexts(sent).map((one) => [textId(one), one.text]));
  return collectTexts(filled).flatMap((one) =>
    (Object.keys(one.text) as Language[])
      .filter((language) => before.get(textId(one))?.[language] === undefined)
      .map((language) => filledMark(one.text, from, language)),
  );
}
