/** Checks the points of quizzes against lines of the corpus. */
import type { Choice, FormField, FormStructure } from "../../generated/types.ts";
import { scoresIn } from "../../impl/forms/answers/answer-key.ts";
import { formulaTree } from "../../impl/forms/answers/expression-trees.ts";
import { key, readLabel } from "./labels.ts";

/** `3 10`: at least three questions have points, ten the best answer. */
export function isScored(value: string, form: FormStructure): boolean {
  const [questions, points] = value.split(" ").map(Number);
  const best = listScores(form).map((score) => Math.max(...Object.values(score.points)));
  return best.length >= questions! && (points === undefined || best.every((one) => one === points));
}

/** `Lisbon`: that choice gives the most points of all choices of its question, and no other does. */
export function isRight(field: FormField, value: string, form: FormStructure): boolean {
  const points = listScores(form).find((score) => score.field === field.id)?.points;
  if (!points || !("choices" in field)) return false;
  const most = Math.max(...Object.values(points));
  const choices: readonly Choice[] = field.choices;
  const best = choices.filter(({ id }) => points[id] === most);
  return best.map((choice) => key(readLabel(choice, form))).join() === key(value);
}

function listScores({ calculations = [] }: FormStructure) {
  return calculations.flatMap((calculation) => scoresIn(formulaTree(calculation)));
}
