/** Tells requests to the builder from what they ask for. */
import { findConcept, findIntent } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { type PhraseSet, wordSet } from "../lexicon/phrases.ts";
import { intentOf } from "./intent.ts";
import { withoutTrailing } from "./split.ts";

/** "Can you please create a contact form" -> "contact form". */
export function stripRequest(sentence: string, grammar: Grammar): string {
  let text = sentence;
  for (let attempt = 0; attempt < 6; attempt++) {
    const shorter = withoutStart(text, grammar.requests);
    if (shorter === text) break;
    text = withoutStart(shorter, grammar.fillers);
  }
  return text;
}

/** Whether a sentence says no more than "the form should be". */
export function saysNothing(sentence: string, grammar: Grammar): boolean {
  const rest = stripFillers(stripRequest(withoutTrailing(sentence, " .!:"), grammar), grammar);
  const form = grammar.form.start(fold(rest));
  const tail = fold(form ? rest.slice(form.end).trim() : rest);
  if (!/\p{L}/u.test(tail)) return true;
  return [grammar.copulas, grammar.fillers, grammar.statementStarts].some((words) => words.is(tail));
}

function politeWords({ languages }: Grammar): PhraseSet {
  return wordSet(
    [languages[0]!, "en" as const].flatMap((one) => instructionsIn(one).vocabulary.polite ?? []),
  );
}

/** "Only one vote per person please" -> "Only one vote per person" */
export function withoutPlease(sentence: string, grammar: Grammar): string {
  const plain = withoutTrailing(sentence, " .!");
  const last = politeWords(grammar).all(fold(plain)).at(-1);
  if (!last || last.end < plain.length || last.start < 4 || !/[\s,]/.test(plain.charAt(last.start - 1)))
    return sentence;
  // German "PLZ" is the postal code.
  if (findConcept(last.phrase, grammar.languages.slice(0, 1))) return sentence;
  return withoutTrailing(plain.slice(0, last.start), " ,");
}

/** "Thank you so much!!" asks for nothing. */
export function isPolite(sentence: string, grammar: Grammar): boolean {
  // "110, 112, 911." answers the question before it.
  if (!/\p{L}/u.test(sentence) && /\d/.test(sentence)) return false;
  let rest = fold(sentence);
  for (const { start, end } of politeWords(grammar).all(rest).reverse())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return (rest.match(/\p{L}{3,}/gu) ?? []).every((word) => grammar.fillers.is(word) || word === "there");
}

/** Whether a text names a form, or as a whole names a purpose. */
export function mentionsForm(text: string, grammar: Grammar): boolean {
  if (grammar.form.first(fold(text))) return true;
  const bare = withoutTrailing(stripFillers(text, grammar).slice(0, 80), " :.");
  return findIntent(bare, grammar.languages) !== undefined;
}

/** Whether a short sentence names a purpose: "RSVP for my birthday party". */
export function saysPurpose(text: string, grammar: Grammar): boolean {
  if (text.includes(",") || text.split(" ").length > 12 || grammar.statementStarts.start(fold(text)))
    return false;
  return intentOf(text, grammar) !== undefined;
}

/** "If yes, how many?" */
export function startsCondition(text: string, grammar: Grammar): boolean {
  const folded = fold(text.slice(0, 120));
  return grammar.ifYes.start(folded) !== undefined || grammar.ifNo.start(folded) !== undefined;
}
