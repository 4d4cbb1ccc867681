/** Answers the posts of a page of a lesson: an answer, a password, or a request to start over. */

import { inputs } from "../../forms/fields/parts/inputs.ts";
import { keepResult } from "../../lessons/attempts/attempts.ts";
import type { Lesson } from "../../lessons/content/lesson.ts";
import { findLesson } from "../../lessons/find.ts";
import { type AcceptInput, type FormValues, readForm } from "../form-body.ts";
import { seeOther, type WebContext } from "../reply.ts";
import { replyTooMany } from "../respondent/public-form/message-replies.ts";
import type { LessonSite } from "../site.ts";
import { attemptForAnswer, currentAttempt, forgetAttempt } from "./attempt-cookie.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type LessonRequest, lessonRequest } from "./lesson-request.ts";
import { isOpen, postLessonPassword, replyLessonPassword } from "./password.ts";
import { replyLesson, replyNoLesson } from "./show-lesson.ts";
import { ANSWER_LENGTH } from "./views/task-input.ts";
import { taskInputs } from "./views/task-view.ts";

export async function postLesson(c: WebContext, site: LessonSite, lessonId: string): Promise<Response> {
  const found = await findLesson(site, lessonId);
  if (found === undefined || !found.isPublished) return replyNoLesson(c);
  const verdict = await site.limits.steps(c.var.network);
  if (!verdict.allowed) return replyTooMany(c, verdict.retryAfterSeconds);
  const values = await readForm(c, acceptInputs(found.lesson));
  const request = lessonRequest(c, found, values.get(taskInputs.language));
  const password = values.get(inputs.password);
  if (password !== undefined) return postLessonPassword(site, request, password);
  if (!isOpen(c, site, found)) return replyLessonPassword(request);
  if (values.get(taskInputs.action) !== "restart") return postAnswer(site, request, values);
  await forgetAttempt(c, site, found);
  return seeOther(c, request.addressIn(request.t.language));
}

/** Accepts the inputs of the tasks, and ignores all others. */
function acceptInputs(lesson: Lesson | undefined): AcceptInput {
  const tasks = lesson?.tasks ?? [];
  const places = new Set(
    tasks.flatMap((task) => (task.kind === "order" ? task.items.map(({ id }) => taskInputs.place(id)) : [])),
  );
  const choices = Math.max(1, ...tasks.map((task) => (task.kind === "choice" ? task.options.length : 1)));
  const words: readonly string[] = [taskInputs.task, taskInputs.language, taskInputs.action, inputs.password];
  return (name) => {
    if (name === taskInputs.answer) return { values: choices, length: ANSWER_LENGTH.open };
    if (words.includes(name) || places.has(name)) return { values: 1, length: ANSWER_LENGTH.line };
    return undefined;
  };
}

async function postAnswer(site: LessonSite, request: LessonRequest, values: FormValues): Promise<Response> {
  const { c, t, found, addressIn } = request;
  const tasks = found.lesson?.tasks ?? [];
  const task = tasks.find(({ id }) => id === values.get(taskInputs.task));
  if (task === undefined) return seeOther(c, addressIn(t.language));
  const judged = await judgeAnswer(site, request, task, values);
  if ("message" in judged) {
    const rejected = { task: task.id, entered: (name: string) => values.all(name), message: judged.message };
    const attempt = await currentAttempt(c, site, found);
    return replyLesson(site, request, attempt, { rejected, status: judged.status });
  }
  const answered = { taskId: task.id, result: judged.result, allTaskIds: tasks.map(({ id }) => id) };
  const before = await attemptForAnswer(c, site, found);
  const attempt = await keepResult(site.storage, before, answered, site.clock());
  const notice = attempt.id === undefined ? { notice: t.say("lesson_not_kept") } : {};
  return replyLesson(site, request, attempt, notice);
}
