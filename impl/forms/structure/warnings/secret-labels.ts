/** Labels that ask for secrets, in the languages of forms: passwords, numbers of payment cards and bank accounts, and codes. */
import stems from "./secret-labels.json" with { type: "json" };

const secrets = readStems(stems.passwords, stems.cards);
/** Forms ask for these with reason, such as a club that collects its fees. */
const sensitive = readStems(stems.accounts, stems.codes);
/** About a secret, not the secret itself. */
const harmless = new RegExp(stems.harmless, "u");
const own = new RegExp(stems.own, "u");

const MAX_WORDS = 10;
const MAX_LENGTH = 200;

/** Makes one pattern for all stems, so that a form of 500 questions is searched within milliseconds. */
function readStems(...lists: readonly (readonly string[])[]): RegExp {
  return new RegExp(lists.flat().join("|").replaceAll("^", "(?:^| )"));
}

/** Whether the text of a field asks for a password or a payment card. */
export function asksForSecret(label: string): boolean {
  return isMatch(label, secrets);
}

/** Whether the text of a field asks for one of these, for the number of a bank account, or for a code. */
export function asksForSensitive(label: string): boolean {
  return isMatch(label, secrets, sensitive);
}

function isMatch(label: string, ...patterns: readonly RegExp[]): boolean {
  if (label.length > MAX_LENGTH) return false;
  const text = foldText(label.replace(/\([^()]*\)/g, " "));
  if (text.split(" ").length > MAX_WORDS || !patterns.some((pattern) => pattern.test(text))) return false;
  return !harmless.test(text);
}

/** Whether a question asks for the reader's own secret: many lessons are about secrets. */
export function asksForOwnSecret(question: string): boolean {
  return asksForSecret(question) && own.test(foldText(question));
}

/** Small letters without marks, and single spaces between words. */
function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
