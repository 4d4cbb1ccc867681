/** The built-in writer: lessons from a library of topics and from the prompt's own statements, without a language model. */
import { Refusal } from "@toolwright/runtime";
import type { LessonWriter } from "../writer.ts";
import { illustration, plannedIllustration } from "./illustrate.ts";
import { listWarnings, objectionTo } from "./objection.ts";
import { makePlan } from "./plan.ts";
import { writeLesson } from "./write-lesson.ts";

export const builtinWriter = {
  name: "builtin",
  objection: (request) => objectionTo(makePlan(request), request),
  warnings(request) {
    const plan = makePlan(request);
    return objectionTo(plan, request) === undefined ? listWarnings(plan, request) : [];
  },
  async write(request, signal) {
    signal.throwIfAborted();
    const plan = makePlan(request);
    const objection = objectionTo(plan, request);
    if (objection !== undefined) throw new Error(objection.message);
    return writeLesson(plan, request);
  },
  async translate() {
    // The built-in writer leaves no language to this: a model began the lesson and is no longer configured.
    throw new Refusal("generation_failed", "It takes a language model, and none is configured.");
  },
  async illustrate(request, lesson, index, signal) {
    signal.throwIfAborted();
    if (lesson.pictures) return plannedIllustration(lesson, lesson.pictures[index]!, request.seed);
    const plan = makePlan(request);
    const planned = plan.illustrations[index];
    if (!planned) throw new RangeError(`The lesson has no illustration ${index}`);
    // The pictures of a lesson go together: they differ by what they show.
    return illustration(plan, planned, lesson, request.seed);
  },
  review: undefined,
} satisfies LessonWriter;
