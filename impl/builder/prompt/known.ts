/** Tells whether words name a field of the lexicon. */
import { findConcept } from "../lexicon/dictionary.ts";
import { type Grammar, stripFillers } from "../lexicon/grammar.ts";

/** A longer text is no name of a field, and is not looked up. */
export const MAX_LABEL = 80;

/** Whether a text without its brackets and articles names a field of the lexicon. */
export function isKnown(text: string, grammar: Grammar): boolean {
  if (text.length > MAX_LABEL) return false;
  return findConcept(stripFillers(withoutBrackets(text), grammar), grammar.languages) !== undefined;
}

/** The text outside of its brackets. */
export function withoutBrackets(text: string): string {
  return text.replace(/\([^()]*\)/g, " ").trim();
}

const NAMES: ReadonlySet<string> = new Set(["name", "full_name", "first_name", "last_name"]);

/** Whether a text names the field for the name of a person. */
export function isPersonName(text: string, grammar: Grammar): boolean {
  return NAMES.has(findConcept(stripFillers(text, grammar), grammar.languages)?.value ?? "");
}
