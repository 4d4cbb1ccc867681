/** Splits command lines into words as a shell does, and quotes words for a shell. */
import { UsageError } from "../usage/usage-error.ts";

/** An escaped character, a text in quotes, spaces, or any other character. */
const pieces = /\\(.)|"((?:\\.|[^"\\])*)"|'([^']*)'|(\s)|[^"']/gsy;

/**
 * Splits a command line into words, as a shell does: spaces separate words, quotes group them, and a backslash escapes the next
 * character (outside single quotes). Nothing is expanded.
 *
 * @throws UsageError for a quote that does not end.
 */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const [piece, escaped, double, single, space] of line.matchAll(pieces)) {
    end += piece.length;
    if (space === undefined)
      word = (word ?? "") + (escaped ?? double?.replaceAll(/\\(.)/gs, "$1") ?? single ?? piece);
    else {
      if (word !== undefined) words.push(word);
      word = undefined;
    }
  }
  if (end < line.length) throw new UsageError(`The command has a ${line[end]} that does not end.`);
  return word === undefined ? words : [...words, word];
}

/** Quotes an argument for a shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
