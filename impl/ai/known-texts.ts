/** Translates what many forms say, without a model: by tables of well-known texts and the texts of the pages. */
import type { Language } from "../../generated/types.ts";
import type { KnownTranslation } from "../forms/generator.ts";
import { getCached } from "../platform/cache.ts";
import { phraseKey } from "../texts/fold.ts";
import { textsIn } from "../texts/languages.ts";
import { ownAnswerWords } from "../texts/own-answer.ts";
import sendWords from "../texts/send-words.json" with { type: "json" };
import { knownTextsIn } from "./words/known-texts.ts";

export const knownTranslation: KnownTranslation = ({ text, isChoice }, from, to) => {
  if (!/\p{L}/u.test(text)) return text;
  // Braces refer to an answer, so the text is not a known one.
  if (text.includes("{")) return undefined;
  const name = namesIn(from, isChoice).get(phraseKey(text));
  return name === undefined ? undefined : textsByName(to).get(name);
};

const textTables = new Map<Language, ReadonlyMap<string, string>>();

/** Returns texts by names such as `choices.yes` and `pages.send`, which all languages share. */
function textsByName(language: Language): ReadonlyMap<string, string> {
  return getCached(textTables, language, () => {
    const { fields, choices, texts } = knownTextsIn(language);
    const groups = { fields, choices, texts, pages: textsIn(language) };
    const named = Object.entries(groups).flatMap(([group, labels]) =>
      Object.entries(labels).map(([name, text]) => [`${group}.${name}`, text] as const),
    );
    // Braces hold what only the page knows.
    return new Map(named.filter(([, text]) => !text.includes("{")));
  });
}

const nameTables = new Map<string, ReadonlyMap<string, string>>();

/** Maps each known text to its name. If two have the same words, the first one wins. */
function namesIn(language: Language, isChoice: boolean): ReadonlyMap<string, string> {
  return getCached(nameTables, `${language} ${isChoice}`, () => {
    const texts = [...textsByName(language)].map(([name, text]) => [text, name] as const);
    const ofKind = texts.filter(([, name]) => name.startsWith("choices.") === isChoice);
    const entries = [...ofKind, ...texts, ...synonymsIn(language)];
    return new Map(entries.map(([text, name]) => [phraseKey(text), name] as const).toReversed());
  });
}

function synonymsIn(language: Language): (readonly [text: string, name: string])[] {
  const { synonyms } = knownTextsIn(language);
  const send: Partial<Record<Language, readonly string[]>> = sendWords;
  return [
    ...Object.entries(synonyms).flatMap(([name, phrases]) =>
      phrases.split(",").map((phrase) => [phrase.trim(), `fields.${name}`] as const),
    ),
    ...ownAnswerWords([language]).map((word) => [word, "choices.other"] as const),
    ...(send[language] ?? []).map((word) => [word, "texts.send"] as const),
  ];
}
