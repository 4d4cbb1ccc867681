import { ImportError } from "../../import/listing.ts";

/**
 * Splits a command line into words, as a shell does: spaces separate words, quotes group them, and a backslash escapes the next
 * character (outside single quotes). Nothing is expanded.
 *
 * @throws ImportError for a quote that does not end.
 */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (character === "\\" && quote !== "'" && at + 1 < line.length) word = (word ?? "") + line[++at]!;
    else if (character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== "") throw new ImportError(`The command has a ${quote} that does not end.`);
  return word === undefined ? words : [...words, word];
}
