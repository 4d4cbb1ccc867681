/** Translations that the service fills in: where they go. */
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { collectTexts, setAt, textId } from "../../../forms/structure/identified-texts.ts";
import type { Translations } from "../boot.ts";

const LISTS: readonly unknown[] = ["choices", "rows", "columns"];

/** What is not translated yet, as the service is asked for it. */
export function untranslated(structure: FormStructure, to: Language) {
  const from = structure.default_language;
  return collectTexts(structure).flatMap(({ path, text }) => {
    const original = text[from];
    if (original === undefined || text[to] !== undefined) return [];
    const kind: keyof Translations = LISTS.includes(path.at(-3)) ? "choices" : "labels";
    return [{ path, text, original, kind }];
  });
}

/** The languages of the form that a text is not translated into. */
export function lackingLanguages(structure: FormStructure, text: LocalizedText | undefined): Language[] {
  if (text?.[structure.default_language] === undefined) return [];
  return structure.languages.filter((language) => text[language] === undefined);
}

/** How many translations the form lacks, over all its languages. */
export function countLacking(structure: FormStructure): number {
  const lacking = collectTexts(structure).flatMap(({ text }) => lackingLanguages(structure, text));
  return lacking.length;
}

/** Fills in translations; what has one by now, and what they do not have, stays. */
export function fillTexts(structure: FormStructure, to: Language, translations: Translations) {
  const texts: LocalizedText[] = [];
  let filled = structure;
  for (const { path, text, original, kind } of untranslated(structure, to)) {
    const words = translations[kind][original];
    if (typeof words !== "string") continue;
    const next = { ...text, [to]: words };
    texts.push(next);
    filled = setAt(filled, path, next);
  }
  return { structure: filled, texts };
}

/** Identifies a translation. One that is changed is the owner's own, and no longer marked. */
export function filledMark(text: LocalizedText, from: Language, to: Language): string {
  return JSON.stringify([to, text[from], text[to]]);
}

/** The marks of all translations that the service has added to the texts that were sent. */
export function filledMarks(sent: FormStructure, filled: FormStructure): string[] {
  const { default_language: from } = filled;
  const before = new Map(collectTexts(sent).map((one) => [textId(one), one.text]));
  return collectTexts(filled).flatMap((one) =>
    (Object.keys(one.text) as Language[])
      .filter((language) => before.get(textId(one))?.[language] === undefined)
      .map((language) => filledMark(one.text, from, language)),
  );
}
