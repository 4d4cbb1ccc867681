/** Finds demands that the warnings of a result name. */
import type { Made } from "./answers.ts";
import { key } from "./labels.ts";

/** Warnings that quote labels for other reasons than that something is missing. */
const OTHER_REASONS: ReadonlySet<string> = new Set(["fields_added", "untranslated", "optional_by_default"]);

/** Tells whether a warning names one of these words. */
export function isWarned(words: readonly string[], { warnings }: Made): boolean {
  const messages = warnings
    .filter(({ code }) => !OTHER_REASONS.has(code))
    .map(({ message }) => quotedWords(message));
  return words.some((word) => word.length > 0 && messages.some((message) => mentions(message, word)));
}

/** Number of words. */
const LONGEST_ITEM = 20;

/**
 * Tells whether a warning quotes a part of the prompt's item with one of these words, such as `"not in the future"` of "Date of
 * purchase (not in the future)". An item ends with its line, sentence, semicolon or comma, but not within brackets. A single
 * word, or a word from a long item, may have another meaning.
 */
export function isItemQuoted(words: readonly string[], prompt: string, { warnings }: Made): boolean {
  const items = prompt
    .split(/\n|;|(?<=[.!?])\s|,(?![^()[\]]*[)\]])/)
    .map(key)
    .filter((item) => item.split(" ").length <= LONGEST_ITEM && words.some((word) => mentions(item, word)));
  return warnings
    .filter(({ code }) => !OTHER_REASONS.has(code))
    .flatMap(({ message }) => [...message.matchAll(/"([^" ]+ [^"]+)"/g)].map(([, quote = ""]) => key(quote)))
    .some((quote) => items.some((item) => item.includes(quote)));
}

/** Removes warnings about guessed types: they do not say that forms lack something, as with "Log in with Google" as a text field. */
export function withoutGuesses(result: Made): Made {
  return { ...result, warnings: result.warnings.filter(({ code }) => code !== "type_guessed") };
}

/** Returns the subject of a warning: its quoted words, without quotes in the advice; the whole text if it quotes nothing. */
function quotedWords(message: string): string {
  const about = message.replace(/ To (add a field|change that), .*$/s, "");
  return key(/"(.*)"/s.exec(about)?.[1] ?? about);
}

/** Numbers and short words must stand alone: "2" is not in "2027", nor "it" in "with". */
function mentions(message: string, word: string): boolean {
  if (word.length > 3) return message.includes(word);
  return ` ${message.replace(/[^\p{L}\p{N}]+/gu, " ")} `.includes(` ${word} `);
}
