/** Spells labels: sentence case, abbreviations and names of products. */
import names from "./names.json" with { type: "json" };

/** Abbreviations and names that people type in lower case. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  names.spellings.split(", ").map((name) => [name.toLowerCase(), name]),
);

/** Names that are written alike in all languages of the lexicon. */
const NAMES: ReadonlySet<string> = new Set([...SPELLINGS.values(), ...names.names.split(", ")]);

/** Whether a text is the same in all languages: numbers, sizes, units and names of products. */
export function isUniversal(text: string): boolean {
  return NAMES.has(text) || !/\p{L}{3}/u.test(text);
}

/** `number of guests` -> `Number of guests`, `cv` -> `CV`, `AGE GROUP` -> `Age group`. */
export function sentenceCase(text: string): string {
  const isAllCaps = text.length > 4 && text === text.toUpperCase() && /\p{L}{4}/u.test(text);
  const spelled = text
    .split(" ")
    .map((word) => SPELLINGS.get(word.toLowerCase()) ?? (isAllCaps ? word.toLowerCase() : word));
  return capitalized(spelled.join(" "));
}

function capitalized(text: string): string {
  const first = text.search(/[\p{L}\p{N}]/u);
  // "iPhone", "eBay" and "macOS" are written so.
  if (first < 0 || /^\p{Ll}{1,3}\p{Lu}/u.test(text.slice(first))) return text;
  const letter = String.fromCodePoint(text.codePointAt(first) ?? 0);
  return text.slice(0, first) + letter.toUpperCase() + text.slice(first + letter.length);
}
