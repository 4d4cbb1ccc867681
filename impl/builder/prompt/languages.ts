/** Reads the languages that a prompt wants for the form. */

import type { Language } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { LANGUAGES, languageNames, otherLanguageNames } from "../lexicon/names.ts";
import { type PhraseSet, phraseSet } from "../lexicon/phrases.ts";
import { colonAt } from "./split.ts";

/**
 * Splits "in German and French" from a sentence. After "in", only names of languages may stand before the end or the next
 * clause, so that "in German cities" stays.
 */
export function extractLanguages(text: string, grammar: Grammar): ExtractedLanguages {
  const folded = fold(text);
  const special = everyLanguage(text, folded, grammar) ?? listedLanguages(text, folded, grammar);
  if (special) return special;
  const names = languageNames(grammar.languages[0]!);
  const markers = [
    ...grammar.languageMarkers.all(folded),
    ...setOf("translatedMarkers", grammar).all(folded),
  ];
  for (const { start, end } of markers) {
    const found = readNames(folded, end, names, grammar);
    if (found.languages.length + found.unknown.length === 0) continue;
    const rest = `${text.slice(0, start)} ${text.slice(found.end)}`;
    return {
      text: rest
        .replace(/ {2,}/g, " ")
        .replace(/ ([.,:;?!])/g, "$1")
        .trim(),
      languages: found.languages,
      unknown: found.unknown,
      keepsOriginal: setOf("translatedMarkers", grammar).first(folded) !== undefined,
    };
  }
  return (
    inflectedLanguages(text, folded, grammar) ?? { text, languages: [], unknown: [], keepsOriginal: false }
  );
}

/** "suomeksi ja englanniksi", "po polsku i angielsku": names with endings of their case, at the end of what names the form. */
function inflectedLanguages(text: string, folded: string, grammar: Grammar): ExtractedLanguages | undefined {
  const head = folded.slice(0, colonAt(text) < 0 ? folded.length : colonAt(text));
  const names = languageNames(grammar.languages[0]!);
  const { vocabulary } = instructionsIn(grammar.languages[0]!);
  const connecting = phraseSet((vocabulary.languageWords ?? []).map(fold));
  const tokens = [...head.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({
    word,
    index,
    name: nameOf(word, names),
  }));
  const last = tokens.findLastIndex(({ name }) => name !== undefined);
  if (last < 0 || tokens.slice(last + 1).some(({ word }) => !connecting.is(word))) return undefined;
  let from = last;
  while (from > 0 && (tokens[from - 1]!.name || isConnecting(tokens[from - 1]!.word, connecting, grammar)))
    from--;
  const run = tokens.slice(from);
  const found = run.flatMap(({ name }) => (name ? [name] : []));
  const languages = [...new Set(found.map(({ code }) => code))];
  const isCased =
    found.some(({ exact }) => !exact) || tokens.length > last + 1 || connecting.is(run[0]!.word);
  if (languages.length < 2 || !isCased) return undefined;
  const rest = joined(text.slice(0, run[0]!.index).replace(/[\s,(]+$/u, ""), text.slice(head.length));
  return { text: rest, languages, unknown: [], keepsOriginal: false };
}

function isConnecting(word: string, connecting: PhraseSet, grammar: Grammar): boolean {
  return word.length <= 3 || connecting.is(word) || grammar.and.is(word) || grammar.languageMarkers.is(word);
}

function commonStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same;
}

/** The language that a word names, perhaps in another case or, in Irish, after an eclipsis: "nGaeilge". */
function nameOf(
  word: string,
  names: ReadonlyMap<string, Language>,
): { code: Language; exact: boolean } | undefined {
  const exact = names.get(word);
  if (exact) return { code: exact, exact: true };
  const eclipsed = names.get(word.slice(1));
  if (eclipsed && /^[mnb]/.test(word)) return { code: eclipsed, exact: false };
  if (word.length < 5) return undefined;
  let best: { code: Language; same: number } | undefined;
  for (const [name, code] of names) {
    if (name.length < 5 || name.includes(" ") || word.length > name.length + 5) continue;
    const same = commonStart(word, name);
    if (same >= Math.max(4, name.length - 3) && same > (best?.same ?? 0)) best = { code, same };
  }
  return best && { code: best.code, exact: false };
}

/** What a sentence says without its languages. `keepsOriginal`: the language of the prompt is one of them, too. */
export interface ExtractedLanguages extends NamedLanguages {
  readonly text: string;
  readonly keepsOriginal: boolean;
}

