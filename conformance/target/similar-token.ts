/** Creates tokens that no server knows. */
import { randomInt } from "node:crypto";

/** The number of random characters that make a token unknown to every server. */
const ENOUGH_RANDOM = 16;

/** Returns an unknown token in the form of a real one: same prefix, length (a short one gets longer) and classes of characters. */
export function similarToken(token = "unknown-token-0123456789"): string {
  const prefix = /^[^_.-]*[_.-]/.exec(token)?.[0] ?? "";
  const rest = token.slice(prefix.length);
  const missing = ENOUGH_RANDOM - (rest.match(/[0-9a-z]/gi)?.length ?? 0);
  const long = rest + "a".repeat(Math.max(0, missing));
  return prefix + withOtherCharacters(long);
}

/** Replaces letters and digits by others of the same classes. `letters`: the letters to choose from, in lower case. */
export function withOtherCharacters(text: string, letters = "abcdefghijklmnopqrstuvwxyz"): string {
  return text.replaceAll(/[0-9]|[a-z]|[A-Z]/g, (character) => {
    const set = /[0-9]/.test(character) ? "0123456789" : letters;
    const other = set[randomInt(set.length)] ?? "";
    return /[A-Z]/.test(character) ? other.toUpperCase() : other;
  });
}
