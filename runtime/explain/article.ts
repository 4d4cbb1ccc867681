/** The indefinite article of English, for sentences about names that a spec chooses. */

/** By its first sound: "an order", "a user", "an hour", "a one-time code". */
const BEGINS_WITH_VOWEL = /^(?:(?!eu|one|uni|use|usa|usu|uti)[aeiou]|hour|honest|heir)/i;

/** Puts `a` or `an` before a word. */
export function withArticle(word: string): string {
  return `${BEGINS_WITH_VOWEL.test(word) ? "an" : "a"} ${word}`;
}

/** Puts `A` or `An` before a word, for the start of a sentence. */
export function withCapitalArticle(word: string): string {
  return `A${withArticle(word).slice(1)}`;
}
