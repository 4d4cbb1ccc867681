/** Finds the topics that a prompt names, and the words that none of them covers. */
import type { Language } from "../../../../generated/types.ts";
import { languageNames } from "../../../texts/detection/names.ts";
import type { Topic } from "../../library/topic.ts";
import { namesLike, type TopicName } from "./topic-names.ts";
import { coversWord, isKeyWord, isNameWord } from "./topic-words.ts";
import { isFunctionWord, isSameWord, splitWords, wordList } from "./words.ts";

export interface Recognised {
  readonly topics: readonly Topic[];
  /** Parts that no topic of the library is about, in the words of the prompt. */
  readonly unknown: readonly string[];
  /** Words beside a topic that it does not cover. */
  readonly uncovered: readonly { readonly topic: Topic; readonly words: readonly string[] }[];
}

/** A name of one word says little: with more words around it than this, the prompt is about something else. */
const MOST_WORDS_BESIDE_A_WORD = 3;
const MOST_WORDS_READ = 400;

interface Token {
  /** Counted in the subject. */
  readonly place: number;
  readonly word: string;
  readonly shown: string;
  /** Whether punctuation comes before it. */
  readonly isBreak: boolean;
}

interface Match extends Pick<TopicName, "topic" | "isWeak" | "language"> {
  readonly tokens: readonly Token[];
  /** The next word, because the term may be a part of a longer name: "insurance" in "volcano insurance". */
  readonly next: Token | undefined;
}

interface Part {
  readonly matches: Match[];
  readonly rest: Token[];
}

export function recognise(subjects: readonly string[], languages: readonly Language[]): Recognised {
  const parts = subjects.flatMap((subject) => splitParts(tokenize(subject), languages));
  const found = parts.map((part) => judgePart(part, languages));
  const topics = [...new Set(found.flatMap(({ matches }) => matches.map(({ topic }) => topic)))];
  const isCovered = ({ word }: Token) => topics.some((topic) => coversWord(topic, word, languages));
  const shown = (tokens: readonly Token[]) => [...new Set(tokens.map((token) => token.shown))];
  const uncovered = found
    .filter(({ matches }) => matches.length > 0)
    .map(({ matches, rest }) => ({
      topic: matches[0]!.topic,
      words: shown(rest.filter((token) => !isCovered(token))),
    }))
    .filter(({ words }) => words.length > 0);
  const unknown = found
    .filter(({ matches, rest }) => matches.length === 0 && rest.some((token) => !isCovered(token)))
    .map(({ rest }) => rest.map(({ shown }) => shown).join(" "));
  return { topics, unknown: [...new Set(unknown)], uncovered };
}

/** Leaves out the matches that the words around them speak against. */
function judgePart({ matches, rest }: Part, languages: readonly Language[]): Part {
  const isOther = ({ word }: Token) => !matches.some(({ topic }) => coversWord(topic, word, languages));
  const others = rest.filter(isOther).length;
  const isMeant = ({ topic, isWeak, tokens, next }: Match) => {
    if (next !== undefined && !isNameWord(topic, next.word)) return false;
    if (isWeak) return rest.every(({ word }) => isKeyWord(topic, word, languages));
    return tokens.length > 1 || others <= MOST_WORDS_BESIDE_A_WORD;
  };
  const meant = matches.filter(isMeant);
  const lost = matches.filter((match) => !isMeant(match)).flatMap(({ tokens }) => tokens);
  return { matches: meant, rest: [...lost, ...rest].toSorted((one, other) => one.place - other.place) };
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: shown, index } of text.matchAll(/\p{L}[\p{L}\p{M}\p{N}]*|\p{N}+/gu)) {
    if (tokens.length >= MOST_WORDS_READ) break;
    const isBreak = /[,;:.!?&/()|\n]/u.test(text.slice(end, index));
    tokens.push({ place: tokens.length, word: splitWords(shown)[0] ?? shown, shown, isBreak });
    end = index + shown.length;
  }
  return tokens;
}

/** Parts between commas and conjunctions. Names of topics may hold both. */
function splitParts(tokens: readonly Token[], languages: readonly Language[]): Part[] {
  const parts: Part[] = [{ matches: [], rest: [] }];
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]!;
    if (token.isBreak || isConjunctionIn(languages, token.word)) parts.push({ matches: [], rest: [] });
    const match = longestMatch(tokens, index, languages);
    const part = parts.at(-1)!;
    if (match) part.matches.push(match);
    else if (hasContent(token.word, languages)) part.rest.push(token);
    index += match?.tokens.length ?? 1;
  }
  return parts.filter(({ matches, rest }) => matches.length + rest.length > 0);
}

function longestMatch(
  tokens: readonly Token[],
  start: number,
  languages: readonly Language[],
): Match | undefined {
  let best: Match | undefined;
  const first = tokens[start]!.word;
  for (const { words, ...name } of namesLike(first, languages)) {
    if (words.length <= (best?.tokens.length ?? 0)) continue;
    // In French "cœur" is spelled like "cours", the word for a lesson.
    if (words.length === 1 && !hasContent(first, languages)) continue;
    const isHere = words.every((word, offset) => {
      const token = tokens[start + offset];
      return token !== undefined && isSameWord(word, token.word);
    });
    if (!isHere) continue;
    const end = start + words.length;
    const next = name.language === "en" ? compoundHead(tokens, end, languages) : undefined;
    best = { ...name, tokens: tokens.slice(start, end), next };
  }
  return best;
}

/** Words that a clause begins with: in "how photosynthesis feeds us" the word behind the name is a verb. */
const CLAUSE_WORDS: ReadonlySet<string> = new Set(
  "how why when where what who which that does do".split(" "),
);

/** Finds the head of a compound. English writes compounds as separate words, and the last one is the head. */
function compoundHead(
  tokens: readonly Token[],
  end: number,
  languages: readonly Language[],
): Token | undefined {
  const next = tokens[end];
  if (next === undefined || next.isBreak || isConjunctionIn(languages, next.word)) return undefined;
  const isClause = tokens.slice(0, end).some(({ word }) => CLAUSE_WORDS.has(word));
  return !isClause && hasContent(next.word, languages) ? next : undefined;
}

function isConjunctionIn(languages: readonly Language[], word: string): boolean {
  return languages.some((language) => wordList(language, "conjunctions").has(word));
}

/** Whether a word names something that a lesson could be about. */
function hasContent(word: string, languages: readonly Language[]): boolean {
  if (/^\p{N}{1,2}$/u.test(word) || (/^\p{L}{1,2}$/u.test(word) && !/[\p{N}]/u.test(word))) return false;
  return !languages.some(
    (language) =>
      isFunctionWord(language, word) ||
      (["asks", "lesson", "audience", "grade", "age", "younger", "older"] as const).some((key) =>
        wordList(language, key).has(word),
      ) ||
      languages.includes(languageNames(language).get(word)!),
  );
}
