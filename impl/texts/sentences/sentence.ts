/** Sentences of the domain: agents get them in English, and the owner's pages say them in the language of the account. */
import type { OwnerLanguage } from "../owner/owner-texts.ts";
import { generatorDe } from "./generator/de.ts";
import { generatorEn } from "./generator/en.ts";
import { schemaDe } from "./schema/de.ts";
import { schemaEn } from "./schema/en.ts";
import { sharingDe } from "./sharing/de.ts";
import { sharingEn } from "./sharing/en.ts";
import { structureDe } from "./structure/de.ts";
import { structureEn } from "./structure/en.ts";

const english = { ...structureEn, ...generatorEn, ...schemaEn, ...sharingEn };

export type SentenceKey = keyof typeof english;

/** A sentence that has not been written in a language yet. */
export interface Sentence {
  readonly key: SentenceKey;
  readonly values?: SentenceValues;
}

/** Values are written as they are, or are sentences themselves. */
export type SentenceValues = Readonly<Record<string, string | number | Sentence>>;

/** A sentence that is missing in a language does not compile. */
const written: Readonly<Record<OwnerLanguage, Readonly<Record<SentenceKey, string>>>> = {
  en: english,
  de: { ...structureDe, ...generatorDe, ...schemaDe, ...sharingDe },
};

export function sentenceText({ key, values = {} }: Sentence, language: OwnerLanguage): string {
  return written[language][key].replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    // Patterns such as \p{L} look like placeholders.
    if (!Object.hasOwn(values, name)) return placeholder;
    const value = values[name]!;
    return typeof value === "object" ? sentenceText(value, language) : quotedIn(String(value), language);
  });
}

/** Values that quote something do so as in English. */
function quotedIn(value: string, language: OwnerLanguage): string {
  return language === "de" ? value.replace(/"([^"]*)"/g, "„$1“") : value;
}
