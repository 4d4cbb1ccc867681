/** Reads sentences that ask respondents to agree: "They have to accept the club rules." */

import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import type { Item } from "./outline.ts";
import { withoutTrailing } from "./split.ts";

/** "everyone who takes part" is still the subject; a longer text is another clause. */
const MAX_SUBJECT = 5;
const MAX_RULES = 160;

/** The consent that a sentence asks for; undefined: it asks for something else. */
export function consentIn(sentence: string, grammar: Grammar): Item | undefined {
  const { consentVerbs = [], modals = [], first = [] } = instructionsIn(grammar.languages[0]!).vocabulary;
  if (consentVerbs.length === 0 || /[?:]/.test(sentence)) return undefined;
  const folded = fold(sentence);
  const verb = wordSet(consentVerbs).all(folded)[0];
  if (!verb || verb.start === 0) return undefined;
  const subject = withoutModals(folded.slice(0, verb.start).trim(), modals);
  if (subject === "" || subject.split(" ").length > MAX_SUBJECT || /[,;(]/.test(subject)) return undefined;
  // "they upload a CV and agree to our terms" lists what they give.
  if (grammar.and.first(subject)) return undefined;
  if (wordSet(first).start(subject)) return undefined;
  const rules = withoutTrailing(sentence.slice(verb.end).trim(), " .!");
  if (rules === "" || rules.length > MAX_RULES || /[,;]/.test(rules)) return undefined;
  return { text: statement(sentence.slice(verb.start, verb.end), rules, grammar), kind: "consent" };
}

/** "they must also" -> "they" */
function withoutModals(text: string, modals: readonly string[]): string {
  const found = wordSet(modals).all(text);
  return found
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}${rest.slice(end)}`, text)
    .trim();
}

/** In the words of the respondent: "I accept the club rules". */
function statement(verb: string, rules: string, grammar: Grammar): string {
  if (grammar.languages[0] !== "en") return sentenceCase(rules);
  const plain = rules
    .replace(/ (?:first|too|as well|at the end|beforehand|before (?:sending|submitting)(?: it)?)$/i, "")
    .replace(/\bour\b/gi, "the");
  return `I ${verb} ${saidByRespondent(plain)}`;
}

/** "they are over 18" -> "I am over 18" */
export function saidByRespondent(text: string): string {
  return text
    .replace(/\bthey(?: are|['’]re)(?=[^\p{L}]|$)/giu, "I am")
    .replace(/\bthey['’](ve|ll|d)(?=[^\p{L}]|$)/giu, "I'$1")
    .replace(/\bthey\b/giu, "I")
    .replace(/\btheir\b/giu, "my");
}
