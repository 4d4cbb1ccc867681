/** Splits a draft that stands for several fields, such as "contact details (name, email)". */
import type { Draft } from "../fields/draft.ts";
import { meaningOf } from "../fields/meaning.ts";
import { SHAPES } from "../fields/shapes.ts";
import type { Concept } from "../lexicon/concepts.ts";
import { findConcept } from "../lexicon/dictionary.ts";
import type { Grammar } from "../lexicon/grammar.ts";

/**
 * Splits "contact details (name, email)" and "name (first and last)" into two fields each. "contact method (email, phone)"
 * stays one field with two choices.
 */
export function expand(draft: Draft, grammar: Grammar): Draft[] {
  if (draft.choices.length < 2 || draft.kind || draft.label.endsWith("?")) return [draft];
  const meaning = meaningOf(draft.label, grammar, false);
  if (meaning && "choices" in SHAPES[meaning.concept]) return [draft];
  const completed = draft.choices.map((choice) => `${choice} ${draft.label.toLowerCase()}`);
  const labels = [draft.choices, completed].find((list) =>
    list.every((label) => isNamedField(label, grammar)),
  );
  const { required } = draft;
  return (
    labels?.map((label) => ({ label, choices: [], ...(required !== undefined && { required }) })) ?? [draft]
  );
}

function isNamedField(choice: string, grammar: Grammar): boolean {
  const concept = findConcept(choice, grammar.languages)?.value;
  return concept !== undefined && !AMBIGUOUS.has(concept);
}

/** These are as often choices as fields: "Delivery, Service". */
const AMBIGUOUS: ReadonlySet<Concept> = new Set([
  "service",
  "product",
  "event",
  "newsletter",
  "delivery_method",
  "photo",
  "message",
]);
