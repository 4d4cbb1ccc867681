/** Splits a formula into tokens. Each keeps its place, so that mistakes can name it. */

export interface Token {
  readonly kind: "number" | "text" | "id" | "word" | "sign" | "end" | "wrong";
  /** A number, the content of a text, an id without its braces, a word in lower case, or a sign. */
  readonly value: string;
  /** Index of the first character in the formula, and of the one behind the last. */
  readonly from: number;
  readonly to: number;
}

/** Words that are no ids unless they stand in braces. The bracket behind its name marks a function. */
const KEYWORDS = new Set(["and", "or", "not", "in", "true", "false"]);

const SIGNS: Readonly<Record<string, string>> = { "==": "=", "<>": "!=" };

const TOKEN =
  /(?<number>(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?!\w))|(?<text>'(?:[^']|'')*'|"(?:[^"]|"")*")|(?<braced>\{\s*[a-z][a-z0-9_]{0,63}\s*\})|(?<name>[a-z][a-z0-9_]*)|(?<sign><=|>=|<>|!=|==|[-+*/(),:=<>])|(?<wrong>\w+|\S)/gi;

/** @returns the tokens, and `end` behind them */
export function tokenize(formula: string): Token[] {
  const tokens = Array.from(formula.matchAll(TOKEN), (match): Token => {
    const [found] = match;
    return { ...toToken(found, match.groups ?? {}), from: match.index, to: match.index + found.length };
  });
  return [...tokens, { kind: "end", value: "", from: formula.length, to: formula.length }];
}

function toToken(
  found: string,
  { number, text, braced, name, sign }: Readonly<Record<string, string | undefined>>,
): Pick<Token, "kind" | "value"> {
  if (number !== undefined) return { kind: "number", value: number };
  if (text !== undefined) {
    const quote = text.charAt(0);
    return { kind: "text", value: text.slice(1, -1).replaceAll(quote + quote, quote) };
  }
  if (braced !== undefined) return { kind: "id", value: braced.slice(1, -1).trim() };
  if (name !== undefined) {
    const word = name.toLowerCase();
    return KEYWORDS.has(word) ? { kind: "word", value: word } : { kind: "id", value: name };
  }
  return sign === undefined ? { kind: "wrong", value: found } : { kind: "sign", value: SIGNS[sign] ?? sign };
}

/** An id as formulas name it. */
export function writeName(id: string): string {
  return KEYWORDS.has(id) ? `{${id}}` : id;
}

/** The formula with another name of a field; all else stays as it is written. */
export function renameIn(formula: string, from: string, to: string): string {
  const tokens = tokenize(formula);
  return tokens.reduceRight((text, { kind, value, from: start, to: end }, at) => {
    const isCalled =
      formula[start] !== "{" && tokens[at + 1]?.value === "(" && tokens[at + 1]?.kind === "sign";
    if (kind !== "id" || value !== from || isCalled) return text;
    return text.slice(0, start) + writeName(to) + text.slice(end);
  }, formula);
}
