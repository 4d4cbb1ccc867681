/** Texts that were written anew in the default language, with translations of what they said before. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { collectTexts, type IdentifiedText, textId } from "../structure/identified-texts.ts";

export interface OutdatedText extends IdentifiedText {
  /** The languages that still have the translation of the former text. */
  readonly languages: readonly Language[];
}

/**
 * Finds outdated translations. @param before the form before the edit; new texts, and texts with another default language now,
 * have no former text
 */
export function outdatedTexts(before: FormStructure, after: FormStructure): OutdatedText[] {
  const { default_language: first } = after;
  if (before.default_language !== first) return [];
  const former = new Map(collectTexts(before).map((one) => [textId(one), one.text]));
  return collectTexts(after).flatMap((one) => {
    const old = former.get(textId(one));
    if (old === undefined || old[first] === undefined || old[first] === one.text[first]) return [];
    const languages = (Object.keys(one.text) as Language[]).filter(
      (language) => language !== first && one.text[language] === old[language],
    );
    return languages.length > 0 ? [{ ...one, languages }] : [];
  });
}
