/** Decides whether a draft is a field that the prompt asks for, or half a sentence that was not understood. */
import { fold } from "../lexicon/fold.ts";
import { type Grammar, questionKind } from "../lexicon/grammar.ts";
import type { Draft } from "./draft.ts";

/** Labels that the lexicon does not know may have this many words. */
const MAX_WORDS = 5;

/**
 * Whether a draft can become a field: the lexicon knows it, the prompt names its kind or its choices, it is a question, or it
 * is as short as labels are. Half a sentence is no label.
 */
export function isPlausible(draft: Draft, grammar: Grammar): boolean {
  const { label, meaning, choices, rows, wording } = draft;
  if (wording || meaning?.exact || rows || choices.length > 0) return true;
  const isQuestion = /[?;؟]["”»]?$/.test(label) || questionKind(label, grammar) !== undefined;
  if (isQuestion || draft.opinion !== undefined) return true;
  const folded = fold(label);
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return false;
  if (draft.kind === "consent" || grammar.agree.start(folded)) return true;
  if (grammar.form.is(folded) || FIELD_WORDS.has(folded)) return false;
  if (grammar.statementStarts.start(folded) && words.length > 2) return false;
  return words.length <= (meaning || draft.kind ? 2 * MAX_WORDS : MAX_WORDS);
}

const FIELD_WORDS: ReadonlySet<string> = new Set([
  "field",
  "fields",
  "question",
  "questions",
  "feld",
  "champ",
  "campo",
]);
