/** The parts of a task that a learner may see before answering it. */
import { shuffle } from "../../platform/shuffle.ts";
import type { ChoiceTask, GapTask, LessonTask, NumberTask, OpenTask, OrderTask } from "./lesson.ts";

/** A task without its key: no correct answers, no order, no rubric and no explanation. */
export type PublicTask =
  | Pick<ChoiceTask, "id" | "kind" | "question" | "options">
  | Pick<NumberTask, "id" | "kind" | "question" | "unit">
  | Pick<OrderTask, "id" | "kind" | "question" | "items">
  | Pick<GapTask, "id" | "kind" | "question">
  | Pick<OpenTask, "id" | "kind" | "question">;

/** The same task gives the same result each time, so that a page that is loaded again does not change. */
export function publicTask(task: LessonTask): PublicTask {
  const { id, question } = task;
  switch (task.kind) {
    case "choice":
      return { id, kind: task.kind, question, options: task.options };
    case "number":
      return { id, kind: task.kind, question, ...(task.unit && { unit: task.unit }) };
    case "order":
      return { id, kind: task.kind, question, items: mixItems(task) };
    case "gap":
    case "open":
      return { id, kind: task.kind, question };
  }
}

/** Never in the right order, so that nothing is solved before it is answered. */
function mixItems({ id, items }: OrderTask): OrderTask["items"] {
  const mixed = shuffle(items, (item) => `${id}/${item.id}`);
  const isSolved = mixed.every((item, index) => item.id === items[index]?.id);
  return isSolved ? [...mixed.slice(1), ...mixed.slice(0, 1)] : mixed;
}
