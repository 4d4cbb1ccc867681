/** Labels that ask for a password or for the number of a payment card, in the languages of forms. */
import stems from "./secret-labels.json" with { type: "json" };

const patterns = [...stems.passwords, ...stems.cards].map(
  (alternatives) => new RegExp(alternatives.replaceAll("^", "(?<!\\S)"), "u"),
);
/** About a secret, not the secret itself. */
const harmless = new RegExp(stems.harmless, "u");
const own = new RegExp(stems.own, "u");

const MAX_WORDS = 10;
const MAX_LENGTH = 200;

/** Whether what stands at a field asks for such a secret. */
export function asksForSecret(label: string): boolean {
  if (label.length > MAX_LENGTH) return false;
  const text = folded(label.replace(/\([^()]*\)/g, " "));
  if (text.split(" ").length > MAX_WORDS || harmless.test(text)) return false;
  return patterns.some((pattern) => pattern.test(text));
}

/** Whether a question asks for the reader's own secret: many lessons are about secrets. */
export function asksForOwnSecret(question: string): boolean {
  return asksForSecret(question) && own.test(folded(question));
}

/** Small letters without marks, and single spaces between words. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
