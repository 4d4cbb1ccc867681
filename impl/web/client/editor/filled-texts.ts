/** Translations that the service fills in: where they go. */
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import type { Translations } from "./boot.ts";
import { collectTexts, setAt } from "./form-texts.ts";

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
