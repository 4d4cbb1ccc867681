/** Reads prose sentence by sentence: by its clauses where they ask for something, else by its patterns. */
import type { Grammar } from "../../lexicon/grammar.ts";
import { cleanLines } from "../clean.ts";
import { readLine } from "../lines.ts";
import { addItems, type Outline } from "../outline.ts";
import { readProse } from "../prose.ts";
import { mentionsForm } from "../request.ts";
import { sentences } from "../split.ts";
import { type ClauseReading, readClauses } from "./read-clauses.ts";

/** The items of the sentences that are read by their clauses. */
export type ClauseItems = ReadonlyMap<string, ClauseReading>;

/** A text with fewer words in a row is a list. */
const MIN_WORDS = 4;

/** A longer prompt is read by the patterns alone. */
const MAX_PROMPT = 4000;

/** The sentences of a prompt that their clauses can be read from, with what these ask for. */
export function clausesIn(prompt: string, grammar: Grammar): ClauseItems {
  const found = new Map<string, ClauseReading>();
  if (grammar.languages[0] !== "en" || prompt.length > MAX_PROMPT) return found;
  for (const sentence of cleanLines(prompt).flatMap(sentencesOf)) {
    const reading = sentence.split(" ").length < MIN_WORDS ? undefined : readClauses(sentence, grammar);
    if (reading) found.set(sentence, reading);
  }
  return found;
}

/**
 * Reads lines of prose into the outline. Sentences side by side that are not read by their clauses are read together.
 *
 * @param written writes a line the way that the patterns expect
 */
export function readProseByClauses(
  lines: readonly string[],
  clauses: ClauseItems,
  written: (line: string) => string,
  outline: Outline,
  grammar: Grammar,
): void {
  for (const line of lines) {
    let others: string[] = [];
    const readOthers = () => {
      if (others.length > 0) readProse([readLine(written(others.join(" "))).text], outline, grammar);
      others = [];
    };
    for (const sentence of sentencesOf(line)) {
      const reading = clauses.get(sentence);
      if (reading) {
        readOthers();
        addPurpose(reading.leads, outline, grammar);
        addItems(outline, reading.items);
        outline.leads.push(...reading.leads);
        outline.unused.push(...reading.unused);
        outline.listsFields = true;
      } else others.push(sentence);
    }
    readOthers();
  }
}

/** "For the harvest supper we need a simple sign-up:" says what the form is for. */
function addPurpose(leads: readonly string[], outline: Outline, grammar: Grammar): void {
  const named = leads.find((lead) => mentionsForm(lead, grammar));
  if (named !== undefined && outline.purposeTexts.length === 0) outline.purposeTexts.push(leads.join(" "));
}

/** "; those who have not should say when" is a sentence of its own. */
const APART = /; (?=(?:those|if|they|we|please|anyone|everyone) )/giu;

function sentencesOf(line: string): string[] {
  return sentences(readLine(line).text).flatMap((sentence) => {
    const parts = sentence.split(APART);
    return parts
      .map((part, index) => (index < parts.length - 1 ? `${part}.` : part))
      .map((part, index) => (index > 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part));
  });
}
