/** Reads for whom a lesson is. */
import type { Language } from "../../../../generated/types.ts";
import type { Level } from "../../library/topic.ts";
import { splitWords, wordList } from "./words.ts";

const OLDEST_YOUNGER_AGE = 11;
const LAST_YOUNGER_GRADE = 5;
/** Numbers that English prompts write as words: "ten-year-olds". */
const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");

/** Younger for "8-year-olds", "grade 4" or "primary school"; else older. */
export function readLevel(prompt: string, languages: readonly Language[]): Level {
  const words = splitWords(prompt).slice(0, 400);
  const is = (index: number, key: "age" | "grade" | "younger" | "older") =>
    words[index] !== undefined && languages.some((language) => wordList(language, key).has(words[index]!));
  for (const [index, word] of words.entries()) {
    const number = readNumber(word);
    if (number === undefined) continue;
    const near = (key: "age" | "grade") => [-2, -1, 1, 2].some((offset) => is(index + offset, key));
    if (near("age")) return number <= OLDEST_YOUNGER_AGE ? "younger" : "older";
    if (near("grade")) return number <= LAST_YOUNGER_GRADE ? "younger" : "older";
  }
  const isOlder = words.some((_, index) => is(index, "older"));
  return !isOlder && words.some((_, index) => is(index, "younger")) ? "younger" : "older";
}

function readNumber(word: string): number | undefined {
  const digits = /^(?<number>\d{1,2})(?:st|nd|rd|th)?$/u.exec(word)?.groups?.number;
  if (digits !== undefined) return Number(digits);
  const index = NUMBERS.indexOf(word);
  return index < 0 ? undefined : index;
}
