/** Tables of phrases, which are found in tokens word by word. */
import { type Token, tokenize } from "./tokens.ts";

/** A phrase that was found: tokens `from` to `to`, the end not included. */
export interface Found<Value> {
  readonly value: Value;
  readonly from: number;
  readonly to: number;
}

interface Entry<Value> {
  readonly keys: readonly string[];
  readonly value: Value;
}

/** Between the words of a phrase the text may have one of these without a blank, as in "e-mail" for "e mail". */
const JOINERS: ReadonlySet<string> = new Set(["-", "/", "'", ".", "_"]);

/**
 * Finds the longest of many phrases at a place. The time does not depend on the number of phrases.
 * Where two entries have the same words, the first one wins.
 */
export class PhraseTable<Value> {
  readonly #byFirstKey = new Map<string, Entry<Value>[]>();

  constructor(entries: Iterable<readonly [phrase: string, value: Value]>) {
    for (const [phrase, value] of entries) {
      const keys = tokenize(phrase)
        .filter(({ kind, text }) => kind !== "mark" || !JOINERS.has(text))
        .map(({ key }) => key);
      const [first] = keys;
      if (first === undefined) continue;
      const same = this.#byFirstKey.get(first);
      if (same) same.push({ keys, value });
      else this.#byFirstKey.set(first, [{ keys, value }]);
    }
    for (const same of this.#byFirstKey.values()) same.sort((a, b) => b.keys.length - a.keys.length);
  }

  /** @returns the longest phrase that begins at this token and ends before `limit` */
  at(tokens: readonly Token[], from: number, limit = tokens.length): Found<Value> | undefined {
    return this.#from(tokens, from, limit).next().value;
  }

  /** @returns all phrases that begin at this token, longer ones first: words may mean several things */
  every(tokens: readonly Token[], from: number, limit = tokens.length): Found<Value>[] {
    return [...this.#from(tokens, from, limit)];
  }

  *#from(tokens: readonly Token[], from: number, limit: number): Generator<Found<Value>, undefined> {
    const key = tokens[from]?.key;
    if (key === undefined || from >= limit) return;
    for (const { keys, value } of this.#byFirstKey.get(key) ?? []) {
      const to = matchEnd(tokens, from, limit, keys);
      if (to !== undefined) yield { value, from, to };
    }
  }

  /** @returns every phrase between two tokens, from left to right, without overlaps */
  all(tokens: readonly Token[], from = 0, limit = tokens.length): Found<Value>[] {
    const found: Found<Value>[] = [];
    for (let index = from; index < limit; index++) {
      const match = this.at(tokens, index, limit);
      if (!match) continue;
      found.push(match);
      index = match.to - 1;
    }
    return found;
  }

  /** @returns the value of the phrase that a text is */
  wholeText(text: string): Value | undefined {
    return this.whole(tokenize(text))?.value;
  }

  /** @returns the phrase that all tokens between two places make together */
  whole(tokens: readonly Token[], from = 0, limit = tokens.length): Found<Value> | undefined {
    const match = this.at(tokens, from, limit);
    return match?.to === limit ? match : undefined;
  }
}

function matchEnd(
  tokens: readonly Token[],
  from: number,
  limit: number,
  keys: readonly string[],
): number | undefined {
  let at = from;
  for (const key of keys) {
    if (at > from && at + 1 < limit && isJoiner(tokens[at], tokens[at + 1])) at += 1;
    if (at >= limit || tokens[at]?.key !== key) return undefined;
    at += 1;
  }
  return at;
}

/** Whether a hyphen or the like joins the words on both sides of it. */
function isJoiner(token: Token | undefined, next: Token | undefined): boolean {
  return token?.isSpaced === false && next?.isSpaced === false && JOINERS.has(token.key);
}
