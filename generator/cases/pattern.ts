import { patternOf } from "../patterns/matcher.ts";

/** A regular expression as far as texts are made from it; what it asserts beside that (`\b`, lookarounds) is not. */
type Part =
  /** One character, with a text that says which: `a`, `\d`, `[a-z_]`, `.`. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "choice"; readonly options: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number };

const tried = [..."a1A0b_- .@/:,;%+é"];
const longest = 100_000;

/**
 * Texts that match a pattern (ECMAScript, `u` flag), simplest first; with `length`, only those of so many code points.
 * Finds none where the pattern is beyond it (backreferences, contradicting lookarounds).
 */
export function matching(pattern: string, length?: number): readonly string[] {
  const key = `${length}/${pattern}`;
  const texts = known.get(key) ?? found(pattern, length);
  if (known.size === mostKnown) known.clear();
  known.set(key, texts);
  return texts;
}

/** Tools use the same types, and so the same patterns again and again. */
const known = new Map<string, readonly string[]>();
const mostKnown = 1_000;

function found(pattern: string, length: number | undefined): string[] {
  const matches = patternOf(pattern);
  const part = parsed(pattern);
  if (part === undefined || (length ?? 0) > longest) return [];
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

/** `room`: how many characters more than the fewest; repetitions take them from left to right. */
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
        // A text that is too long to be made does not match, and is left out for that.
        return size * (part.least + more) > longest ? "" : once.repeat(part.least + more);
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
    found = [...tried, ...inside].find((character) => matches.test(character)) ?? "";
    characters.set(source, found);
  }
  return found;
}

/** `undefined`: the pattern has something that is not understood here. */
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
    const assertion = take(/\^|\$|\\b|\\B/y);
    if (assertion !== undefined) return { kind: "sequence", parts: [] };
    if (take(/\((?!\?)|\(\?:|\(\?<[A-Za-z_$][\w$]*>/y) !== undefined) return group();
    if (take(/\(\?<?[=!]/y) !== undefined) return group() && { kind: "sequence", parts: [] };
    const source = take(
      /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[^1-9k]|[^()[\]{}*+?\\]/uy,
    );
    return source === undefined ? undefined : { kind: "character", source };
  }

  function group(): Part | undefined {
    const inner = choice();
    return take(/\)/y) === undefined ? undefined : inner;
  }

  function repeat(part: Part): Part | undefined {
    const quantifier = take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (quantifier === undefined) return part;
    const [least, most] = bounds(quantifier);
    return { kind: "repeat", part, least, most };
  }

  function take(expected: RegExp): string | undefined {
    expected.lastIndex = at;
    const found = expected.exec(pattern)?.[0];
    at += found?.length ?? 0;
    return found;
  }
}

function bounds(quantifier: string): [number, number] {
  switch (quantifier[0]) {
    case "*":
      return [0, longest];
    case "+":
      return [1, longest];
    case "?":
      return [0, 1];
    default: {
      const [least, most] = quantifier.slice(1, quantifier.indexOf("}")).split(",");
      return [Number(least), most === undefined ? Number(least) : most === "" ? longest : Number(most)];
    }
  }
}
