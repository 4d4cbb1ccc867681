/** Finds the pairs of brackets and quotes in tokens, and marks that only show how a text looks. */
import type { Token } from "./tokens.ts";

/** The marks that may end what a bracket or a quote opens. */
const ENDS: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  '"': '"',
  "'": "'’",
  "‘": "’'",
  "“": "”“",
  "„": '“”"',
  "«": "»",
  "»": "«",
};
/** Marks that only show how a text looks, as in Markdown: `**Name**`. */
const LOOKS = /^[`_]$/;

/** Brackets and quotes end on the line on which they begin; one without its other half is a mark like all others. */
export function pairs(tokens: readonly Token[]): Map<number, number> {
  const closes = new Map<number, number>();
  let open: { readonly index: number; readonly ends: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "newline") open = [];
    if (token.kind !== "mark") continue;
    const opens = endsOf(tokens, index);
    // A straight quote that could begin another one ends the one that is open, and so does "»" behind a blank.
    const last =
      opens && !`"»`.includes(token.text) ? -1 : open.findLastIndex(({ ends }) => ends.includes(token.text));
    const closed = open[last];
    if (closed && !(APOSTROPHES.includes(token.text) && isInWord(tokens, index))) {
      closes.set(closed.index, index);
      open.length = last;
    } else if (opens) open.push({ index, ends: opens });
  }
  return closes;
}

const APOSTROPHES = "'’";

/** "What's": an apostrophe, and no quote. */
function isInWord(tokens: readonly Token[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  return token?.isSpaced === false && next?.isSpaced === false && next.kind === "word";
}

/** The marks that may end what a mark opens; undefined if it opens nothing. */
function endsOf(tokens: readonly Token[], index: number): string | undefined {
  const mark = tokens[index]?.text ?? "";
  return "([{".includes(mark) || isOpening(tokens, index) ? ENDS[mark] : undefined;
}

function isOpening(tokens: readonly Token[], index: number): boolean {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  const stands = token?.isSpaced || before === undefined || "([{:,;/".includes(before.text);
  // In French, blanks stand inside of quotes.
  const isTight = next?.isSpaced === false || token?.text === "«";
  return stands && next !== undefined && isTight && next.kind !== "newline";
}

/** Double asterisks, underscores around words, and backticks. */
export function looks(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>();
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "mark") continue;
    const next = tokens[index + 1];
    const isDouble = token.text === "*" && next?.text === "*" && !next.isSpaced;
    if (isDouble && !found.has(index)) found.add(index).add(index + 1);
    else if (LOOKS.test(token.text) && (token.isSpaced || next === undefined || next.isSpaced))
      found.add(index);
  }
  return found;
}
