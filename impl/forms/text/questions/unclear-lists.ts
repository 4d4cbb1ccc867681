/**
 * Lines with bullets below one that does not ask, as in "2. Class": its choices, or questions below a heading? Only choices have places, so
 * `- 10:00 (1 place)` is a choice. Where another line of the same kind has nothing below it, lines of that kind are questions, so the bullets
 * are choices, too; a warning names those all the same.
 */

import type { Words } from "../words.ts";
import { readChoice } from "./choices.ts";
import type { Notation } from "./details.ts";
import { bulletsBelow, isSureQuestion, isUnclear } from "./outline.ts";
import type { OutlineLine } from "./outline-line.ts";
import type { QuestionText } from "./question-text.ts";

/** A question, and the lines below it that are its choices. */
export interface ClearList {
  readonly line: OutlineLine;
  readonly choices: readonly OutlineLine[];
  /** Whether the choices say themselves that they are choices. */
  readonly hasPlaces: boolean;
}

/** Finds lists that are clear. @param outline all questions of a text, including those that may be choices */
export function clearLists(outline: readonly OutlineLine[], words: Words): ClearList[] {
  const lists = outline.map((line, at): ClearList => {
    const choices = bulletsBelow(outline, at);
    return { line, choices, hasPlaces: choices.some(({ question }) => namesPlaces(question)) };
  });
  const ofQuestions = new Set(lists.filter(hasNothingBelow).map(({ line }) => levelKey(line)));
  return lists.filter((list) => {
    if (!isUnclear(list.line) || hasQuestion(list, words)) return false;
    return list.hasPlaces || (isOfChoices(list) && ofQuestions.has(levelKey(list.line)));
  });
}

/** Makes the lines the choices of the question. */
export function readClearList(notation: Notation, { line: { question }, choices }: ClearList): void {
  const problems = question.problems.filter(({ code }) => code !== "choices_or_questions");
  question.problems.splice(0, question.problems.length, ...problems);
  for (const { question: choice, row } of choices) {
    notation.coverage.remove(choice.span);
    question.choices.push(readChoice(notation, choice.span));
    // Help below the last choice is that of the question.
    if (choice.help !== undefined) question.help ??= choice.help;
    row.kind = "choice";
  }
}

/** "Rate from 1 to 5" has rows below it rather than choices. */
function isOfChoices({ line, choices }: ClearList): boolean {
  const asksForNumbers = /\p{N}/u.test(line.question.label);
  return line.marker.kind !== "none" && !asksForNumbers && choices.length >= 2;
}

/** Tells whether a line with a bullet is a question whatever stands around it. */
function hasQuestion({ choices }: ClearList, words: Words): boolean {
  return choices.some(({ question }) => !namesPlaces(question) && isSureQuestion(question, words));
}

/** `10:00 (1 place)`. */
function namesPlaces({ details }: QuestionText): boolean {
  const [only, ...others] = details;
  return others.length === 0 && only?.kind === "count" && only.measure === "places";
}

/** Tells whether there is nothing below a line, so it is not a heading. */
function hasNothingBelow({ line, choices }: ClearList): boolean {
  return choices.length === 0 && line.question.choices.length === 0;
}

/** Lines that are alike as far as their beginnings tell. */
function levelKey({ section, marker }: OutlineLine): string {
  return `${section} ${marker.kind} ${marker.indent}`;
}
