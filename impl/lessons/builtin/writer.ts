/** The built-in writer: lessons from a library of topics and from the prompt's own statements, without a language model. */
import type { LessonWriter } from "../writer.ts";
import { illustration } from "./illustrate.ts";
import { objectionTo, warningsOf } from "./objection.ts";
import { planOf } from "./plan.ts";
import { reviewAnswer } from "./review.ts";
import { writeLesson } from "./write-lesson.ts";

export const builtinWriter: LessonWriter = {
  name: "builtin",
  objection: (request) => objectionTo(planOf(request), request),
  warnings(request) {
    const plan = planOf(request);
    return objectionTo(plan, request) === undefined ? warningsOf(plan, request) : [];
  },
  async write(request, signal) {
    signal.throwIfAborted();
    const plan = planOf(request);
    const objection = objectionTo(plan, request);
    if (objection !== undefined) throw new Error(objection);
    return writeLesson(plan, request);
  },
  async illustrate(request, lesson, index, signal) {
    signal.throwIfAborted();
    const plan = planOf(request);
    const planned = plan.illustrations[index];
    if (!planned) throw new RangeError(`The lesson has no illustration ${index}`);
    // The pictures of a lesson go together: they differ by what they show.
    return illustration(plan, planned, lesson, request.seed);
  },
  async review(task, answer, language, signal) {
    signal.throwIfAborted();
    return reviewAnswer(task, answer, language);
  },
};
