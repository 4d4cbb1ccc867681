/** Adds the score of a quiz: the points of the right answers, and a line that shows them at the end. */
import type { Expression, FormField, FormStructure } from "../../generated/types.ts";
import type { Draft } from "./fields/draft.ts";
import type { Ids } from "./fields/ids.ts";
import type { QuizRemark } from "./prompt/answer-keys.ts";
import type { Texts } from "./texts.ts";

/** A question and the points of its choices, by their ids. */
export interface FieldPoints {
  readonly id: string;
  readonly points: Readonly<Record<string, number>>;
  /** The most points that an answer can have. */
  readonly best: number;
}

/** The points of a field; undefined: its draft names no right answer. */
export function pointsOf(
  draft: Draft,
  field: FormField,
  quiz: QuizRemark | undefined,
): FieldPoints | undefined {
  if (!draft.marks || !("choices" in field) || field.type === "ranking") return undefined;
  const each = quiz?.points ?? 1;
  const entries = field.choices.flatMap(({ id }, index): [string, number][] => {
    const mark = draft.marks![index];
    const points = mark?.points ?? (mark?.correct ? each : undefined);
    return points === undefined ? [] : [[id, points]];
  });
  if (!entries.some(([, points]) => points !== 0)) return undefined;
  const positive = entries.map(([, points]) => Math.max(points, 0));
  const best = field.type === "multiple_choice" ? sum(positive) : Math.max(...positive);
  return { id: field.id, points: Object.fromEntries(entries), best };
}

/** A calculation under the id `score`, and the score in the text that respondents read at the end. */
export function addScore(
  form: FormStructure,
  questions: readonly FieldPoints[],
  texts: Texts,
  ids: Ids,
): void {
  if (questions.length === 0) return;
  const id = ids.unique("score");
  const args = questions.map(
    ({ id: field, points }): Expression => ({ op: "score", field, points: { ...points } }),
  );
  const expression: Expression = args.length === 1 ? args[0]! : { op: "add", args };
  form.calculations = [...(form.calculations ?? []), { id, expression }];
  const most = sum(questions.map(({ best }) => best));
  const message = texts.fromLexicon((labels) => `${labels.texts.score}: {{${id}}} / ${most}`);
  const [ending = { id: "thanks", title: texts.fromLexicon((labels) => labels.texts.thanks) }, ...others] =
    form.endings ?? [];
  form.endings = [{ ...ending, message }, ...others];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
