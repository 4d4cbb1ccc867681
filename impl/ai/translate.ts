/** Translates texts. Damaged translations are left out, never shown. */

import { limits } from "../../generated/limits.ts";
import type { FormStructure, Language, LocalizedText, Warning } from "../../generated/types.ts";
import { type LackingText, lackingTexts, withKnownTexts } from "../forms/structure/lacking-texts.ts";
import { translationWarnings } from "../forms/structure/texts.ts";
import { translateInstructions } from "./forms/instructions.ts";
import { knownTranslation } from "./known-texts.ts";
import type { LanguageModel } from "./language-model.ts";
import { isIntact, requestTranslations } from "./translation-request.ts";
import type { Unasked } from "./unrequested-content.ts";

/** The numbers of texts and languages in one request that a model handles well. */
const MAX_TEXTS = 60;
const MAX_LANGUAGES = 4;
/** Requests at once. */
const PARALLEL = 3;

export interface Translated {
  readonly structure: FormStructure;
  /** One warning for each incomplete language. */
  readonly warnings: readonly Warning[];
  /** Contents of translations that their originals lack. */
  readonly unasked: readonly Unasked[];
}

/**
 * Fills in the languages of the structure that its texts lack: known texts first, the rest by the model. Texts that have a translation
 * keep it, and nothing else changes.
 * @param before the form as it was: texts that it has already stay as they are in its languages, translated or not
 *
 * A model that fails leaves texts untranslated, with a warning: respondents then see the default language.
 */
export async function translateMissing(
  model: LanguageModel,
  structure: FormStructure,
  signal: AbortSignal,
  before?: FormStructure,
): Promise<Translated> {
  const translated = structuredClone(withKnownTexts(structure, knownTranslation, before));
  const requests = requestsFor(lackingTexts(translated, before));
  const unasked: Unasked[] = [];
  for (let at = 0; at < requests.length; at += PARALLEL)
    await Promise.all(
      requests
        .slice(at, at + PARALLEL)
        .map((request) => fillIn(model, request, translated.default_language, signal, unasked)),
    );
  return { structure: translated, warnings: translationWarnings(translated), unasked };
}

interface TranslationRequest {
  readonly texts: readonly LocalizedText[];
  readonly languages: readonly Language[];
}

/** Texts that lack the same languages go together. */
function requestsFor(lacking: readonly LackingText[]): TranslationRequest[] {
  const groups = Map.groupBy(lacking, ({ languages }) => languages.join(" "));
  return [...groups.values()].flatMap((group) => {
    const texts = group.map(({ value }) => value);
    return chunks(group[0]?.languages ?? [], MAX_LANGUAGES).flatMap((languages) =>
      chunks(texts, MAX_TEXTS).map((part) => ({ texts: part, languages })),
    );
  });
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

async function fillIn(
  model: LanguageModel,
  { texts, languages }: TranslationRequest,
  from: Language,
  signal: AbortSignal,
  unasked: Unasked[],
): Promise<void> {
  const originals = texts.map((text) => text[from]!);
  const system = translateInstructions;
  const onUnasked = (one: Unasked) => unasked.push(one);
  const request = { texts: originals, from, languages, system, onUnasked };
  const found = await requestTranslations(model, request, signal);
  for (const language of languages)
    for (const [index, text] of texts.entries()) {
      const translation = found(language, index);
      if (translation !== undefined && isFaithful(originals[index]!, translation))
        text[language] = translation;
    }
}

/** Whether a translation is usable, and fits where the original fits. */
function isFaithful(original: string, translation: string): boolean {
  const most =
    [...original].length <= limits.title_length.max
      ? limits.title_length.max
      : limits.localized_text_length.max;
  return isIntact(original, translation) && [...translation].length <= most;
}
