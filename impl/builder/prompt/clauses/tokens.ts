/** The words and marks of an English sentence, each with its part of speech. */
import lexicon from "../../lexicon/clauses.json" with { type: "json" };
import { tagsOf } from "../../lexicon/parts-of-speech.ts";

export type Part =
  | "det"
  | "subject"
  | "object"
  | "asks"
  | "prep"
  | "to"
  | "and"
  | "or"
  | "if"
  | "aux"
  | "not"
  | "verb"
  | "past"
  | "ing"
  | "noun"
  | "adj"
  | "adv"
  | "num"
  | "that"
  | "bracket"
  | "mark";

export interface Token {
  /** In lower case, with straight apostrophes. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  part: Part;
}

export type WordClass = keyof typeof lexicon;

const sets = new Map<WordClass, ReadonlySet<string>>();

/** The words of a class. */
export function wordsOf(name: WordClass): ReadonlySet<string> {
  let words = sets.get(name);
  if (!words) {
    words = new Set(lexicon[name].split(",").map((word) => word.trim()));
    sets.set(name, words);
  }
  return words;
}

const TOKEN =
  /\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^”]*”|[\p{L}\p{N}€$£@](?:[\p{L}\p{N}@%+/]|['’.,:&-](?=[\p{L}\p{N}]))*|[^\s]/gu;
const CONTRACTION =
  /^(i|you|he|she|it|we|they|who|what|that|there|where|how|when|which|anyone|someone)(['’](?:d|ll|re|ve|s|m))$/iu;

export function tokensOf(text: string): Token[] {
  const tags = tagsOf(text);
  const tokens: Token[] = [];
  for (const { 0: whole, index } of text.matchAll(TOKEN)) {
    const [, before = "", after = ""] = CONTRACTION.exec(whole) ?? [];
    const pieces = before === "" ? [whole] : [before, after];
    let start = index;
    for (const piece of pieces) {
      const end = start + piece.length;
      tokens.push({ word: wordOf(piece), start, end, part: partOf(piece, tagsIn(tags, start, end)) });
      start = end;
    }
  }
  return corrected(tokens);
}

function wordOf(text: string): string {
  return text.toLowerCase().replaceAll("’", "'");
}

/** Of "pick-up" the tags of its last half. */
function tagsIn(
  tags: ReadonlyMap<number, ReadonlySet<string>>,
  start: number,
  end: number,
): ReadonlySet<string> {
  for (let at = Math.min(end, start + 40) - 1; at >= start; at--) {
    const found = tags.get(at);
    if (found) return found;
  }
  return NONE;
}

const NONE: ReadonlySet<string> = new Set();

const CLOSED: readonly (readonly [Part, WordClass])[] = [
  ["det", "determiners"],
  ["subject", "subjects"],
  ["object", "objects"],
  ["asks", "asking"],
  ["aux", "auxiliaries"],
  ["if", "subordinators"],
  ["num", "counts"],
  ["adv", "adverbs"],
  ["prep", "prepositions"],
];

function partOf(text: string, tags: ReadonlySet<string>): Part {
  const word = wordOf(text);
  if (/^[([“"]/.test(text)) return "bracket";
  if (!/[\p{L}\p{N}]/u.test(text)) return word === "&" ? "and" : "mark";
  if (word === "to") return "to";
  if (word === "and" || word === "plus") return "and";
  if (word === "or") return "or";
  if (word === "not") return "not";
  if (word === "that") return "that";
  if (/n't$/.test(word)) return "aux";
  if (/^[\d€$£]/.test(word)) return "num";
  const closed = CLOSED.find(([, name]) => wordsOf(name).has(word));
  if (closed) return closed[0];
  if (tags.has("Value")) return tags.has("Ordinal") ? "adj" : "num";
  if (tags.has("Possessive") && !tags.has("Verb")) return "noun";
  if (word.includes("-")) return tags.has("Adjective") || tags.has("PastTense") ? "adj" : "noun";
  if (tags.has("Gerund")) return "ing";
  if (tags.has("PastTense") || tags.has("Participle")) return "past";
  if (tags.has("Verb")) return "verb";
  if (tags.has("Adjective")) return "adj";
  if (tags.has("Adverb")) return "adv";
  return "noun";
}

/** Words that may be a noun or a verb, by what stands beside them: "the pay", "what time", "volunteers tick the tasks". */
function corrected(tokens: Token[]): Token[] {
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    // "Volunteers at the shelter": no sentence begins with such a form of a verb.
    const isSubject = index === 0 && /[^s]s$/.test(token.word);
    if (token.part === "verb" && (isSubject || !mayBeVerb(token, before, after))) token.part = "noun";
    else if (token.part === "noun" && mustBeVerb(token, before, after)) token.part = "verb";
  });
  return tokens;
}

const NAMES_FORM = /^(?:form|survey|poll|quiz)$/;

function mayBeVerb(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (NAMES_FORM.test(token.word)) return false;
  if (before && (before.part === "det" || before.part === "adj" || before.part === "num")) return false;
  if (before?.part === "prep" || before?.word.endsWith("'s")) return false;
  if (before && /^(?:which|what|whose)$/.test(before.word) && (!after || after.part === "mark")) return false;
  // "the day and time they start": a verb has no subject behind it.
  return !(after?.part === "subject" && /^(?:they|we|he|she|i)$/.test(after.word) && token.word !== "say");
}

/** Any form of these words is a verb between a noun and what it gives: "Residents state the date". */
function mustBeVerb(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (!before || !after || token.word.endsWith("'s") || NAMES_FORM.test(token.word)) return false;
  // "the place where you live"
  if (/^(?:where|when|who)$/.test(after.word)) return false;
  if (before.part === "that" || before.word === "who")
    return after.part !== "noun" || after.word.endsWith("s");
  if (!/^(?:noun|subject|bracket)$/.test(before.part) && before.word !== "one") return false;
  if (before.word.endsWith("'s")) return false;
  const isParticle = wordsOf("particles").has(after.word) && before.word === "one";
  const opens = isParticle || after.part === "det" || after.part === "object" || after.part === "asks";
  return opens && /^[a-z]/.test(token.word) && !/(?:ment|tion|ness|ity|ship|ance|ence)s?$/.test(token.word);
}

/** Whether a word is some form of one of a class: "gives", "giving", "given" are not told from each other. */
export function isForm(word: string, name: WordClass): boolean {
  const words = wordsOf(name);
  return basesOf(word).some((base) => words.has(base));
}

function basesOf(word: string): string[] {
  return [
    word,
    word.replace(/ies$/, "y"),
    word.replace(/s$/, ""),
    word.replace(/es$/, ""),
    word.replace(/ing$/, ""),
    word.replace(/ing$/, "e"),
    word.replace(/(.)\1ing$/, "$1"),
  ];
}
