/** Splits ranges of a prompt into sentences. */
import abbreviations from "./abbreviations.json" with { type: "json" };
import type { Range } from "./accounting.ts";
import type { Prompt } from "./prompt.ts";

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
