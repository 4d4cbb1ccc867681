/** Texts that were written anew in the default language, with translations of what they said before. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { collectTexts, type IdentifiedText, textId } from "../structure/identified-texts.ts";

export interface OutdatedText extends IdentifiedText {
  /** Those that still have the translation of the former text. */
  readonly languages: readonly Language[];
}

/** @param before the form as it was; what was not there yet, or is in another default language now, is no former text */
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