/** "in all 24 EU languages" */
function everyLanguage(text: string, folded: string, grammar: Grammar): ExtractedLanguages | undefined {
  const found = setOf("allLanguages", grammar).first(folded);
  if (!found) return undefined;
  const before = text
    .slice(0, found.start)
    .replace(/[\s,(]*(?:\S{1,4} ){0,2}$/u, (words) =>
      grammar.languageMarkers.is(fold(words.trim())) ? "" : words,
    );
  return {
    text: joined(before, text.slice(found.end)),
    languages: LANGUAGES,
    unknown: [],
    keepsOriginal: true,
  };
}

/** "Multilingual form (de, fr, it)", "bilingual form English/Dutch" */
function listedLanguages(text: string, folded: string, grammar: Grammar): ExtractedLanguages | undefined {
  if (!setOf("translatedMarkers", grammar).first(folded)) return undefined;
  for (const match of text.matchAll(/\(([^()]+)\)|(?<= )(\p{L}+(?:\/\p{L}+)+)/gu)) {
    const named = namedLanguages(match[1] ?? match[2]!, grammar);
    if (!named) continue;
    const rest = joined(text.slice(0, match.index), text.slice(match.index + match[0].length));
    return { text: rest, ...named, keepsOriginal: true };
  }
  return undefined;
}

function joined(before: string, after: string): string {
  return `${before} ${after}`
    .replace(/ {2,}/g, " ")
    .replace(/ ([.,:;?!])/g, "$1")
    .trim();
}

const sets = new Map<string, PhraseSet>();

function setOf(list: "allLanguages" | "translatedMarkers", { languages }: Grammar): PhraseSet {
  const key = `${list} ${languages[0]}`;
  let set = sets.get(key);
  if (!set) {
    const phrases = [languages[0]!, "en" as const].flatMap(
      (language) => instructionsIn(language).vocabulary[list] ?? [],
    );
    set = phraseSet(phrases.map((phrase) => (fold(phrase).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")));
    sets.set(key, set);
  }
  return set;
}

/** Reads names with commas and "and" between. There are none if another word follows that does not open a clause. */
function readNames(
  folded: string,
  from: number,
  names: ReadonlyMap<string, Language>,
  grammar: Grammar,
): { languages: Language[]; unknown: string[]; end: number } {
  const others = otherLanguageNames(grammar.languages[0]!);
  const languages: Language[] = [];
  const unknown: string[] = [];
  let end = from;
  for (const { 0: word, index } of folded.slice(from, from + 400).matchAll(/[\p{L}]+|[^\p{L}\s]/gu)) {
    const language = names.get(word);
    if (language) {
      languages.push(language);
      end = from + index + word.length;
    } else if (others.has(word)) {
      unknown.push(others.get(word)!);
      end = from + index + word.length;
    } else if (!/^[,:/&]$/.test(word) && !connects(word, languages.length > 0, grammar)) {
      const closes =
        /^[.;!?()]$/.test(word) || grammar.openers.start(folded.slice(from + index)) !== undefined;
      return closes ? { languages, unknown, end } : { languages: [], unknown: [], end };
    } else if (word === ":" && languages.length + unknown.length > 0) break;
  }
  return { languages, unknown, end };
}

/** "in German and in French": "and" and "or", and after a language the marker again. */
function connects(word: string, follows: boolean, grammar: Grammar): boolean {
  return grammar.and.is(word) || grammar.or.is(word) || (follows && grammar.languageMarkers.is(word));
}

/** Languages that a text names: those that forms can have, and others by their English names. */
export interface NamedLanguages {
  readonly languages: readonly Language[];
  readonly unknown: readonly string[];
}

/** "angličtiny" is "angličtina": the name with which a word has most letters in common, at least five and all but the ending. */
function inflected(word: string, names: ReadonlyMap<string, Language>): Language | undefined {
  let best: { readonly length: number; readonly language: Language } | undefined;
  for (const [name, language] of names) {
    let same = 0;
    while (same < name.length && name[same] === word[same]) same++;
    if (same < 5 || name.length - same > 3 || word.length - same > 5) continue;
    if (best === undefined || same > best.length) best = { length: same, language };
  }
  return best?.language;
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
  const words = plain.split(" ");
  // "it" is Italian in "de, fr, it", and the form in "translate it to Spanish".
  const pronouns = new Set(words.some((word) => word.length > 3) ? vocabulary.pronouns?.map(fold) : []);
  const languages: Language[] = [];
  const unknown: string[] = [];
  for (const word of words) {
    if (pronouns.has(word)) continue;
    const isConnecting = grammar.and.is(word) || grammar.or.is(word) || connecting.has(word);
    const code = isConnecting ? undefined : LANGUAGES.find((one) => one === word);
    const language = names.get(word) ?? code ?? (isConnecting ? undefined : inflected(word, names));
    if (language) languages.push(language);
    else if (others.has(word)) unknown.push(others.get(word)!);
    else if (!isConnecting) return undefined;
  }
  return languages.length + unknown.length > 0 ? { languages: [...new Set(languages)], unknown } : undefined;
}
