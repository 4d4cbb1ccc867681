/** Splits names and texts into words, and decides whether a text is English. */

/** How much of a text the rules read. A longer text has a finding of its own, and costs no more time. */
export const mostRead = 20_000;

/** `deleteNote`, `delete_note` and `delete-note` are `delete`, `note`. */
export function splitName(name: string): string[] {
  const spaced = name.slice(0, mostRead).replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ");
  return splitText(spaced);
}

/** The words of a text in lower case, without marks. */
export function splitText(text: string): string[] {
  const words = text.slice(0, mostRead).matchAll(/[\p{L}\p{N}]+/gu);
  return Array.from(words, ([word]) => word.toLowerCase());
}

/** Endings that English adds to a word: `notes`, `deleted` and `deleting` are one word with `note` and `delete`. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?:ing|ed|es|s)$/, "")
    .replace(/(?:([bdgmnprt])\1|e)$/, "$1");
}

/** Words that say nothing of a tool. */
const fillers: ReadonlySet<string> = new Set(
  "a an and any at by for from given in into is it its of on one or specific specified that the this to using via with tool function endpoint api method command operation".split(
    " ",
  ),
);

const functionWords: ReadonlySet<string> = new Set(
  "a all an and are as at be by can each for from has have if in into is it its not of on one only or that the their them then these this to up use used when where which will with you your".split(
    " ",
  ),
);

/** Function words that no other language with Latin letters uses. */
const englishAlone: ReadonlySet<string> = new Set(
  "and each from has have into that the their them then these this to use used when where which will with you your".split(
    " ",
  ),
);

/**
 * Whether a text is English: at least one word in seven is an English function word, two different ones occur, and one of
 * them is not a word of another language. A short text may have none: it is English if the other texts of its server are.
 */
export function isEnglish(text: string, others = ""): boolean {
  const words = splitText(text);
  if (words.length < shortText && !/[^\p{ASCII}\p{P}\p{S}]/u.test(text.slice(0, mostRead)))
    return hasEnglishWords(words) || hasEnglishWords(splitText(others));
  return hasEnglishWords(words);
}

/** Texts with fewer words may have no function words. */
const shortText = 20;

function hasEnglishWords(words: readonly string[]): boolean {
  const found = words.filter((word) => functionWords.has(word));
  const different = new Set(found);
  return (
    found.length * 7 >= words.length &&
    different.size >= 2 &&
    [...different].some((word) => englishAlone.has(word))
  );
}

/** Whether every word of a text that says something is a word of the name. A text without such words says nothing. */
export function repeatsName(text: string, name: string): boolean {
  const known = new Set(splitName(name).map(stem));
  const words = splitText(text).filter((word) => !fillers.has(word));
  return words.every((word) => known.has(stem(word)));
}
