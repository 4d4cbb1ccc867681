/** Reads what a quiz says beside its questions: "correct: Paris", "(true)", "2 points each", "show the score". */

import type { Draft } from "../fields/draft.ts";
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { isOnly } from "./prices.ts";
import { withoutTrailing } from "./split.ts";

/** What a prompt says about the points of a whole quiz. */
export interface QuizRemark {
  /** What a right answer is worth. */
  readonly points?: number;
}

/** "Show the score at the end", "2 points per correct answer"; undefined: the text says something else. */
export function quizRemark(text: string, grammar: Grammar): QuizRemark | undefined {
  const words = (name: string) => wordsFor(name, grammar);
  const folded = fold(withoutTrailing(text, " .!"));
  const scored = wordSet([...words("score"), ...words("points")]);
  if (folded.length > 120 || !scored.first(folded)) return undefined;
  const all = ["score", "points", "correct", "show", "calculate", "end", "quizWords", "only", "total"];
  const plain = folded.replace(/\d+/g, " ").trim();
  if (!isOnly(plain, wordSet(all.flatMap(words)), grammar)) return undefined;
  const number = /\d{1,4}/.exec(folded)?.[0] ?? spelled(folded, grammar);
  const pointed = wordSet(words("points")).first(folded) !== undefined;
  return { ...(number !== undefined && pointed && { points: Number(number) }) };
}

/** "Safety quiz with 2 points per question": what the end of a sentence says of the points, and the words before it. */
export function quizTail(sentence: string, grammar: Grammar): { rest: string; quiz: QuizRemark } | undefined {
  if (sentence.length > 200 || !/\d/.test(sentence)) return undefined;
  const whole = withoutTrailing(sentence, " .!:");
  for (const { index, 0: mark } of whole.matchAll(TAIL)) {
    const tail = withoutTrailing(whole.slice(index + mark.length), " )");
    const rest = withoutTrailing(whole.slice(0, index), " ,(-–—");
    const quiz = /^\d/.test(tail) && wordCount(tail) > 2 ? quizRemark(tail, grammar) : undefined;
    if (quiz?.points !== undefined && !rest.includes("?")) return { rest, quiz };
  }
  return undefined;
}

/** What stands before the points of each question. */
const TAIL = /, | [-–—] | \(| (?:with|mit|avec|con|met|com|cu|med|s|z|ar|su) /giu;

function wordCount(text: string): number {
  return text.split(" ").length;
}

/** "one point each" */
function spelled(folded: string, grammar: Grammar): number | undefined {
  const numbers = wordsFor("numbers", grammar).slice(0, 24);
  const found = numbers.find((list) =>
    list.split("/").some((word) => ` ${folded} `.includes(` ${fold(word)} `)),
  );
  return found === undefined ? undefined : (numbers.indexOf(found) % 12) + 1;
}

/** Takes "correct: Paris" from the end of a list of choices. */
export function takeAnswer(detail: string, draft: Draft, grammar: Grammar): string {
  const right = wordSet(wordsFor("correct", grammar));
  for (const match of detail.matchAll(/(?:^|[;,.([]) ?([^;,.:=()]{2,40}?) ?[:=] ?([^;:=()]{1,80}?)\)?$/g)) {
    if (!right.is(fold(match[1]!))) continue;
    draft.answer = withoutTrailing(match[2]!.trim(), " .");
    return withoutTrailing(detail.slice(0, match.index), " ;,.(");
  }
  return detail;
}

/** "(true)" behind a statement: it is answered with true or false, and the first is right. */
export function readTrueFalse(detail: string, draft: Draft, grammar: Grammar): boolean {
  const pair = wordsFor("trueFalseAnswers", grammar)
    .map((one) => one.split("/"))
    .find((one) => one.some((word) => fold(word) === fold(detail)));
  if (!pair) return false;
  draft.choices = pair.map(sentenceCase);
  draft.marks = pair.map((word) => (fold(word) === fold(detail) ? { correct: true } : undefined));
  return true;
}

/** Marks the choice that `answer` names, by its words or its letter. */
export function markAnswer(draft: Draft): void {
  const { answer, choices } = draft;
  if (answer === undefined || choices.length < 2) return;
  const wanted = fold(answer);
  const letter = /^[a-h]\)?$/.test(wanted) ? wanted.charCodeAt(0) - 97 : -1;
  const index = choices.findIndex((choice) => fold(choice) === wanted);
  const right = index >= 0 ? index : letter;
  if (right < 0 || right >= choices.length) return;
  draft.marks ??= [];
  draft.marks[right] = { correct: true };
  delete draft.answer;
}

function wordsFor(name: string, grammar: Grammar): readonly string[] {
  const languages = [...new Set([grammar.languages[0]!, "en" as const])];
  return languages.flatMap((language) => instructionsIn(language).vocabulary[name] ?? []);
}
