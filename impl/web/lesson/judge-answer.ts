/** Reads the answer to a task from the sent values, and judges it. */

import type { Language } from "../../../generated/types.ts";
import type { Judgement, TaskAnswer } from "../../lessons/attempts/attempt.ts";
import { judge } from "../../lessons/attempts/judge.ts";
import { numbersIn } from "../../lessons/attempts/numbers-in.ts";
import type { LessonTask, OpenTask, OrderTask } from "../../lessons/content/lesson.ts";
import type { FoundLesson } from "../../lessons/find.ts";
import type { LessonWriter } from "../../lessons/writer.ts";
import type { TextKey } from "../../texts/languages.ts";
import type { FormValues } from "../form-body.ts";
import { secondsToWait } from "../limits.ts";
import { minutes } from "../respondent/public-form/message-replies.ts";
import type { LessonSite } from "../site.ts";
import type { LessonRequest } from "./lesson-request.ts";
import { taskInputs } from "./views/task-view.ts";

/** The time limit of a review. */
const REVIEW_MS = 20_000;

/** The answer with its judgement, or a sentence for the learner why it could not be judged. */
type Judged =
  | { readonly result: Judgement & { readonly answer: TaskAnswer } }
  | { readonly message: string; readonly status: 422 | 429 | 503 };

export async function judgeAnswer(
  site: LessonSite,
  { c, t, found }: LessonRequest,
  task: LessonTask,
  values: FormValues,
): Promise<Judged> {
  const read = readAnswer(task, values, t.language);
  if ("problem" in read) return { message: t.say(read.problem), status: 422 };
  const { answer } = read;
  if (task.kind !== "open") return { result: { answer, ...judge(task, answer, t.language) } };
  const { review } = site.writer;
  if (review === undefined) return { result: { answer, verdict: "unjudged" } };
  // A review costs money, so reviews are limited for each network and for all networks.
  const seconds = await secondsToWait([
    [site.limits.reviews, `${c.var.network} ${found.id}`],
    [site.limits.modelReviews, found.id],
  ]);
  if (seconds !== undefined)
    return { message: t.say("too_many_text", { count: minutes(seconds) }), status: 429 };
  try {
    return { result: { answer, ...(await reviewAnswer(review, found, task, String(answer), t.language)) } };
  } catch (error) {
    site.log.error({ event: "review_failed", lesson: found.id, error });
    return { message: t.say("lesson_review_failed"), status: 503 };
  }
}

function readAnswer(
  task: LessonTask,
  values: FormValues,
  language: Language,
): { readonly answer: TaskAnswer } | { readonly problem: TextKey } {
  if (task.kind === "order") return readOrder(task, values);
  if (task.kind === "choice") {
    const sent = values.all(taskInputs.answer);
    const chosen = task.options.map(({ id }) => id).filter((id) => sent.includes(id));
    if (chosen.length === 0) return { problem: "required_choice" };
    return { answer: task.correct.length === 1 ? chosen.slice(0, 1) : chosen };
  }
  const answer = (values.get(taskInputs.answer) ?? "").trim();
  if (answer === "") return { problem: "lesson_empty" };
  const isNumber =
    task.kind !== "number" || numbersIn(answer, language, Object.values(task.unit ?? {})).length > 0;
  return isNumber ? { answer } : { problem: "number" };
}

/** Reads the order; undefined unless each item has a different place. */
function readOrder({ items }: OrderTask, values: FormValues) {
  const order: string[] = [];
  for (const { id } of items) {
    const place = (values.get(taskInputs.place(id)) ?? "").trim();
    if (/^\d{1,3}$/.test(place)) order[Number(place) - 1] = id;
  }
  const isWhole = order.length === items.length && items.every(({ id }) => order.includes(id));
  return isWhole ? { answer: order } : { problem: "ranking" as const };
}

async function reviewAnswer(
  review: NonNullable<LessonWriter["review"]>,
  { state: { accountId } }: FoundLesson,
  task: OpenTask,
  answer: string,
  language: Language,
): Promise<Judgement> {
  const signal = AbortSignal.timeout(REVIEW_MS);
  const { points, feedback, method } = await review({ accountId, task, answer, language }, signal);
  const found = points.filter(({ isMet }) => isMet).map(({ id }) => id);
  const isAll = task.rubric.points.every(({ id }) => found.includes(id));
  const verdict = isAll ? "right" : found.length > 0 ? "partly" : "wrong";
  return { verdict, review: { found, feedback: quotesRubric(task, feedback) ? "" : feedback, method } };
}

/** Returns whether the feedback quotes points of the key, which the learner may not have found. The page lists the found points. */
function quotesRubric({ rubric }: OpenTask, feedback: string): boolean {
  return rubric.points.some(({ text }) => Object.values(text).some((point) => feedback.includes(point)));
}
