/** Makes strings that match a regular expression. */
import { patternOf } from "../../../patterns/matcher.ts";

/** The part of a regular expression that strings are made from; assertions (`\b`, lookarounds) are left out. */
type Part =
  /** One character; `source` is its pattern: `a`, `\d`, `[a-z_]`, `.`. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "choice"; readonly options: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number };

const commonCharacters = [..."a1A0b_- .@/:,;%+é"];
const maxLength = 100_000;

/**
 * Strings that match a pattern (ECMAScript, `u` flag), simplest first; with `length`, only those of this many code points.
 * Finds none for backreferences and contradicting lookarounds.
 */
export function matching(pattern: string, length?: number): readonly string[] {
  const key = `${length}/${pattern}`;
  const texts = cache.get(key) ?? findMatching(pattern, length);
  if (cache.size === maxCached) cache.clear();
  cache.set(key, texts);
  return texts;
}

/** Many schemas have the same pattern. */
const cache = new Map<string, readonly string[]>();
const maxCached = 1_000;

function findMatching(pattern: string, length: number | undefined): string[] {
  const matches = patternOf(pattern);
  const part = parsed(pattern);
  if (part === undefined || (length ?? 0) > maxLength) return [];
  const texts = [0, 1, 2, 3].flatMap((choice) => candidates(part, choice, length));
  return [...new Set(texts)].filter(
    (text) => matches.test(text) && (length === undefined || [...text].length === length),
  );
}

function candidates(part: Part, choice: number, length: number | undefined): string[] {
  const plain = rendered(part, choice, 0);
  if (length === undefined) return [plain, rendered(part, choice, 1), rendered(part, choice, 8)];
  const missing = length - [...plain].length;
  if (missing <= 0) return [plain];
  const grown = rendered(part, choice, missing);
  const filler = "a".repeat(Math.max(0, length - [...grown].length));
  return [grown + filler, filler + grown];
}

/** @param room how many characters more than the fewest to use; repetitions get them from left to right. */
function rendered(part: Part, choice: number, room: number): string {
  let left = room;
  return render(part);

  function render(part: Part): string {
    switch (part.kind) {
      case "character":
        return characterOf(part.source);
      case "sequence":
        return part.parts.map(render).join("");
      case "choice":
        return render(part.options[Math.min(choice, part.options.length - 1)]!);
      case "repeat": {
        const once = part.most > 0 ? render(part.part) : "";
        const size = Math.max(1, [...once].length);
        const more = Math.min(part.most - part.least, Math.floor(left / size));
        left -= more * size;
        // An empty text stands for one that is too long; it does not match and is dropped.
        return size * (part.least + more) > maxLength ? "" : once.repeat(part.least + more);
      }
    }
  }
}

const characters = new Map<string, string>();

function characterOf(source: string): string {
  let found = characters.get(source);
  if (found === undefined) {
    const matches = new RegExp(`^${source}$`, "u");
    const inside = source.startsWith("[") ? [...source.slice(1, -1)] : [...source];
    found = [...commonCharacters, ...inside].find((character) => matches.test(character)) ?? "";
    characters.set(source, found);
  }
  return found;
}

/** @returns `undefined` if the pattern contains syntax that is not supported here. */
function parsed(pattern: string): Part | undefined {
  let at = 0;
  const part = choice();
  return part !== undefined && at === pattern.length ? part : undefined;

  function choice(): Part | undefined {
    const options: Part[] = [];
    for (;;) {
      const option = sequence();
      if (option === undefined) return undefined;
      options.push(option);
      if (pattern[at] !== "|") return options.length === 1 ? option : { kind: "choice", options };
      at++;
    }
  }

  function sequence(): Part | undefined {
    const parts: Part[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      const part = atom();
      if (part === undefined) return undefined;
      const repeated = repeat(part);
      if (repeated === undefined) return undefined;
      parts.push(repeated);
    }
    return { kind: "sequence", parts };
  }

  function atom(): Part | undefined {
    const assertion = consume(/\^|\$|\\b|\\B/y);
    if (assertion !== undefined) return { kind: "sequence", parts: [] };
    if (consume(/\((?!\?)|\(\?:|\(\?<[A-Za-z_$][\w$]*>/y) !== undefined) return group();
    if (consume(/\(\?<?[=!]/y) !== undefined) return group() && { kind: "sequence", parts: [] };
    const source = consume(
      /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[^1-9k]|[^()[\]{}*+?\\]/uy,
    );
    return source === undefined ? undefined : { kind: "character", source };
  }

  function group(): Part | undefined {
    const inner = choice();
    return consume(/\)/y) === undefined ? undefined : inner;
  }

  function repeat(part: Part): Part | undefined {
    const quantifier = consume(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (quantifier === undefined) return part;
    const [least, most] = bounds(quantifier);
    return { kind: "repeat", part, least, most };
  }

  function consume(expected: RegExp): string | undefined {
    expected.lastIndex = at;
    const found = expected.exec(pattern)?.[0];
    at += found?.length ?? 0;
    return found;
  }
}

function bounds(quantifier: string): [number, number] {
  switch (quantifier[0]) {
    case "*":
      return [0, maxLength];
    case "+":
      return [1, maxLength];
    case "?":
      return [0, 1];
    default: {
      const [least, most] = quantifier.slice(1, quantifier.indexOf("}")).split(",");
      return [Number(least), most === undefined ? Number(least) : most === "" ? maxLength : Number(most)];
    }
  }
}
