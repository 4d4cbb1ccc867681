/** Finds missing translations of a form, and adds free ones, wherever a language is added. */
import type { FormStructure, Language, LocalizedText } from "../../../generated/types.ts";
import type { KnownTranslation } from "../generator.ts";
import { type Placed, placedTexts } from "./places.ts";

/** A text, and the languages of the form that it lacks. */
export interface LackingText extends Placed<LocalizedText> {
  readonly languages: readonly Language[];
}

/**
 * @param before the form as it was: what its texts lacked in its languages stays so, since somebody left it so
 */
export function lackingTexts(structure: FormStructure, before?: FormStructure): LackingText[] {
  const { default_language: from } = structure;
  const wanted = structure.languages.filter((language) => language !== from);
  if (wanted.length === 0) return [];
  const fresh = wanted.filter((language) => !before?.languages.includes(language));
  const known = new Set(before && placedTexts(before).map(({ value }) => JSON.stringify(value)));
  return placedTexts(structure).flatMap((placed) => {
    const { value } = placed;
    const candidates = known.has(JSON.stringify(value)) ? fresh : wanted;
    const languages = candidates.filter((language) => value[language] === undefined);
    return languages.length > 0 && value[from] !== undefined ? [{ ...placed, languages }] : [];
  });
}

/** The structure with every lacking text that is known. Texts that have a translation keep it. */
export function withKnownTexts(
  structure: FormStructure,
  known: KnownTranslation | undefined,
  before?: FormStructure,
): FormStructure {
  if (known === undefined || lackingTexts(structure, before).length === 0) return structure;
  const filled = structuredClone(structure);
  const { default_language: from } = filled;
  for (const { value, path, languages } of lackingTexts(filled, before))
    for (const to of languages) {
      const words = known({ text: value[from]!, isChoice: isChoice(path) }, from, to);
      if (words !== undefined) value[to] = words;
    }
  return filled;
}

/** Tells whether a text is a choice: words such as "Post" have another meaning elsewhere. */
function isChoice(path: string): boolean {
  return /\/(?:choices|rows|columns)\/\d+\/label$/.test(path);
}

/** Whether nothing else differs than that the form is offered in more languages. */
export function onlyAddsLanguages(structure: FormStructure, before: FormStructure): boolean {
  const { languages } = before;
  const isMore = structure.languages.length > languages.length;
  return isMore && JSON.stringify({ ...structure, languages }) === JSON.stringify(before);
}
