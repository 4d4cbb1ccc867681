/** Sends one request for translations: numbered texts in, numbered texts out. */
import type { Language } from "../../generated/types.ts";
import { asData } from "./as-data.ts";
import { jsonIn } from "./json-in-text.ts";
import { type LanguageModel, ModelFailure } from "./language-model.ts";
import { isObject } from "./read-json.ts";
import { findUnasked, type Unasked } from "./unrequested-content.ts";

interface TranslationRequest {
  readonly texts: readonly string[];
  readonly from: Language;
  readonly languages: readonly Language[];
  /** The instructions for this kind of texts. */
  readonly system: string;
  /** Receives an addition of a translation that its original lacks; that translation is left out. */
  readonly onUnasked?: (unasked: Unasked) => void;
}

/** The text with this index in a language, if the model gave one. */
type FoundTranslations = (language: Language, index: number) => string | undefined;

/** A model that fails gives no translations. */
export async function requestTranslations(
  model: LanguageModel,
  { texts, from, languages, system, onUnasked }: TranslationRequest,
  signal: AbortSignal,
): Promise<FoundTranslations> {
  const numbered = Object.fromEntries(texts.map((text, index) => [String(index + 1), text]));
  const data = asData("TEXTS", numbered);
  const text = `Language of the texts: ${from}. Languages wanted: ${languages.join(", ")}.\n${data}`;
  const maxCharacters = JSON.stringify(numbered).length * languages.length * 3 + 2_000;
  const answer = await model
    .answer({ purpose: "translate", system, messages: [{ role: "user", text }], maxCharacters }, signal)
    .catch((error: unknown) => {
      if (error instanceof ModelFailure) return { text: "" };
      throw error;
    });
  const found = jsonIn(answer.text);
  return (language, index) => {
    const translated = found?.[language];
    const translation = isObject(translated) ? translated[String(index + 1)] : undefined;
    if (typeof translation !== "string") return undefined;
    const unasked = findUnasked(texts[index] ?? "", translation);
    if (unasked === undefined) return translation;
    onUnasked?.(unasked);
    return undefined;
  };
}

/** Whether a translation keeps every placeholder, and has something to read. */
export function isIntact(original: string, translation: string): boolean {
  return (
    translation.trim() !== "" &&
    !/(?![\n\r\t])\p{Cc}/u.test(translation) &&
    translation.isWellFormed() &&
    placeholders(original) === placeholders(translation)
  );
}

/** Returns the placeholders in braces, sorted, since languages order words differently. */
function placeholders(text: string): string {
  return [...text.matchAll(/\{\{?[^{}]*\}?\}/g)]
    .map(([found]) => found)
    .sort()
    .join("\n");
}
