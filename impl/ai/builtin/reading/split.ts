/** Splits ranges of a prompt at separators outside of brackets and quotes. */
import abbreviations from "./abbreviations.json" with { type: "json" };
import type { Range } from "./accounting.ts";
import type { Prompt } from "./prompt.ts";

/** Whether the token at `index` separates, and how many tokens the separator has. */
export type Separator = (index: number) => number;

/** @returns the parts between separators; empty parts are left out */
export function split(prompt: Prompt, { from, to }: Range, separator: Separator): Range[] {
  const parts: Range[] = [];
  let start = from;
  for (let index = from; index < to; ) {
    const length = separator(index);
    if (length > 0) {
      parts.push({ from: start, to: index });
      start = index + length;
      index = start;
    } else index = Math.max(prompt.after(index), index + 1);
  }
  parts.push({ from: start, to });
  return parts.filter((part) => !prompt.isEmpty(part));
}

/** @returns the index of the first token in a range, outside of brackets and quotes, for which `is` holds */
export function find(
  prompt: Prompt,
  { from, to }: Range,
  is: (index: number) => boolean,
): number | undefined {
  for (let index = from; index < to; index = Math.max(prompt.after(index), index + 1))
    if (is(index)) return index;
  return undefined;
}

/** @returns a separator for any of these marks */
export function marks(prompt: Prompt, text: string): Separator {
  return (index) => (prompt.isMark(index, text) && !prompt.isOpenQuote(index) ? 1 : 0);
}

/** A dash with blanks on both sides, or an arrow. */
export function isDash(prompt: Prompt, index: number, isFirst = false): boolean {
  const [token, next] = [prompt.tokens[index], prompt.tokens[index + 1]];
  if (token === undefined || !prompt.isMark(index, "-–—→")) return false;
  // The second one of "--".
  if (!token.isSpaced && prompt.isMark(index - 1, "-") && isDash(prompt, index - 1, true))
    return next?.isSpaced !== false;
  return (
    (token.isSpaced || token.text === "—") &&
    (next === undefined || next.isSpaced || token.text === "—" || isFirst)
  );
}

/** A colon that is followed by a blank or the end, so none in "10:30" or "https://". */
export function isColon(prompt: Prompt, index: number): boolean {
  const next = prompt.tokens[index + 1];
  return (
    prompt.isMark(index, ":：") &&
    (next === undefined || next.isSpaced || prompt.isOpenQuote(index + 1) || prompt.isLook(index + 1))
  );
}

/** Words that end with a full stop in the middle of a sentence; titles do so before a name, too. */
const SHORTENED: ReadonlySet<string> = new Set(abbreviations.words.split(", "));
const TITLES: ReadonlySet<string> = new Set(abbreviations.titles.split(", "));

/** @returns the sentences of a range: they end at ".", "!", "?" or ";", and at line ends */
export function sentences(prompt: Prompt, range: Range): Range[] {
  const found: Range[] = [];
  let start = range.from;
  const close = (to: number) => {
    if (!prompt.isEmpty({ from: start, to })) found.push({ from: start, to });
    start = to;
  };
  for (let index = range.from; index < range.to; index = Math.max(prompt.after(index), index + 1)) {
    if (prompt.tokens[index]?.kind === "newline") close(index);
    else if (endsSentence(prompt, index, range.to)) close(prompt.after(index));
  }
  close(range.to);
  return found;
}

function endsSentence(prompt: Prompt, index: number, limit: number): boolean {
  if (!prompt.isMark(index, ".!?…;؟")) return false;
  const next = prompt.tokens[index + 1];
  if (index + 1 >= limit || next === undefined) return true;
  if (prompt.isMark(index, ";")) return false;
  if (prompt.isMark(index + 1, ".!?)") || !next.isSpaced) return false;
  if (!prompt.isMark(index, ".")) return !prompt.isMark(index + 1, "*([,");
  if (isOrdinal(prompt, index)) return false;
  if (TITLES.has(prompt.key(index - 1))) return false;
  return !(SHORTENED.has(prompt.key(index - 1)) && /^[\p{Ll}\d(]/u.test(next.text));
}

/** "3. März": a number that begins a piece, and its full stop. */
function isOrdinal(prompt: Prompt, index: number): boolean {
  const isNumber = /^\d{1,2}$/.test(prompt.key(index - 1));
  return isNumber && (prompt.isMark(index - 2, ",;:([/?!") || prompt.tokens[index - 2] === undefined);
}
