/** Matches one sentence as a whole with the patterns of a language. */

import { readQuotation } from "../marks/quotes.ts";
import { type Span, trimSpan } from "../marks/span.ts";
import { readTokens, type Token } from "../marks/tokens.ts";
import type { EditName, EditWords, PatternPart, SlotName } from "./edit-words.ts";

export type Slots = Readonly<Partial<Record<SlotName, Span>>>;

/** A reading of a sentence. */
export interface Match {
  readonly name: EditName;
  readonly slots: Slots;
  /** How many of its tokens are words of the pattern. A reading with more of them is more likely. */
  readonly wordCount: number;
}

/** Longer sentences are not matched, because matching tries every length of every slot. */
const MOST_TOKENS = 200;

/** Returns all readings of a line. `words` match tokens of the line, but never quoted text. */
export function listMatches(source: string, line: Span, words: EditWords): Match[] {
  const tokens = withoutPolite(readLineTokens(source, line), words);
  if (tokens.length === 0 || tokens.length > MOST_TOKENS) return [];
  // A new text keeps its full stop. After a word of the pattern, a full stop has no meaning.
  const withoutStop = isSign(tokens.at(-1), ".!") ? tokens.slice(0, -1) : tokens;
  const matches = words.sentences.flatMap(({ name, parts }) => {
    const pattern = new Pattern(parts, parts.at(-1)?.kind === "slot" ? tokens : withoutStop);
    return Array.from(pattern.listWays(), (way) => ({ name, ...way }));
  });
  return withoutTwins(matches);
}

/** Removes duplicate readings. Optional words match in several ways, of which the one with most words stays. */
function withoutTwins(matches: readonly Match[]): Match[] {
  const different = new Map<string, Match>();
  for (const match of matches) {
    const key = JSON.stringify([match.name, match.slots]);
    const twin = different.get(key);
    if (!twin || match.wordCount > twin.wordCount) different.set(key, match);
  }
  return [...different.values()];
}

/** One way in which the parts of a pattern cover all tokens. */
interface Way {
  readonly slots: Slots;
  readonly wordCount: number;
}

/** Matches the tokens of a sentence with the parts of one pattern. */
class Pattern {
  readonly #parts: readonly PatternPart[];
  readonly #tokens: readonly Token[];

  constructor(parts: readonly PatternPart[], tokens: readonly Token[]) {
    this.#parts = parts;
    this.#tokens = tokens;
  }

  listWays(): Generator<Way> {
    return this.#waysFrom(0, 0);
  }

  /** Lists the ways in which the parts from the index `part` cover the tokens from the index `at`. */
  *#waysFrom(part: number, at: number): Generator<Way> {
    const next = this.#parts[part];
    if (next?.kind === "slot") yield* this.#waysOfSlot(next.name, part, at);
    else if (next?.kind === "words") yield* this.#waysOfWords(next, part, at);
    else if (at === this.#tokens.length) yield { slots: {}, wordCount: 0 };
  }

  *#waysOfSlot(name: SlotName, part: number, at: number): Generator<Way> {
    const tokens = this.#tokens;
    const isLast = part === this.#parts.length - 1;
    for (let to = isLast ? tokens.length : at + 1; to <= tokens.length; to++) {
      const span = joinSpan(tokens, at, to);
      if (span === undefined) return;
      for (const { slots, wordCount } of this.#waysFrom(part + 1, to))
        yield { slots: { [name]: span, ...slots }, wordCount };
    }
  }

  *#waysOfWords(
    { phrases, isOptional }: Extract<PatternPart, { kind: "words" }>,
    part: number,
    at: number,
  ): Generator<Way> {
    for (const keys of phrases.filter((phrase) => phrase.length > 0 && isPhraseAt(phrase, this.#tokens, at)))
      for (const { slots, wordCount } of this.#waysFrom(part + 1, at + keys.length))
        yield { slots, wordCount: wordCount + keys.length };
    if (isOptional) yield* this.#waysFrom(part + 1, at);
  }
}

function isPhraseAt(keys: readonly string[], tokens: readonly Token[], at: number): boolean {
  return keys.every((key, index) => tokens[at + index]?.key === key);
}

function joinSpan(tokens: readonly Token[], from: number, to: number): Span | undefined {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return first && last && { from: first.from, to: last.to };
}

/** Returns the tokens of a line. A quoted text is one token, which equals no word. */
function readLineTokens(source: string, line: Span): Token[] {
  const tokens: Token[] = [];
  let { from } = line;
  for (let at = from; at < line.to; at++) {
    const quoted =
      at === line.from || /[\s(:]/.test(source.charAt(at - 1))
        ? readQuotation(source, at, line.to)
        : undefined;
    if (!quoted || quoted.to > line.to) continue;
    tokens.push(...readTokens(source, { from, to: at }));
    tokens.push({ kind: "sign", key: "", from: at, to: quoted.to, isJoined: false });
    from = quoted.to;
    at = quoted.to - 1;
  }
  return [...tokens, ...readTokens(source, { from, to: line.to })];
}

/** Removes "please" at both ends, with the punctuation beside it. */
function withoutPolite(tokens: Token[], { polite }: EditWords): Token[] {
  const isAt = (keys: readonly string[], at: number) =>
    at >= 0 && keys.every((key, index) => tokens[at + index]?.key === key);
  const first = polite.find((keys) => isAt(keys, 0))?.length ?? 0;
  const end = isSign(tokens.at(-1), ".!") ? tokens.length - 1 : tokens.length;
  const last = polite.find((keys) => isAt(keys, end - keys.length))?.length;
  if (last === undefined) return tokens.slice(first);
  const to = end - last;
  return tokens.slice(first, isSign(tokens[to - 1], ",") ? to - 1 : to);
}

function isSign(token: Token | undefined, signs: string): boolean {
  return token?.kind === "sign" && token.key !== "" && signs.includes(token.key);
}

/** The text of a slot, without quotes around it. */
export function slotText(source: string, span: Span): string {
  const { from, to } = trimSpan(source, span);
  const quoted = readQuotation(source, from, to);
  return quoted?.to === to ? source.slice(quoted.inner.from, quoted.inner.to) : source.slice(from, to);
}
