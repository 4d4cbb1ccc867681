/** Judges answers to the tasks that have a key. */
import type { Language } from "../../../generated/types.ts";
import type { ChoiceTask, GapTask, LessonTask, NumberTask, OpenTask, OrderTask } from "../content/lesson.ts";
import type { Judgement, TaskAnswer } from "./attempt.ts";
import { numbersIn } from "./numbers-in.ts";

export type KeyedTask = Exclude<LessonTask, OpenTask>;

/** @param answer of the kind that the task has */
export function judge(task: KeyedTask, answer: TaskAnswer, language: Language): Judgement {
  switch (task.kind) {
    case "choice":
      return judgeChoice(task, [answer].flat());
    case "order":
      return judgeOrder(task, [answer].flat());
    case "number":
      return judgeNumber(task, String(answer), language);
    case "gap":
      return judgeGap(task, String(answer));
  }
}

function judgeChoice({ correct }: ChoiceTask, chosen: readonly string[]): Judgement {
  const right = chosen.filter((id) => correct.includes(id));
  if (right.length === 0) return { verdict: "wrong" };
  return { verdict: right.length === chosen.length && right.length === correct.length ? "right" : "partly" };
}

function judgeOrder({ items }: OrderTask, order: readonly string[]): Judgement {
  const inPlace = items.filter(({ id }, at) => order[at] === id).length;
  if (inPlace === items.length) return { verdict: "right", inPlace };
  return { verdict: inPlace > 0 ? "partly" : "wrong", inPlace };
}

/** A number that can be read in two ways is right if one of them is. */
function judgeNumber(
  { answer, tolerance, unit = {} }: NumberTask,
  text: string,
  language: Language,
): Judgement {
  // Doubles: 0.1 + 0.2 is within 0 of 0.3.
  const slack = Number.EPSILON * 8 * Math.max(1, Math.abs(answer));
  const isRight = numbersIn(text, language, Object.values(unit)).some(
    (number) => Math.abs(number - answer) <= tolerance + slack,
  );
  return { verdict: isRight ? "right" : "wrong" };
}

/** Learners may answer in any language of the lesson. */
function judgeGap({ accepted }: GapTask, text: string): Judgement {
  const isRight = Object.values(accepted).some((words) => words.some((word) => plain(word) === plain(text)));
  return { verdict: isRight ? "right" : "wrong" };
}

/** Removes differences that do not matter: case, spaces, the kind of apostrophe, a full stop at the end. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[\s\u00ad]+/g, " ")
    .replace(/^[\s"„“”«»]+|[\s.,;!"„“”«»]+$/g, "");
}
