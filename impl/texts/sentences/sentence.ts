/** Sentences of the domain: agents get them in English, and the owner's pages say them in the language of the account. */
import { languageNames, pluralRules } from "../formatters.ts";
import { fillMessage } from "../message.ts";
import { type OwnerLanguage, withEnglish } from "../owner/translations.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import hashes from "./english-hashes.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

export type SentenceKey = keyof typeof en;

export function isSentenceKey(key: string): key is SentenceKey {
  return Object.hasOwn(en, key);
}

/** A sentence that has not been written in a language yet. */
export interface Sentence {
  readonly key: SentenceKey;
  readonly values?: SentenceValues;
}

/** Codes of languages, which are named in the language of the sentence. */
interface NamedLanguages {
  readonly languages: readonly string[];
}

/** Values are written as they are, or are sentences or languages. */
export type SentenceValues = Readonly<Record<string, string | number | Sentence | NamedLanguages>>;

/** Marked as pure: the editor's script has none of them. */
const written = /* @__PURE__ */ withEnglish<SentenceKey>({ en, de, es, fr, it, nl, pl, pt }, hashes);

export function sentenceText({ key, values = {} }: Sentence, language: OwnerLanguage): string {
  const value = (name: string) => {
    const given = values[name] ?? `{${name}}`;
    if (typeof given !== "object") return quoteValue(String(given), language);
    return "key" in given ? sentenceText(given, language) : nameLanguages(given.languages, language);
  };
  const category = (name: string) => pluralRules(language).select(Number(values[name]));
  return fillMessage(written[language][key], value, category);
}

/** Returns the names of languages by their codes, in this language: "French, German". */
export function nameLanguages(languages: readonly string[], language: OwnerLanguage): string {
  return languages.map((code) => languageNames(language).of(code)).join(", ");
}

/** Values quote as in English; the text has the quotes of its language. */
export function quoteValue(value: string, language: OwnerLanguage): string {
  const { quote } = written[language];
  return value.replace(/"([^"]*)"/g, (_, text: string) => fillMessage(quote, () => text));
}
