/** Reads the languages that a prompt wants for the form. */
import type { Language } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { LANGUAGES, languageNames, otherLanguageNames } from "../lexicon/names.ts";

/**
 * Splits "in German and French" from a sentence. After "in", only names of languages may stand before the end or the next
 * clause, so that "in German cities" stays.
 */
export function extractLanguages(text: string, grammar: Grammar): { text: string; languages: Language[] } {
  const folded = fold(text);
  const names = languageNames(grammar.languages[0]!);
  for (const { start, end } of grammar.languageMarkers.all(folded)) {
    const found = readNames(folded, end, names, grammar);
    if (found.languages.length === 0) continue;
    const rest = `${text.slice(0, start)} ${text.slice(found.end)}`;
    return {
      text: rest
        .replace(/ {2,}/g, " ")
        .replace(/ ([.,:;?!])/g, "$1")
        .trim(),
      languages: found.languages,
    };
  }
  return { text, languages: [] };
}

/** Reads names with commas and "and" between. There are none if another word follows that does not open a clause. */
function readNames(
  folded: string,
  from: number,
  names: ReadonlyMap<string, Language>,
  grammar: Grammar,
): { languages: Language[]; end: number } {
  const languages: Language[] = [];
  let end = from;
  for (const { 0: word, index } of folded.slice(from, from + 400).matchAll(/[\p{L}]+|[^\p{L}\s]/gu)) {
    const language = names.get(word);
    if (language) {
      languages.push(language);
      end = from + index + word.length;
    } else if (!/^[,:/&]$/.test(word) && !grammar.and.is(word) && !grammar.or.is(word)) {
      const closes =
        /^[.;!?()]$/.test(word) || grammar.openers.start(folded.slice(from + index)) !== undefined;
      return closes ? { languages, end } : { languages: [], end };
    } else if (word === ":" && languages.length > 0) break;
  }
  return { languages, end };
}

/** Languages that a text names: those that forms can have, and others by their English names. */
export interface NamedLanguages {
  readonly languages: readonly Language[];
  readonly unknown: readonly string[];
}

/** Reads a text that names languages and nothing else; undefined if it says anything else. */
export function namedLanguages(text: string, grammar: Grammar): NamedLanguages | undefined {
  const own = grammar.languages[0]!;
  const { vocabulary } = instructionsIn(own);
  const plain = fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if ([...(vocabulary.allLanguages ?? []), "24"].some((phrase) => plain === fold(phrase)))
    return { languages: LANGUAGES, unknown: [] };
  const names = languageNames(own);
  const others = otherLanguageNames(own);
  const connecting = new Set([...(vocabulary.languageWords ?? []), ...(vocabulary.skip ?? [])].map(fold));
  const languages: Language[] = [];
  const unknown: string[] = [];
  for (const word of plain.split(" ")) {
    const language = names.get(word) ?? LANGUAGES.find((code) => code === word);
    if (language) languages.push(language);
    else if (others.has(word)) unknown.push(others.get(word)!);
    else if (!grammar.and.is(word) && !grammar.or.is(word) && !connecting.has(word)) return undefined;
  }
  return languages.length + unknown.length > 0 ? { languages: [...new Set(languages)], unknown } : undefined;
}
