/** Sentences of the domain: agents get them in English, and the owner's pages say them in the language of the account. */
import { fillMessage } from "../message.ts";
import type { OwnerLanguage } from "../owner/owner-texts.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };

export type SentenceKey = keyof typeof en;

export function isSentenceKey(key: string): key is SentenceKey {
  return Object.hasOwn(en, key);
}

/** A sentence that has not been written in a language yet. */
export interface Sentence {
  readonly key: SentenceKey;
  readonly values?: SentenceValues;
}

/** Values are written as they are, or are sentences themselves. */
export type SentenceValues = Readonly<Record<string, string | number | Sentence>>;

/** A sentence that is missing in a language does not compile. */
const written: Readonly<Record<OwnerLanguage, Readonly<Record<SentenceKey, string>>>> = { en, de };

export function sentenceText({ key, values = {} }: Sentence, language: OwnerLanguage): string {
  const value = (name: string) => {
    const given = values[name] ?? `{${name}}`;
    return typeof given === "object" ? sentenceText(given, language) : quotedIn(String(given), language);
  };
  const category = (name: string) => new Intl.PluralRules(language).select(Number(values[name]));
  return fillMessage(written[language][key], value, category);
}

/** Values quote as in English; the text has the quotes of its language. */
function quotedIn(value: string, language: OwnerLanguage): string {
  const { quote } = written[language];
  return value.replace(/"([^"]*)"/g, (_, text: string) => fillMessage(quote, () => text));
}
