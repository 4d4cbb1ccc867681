/** The data that a task is drawn from, and the names of its inputs. */
import type { TaskResult } from "../../../lessons/attempts/attempt.ts";
import type { LessonTask } from "../../../lessons/content/lesson.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { LessonWords } from "../../components/lesson-words.ts";

export interface TaskView<Task extends LessonTask = LessonTask> {
  readonly t: Translation;
  readonly words: LessonWords;
  readonly task: Task;
  /** Counted from 1. */
  readonly number: number;
  /** The result of the latest answer. */
  readonly result: TaskResult | undefined;
  readonly rejected: RejectedAnswer | undefined;
  /** The address that the answer is sent to. */
  readonly action: string;
  /** Whether a language model reads the answer, if the task is an open one. */
  readonly reviewsByModel: boolean;
}

/** A sent answer that could not be judged. */
export interface RejectedAnswer {
  readonly task: string;
  /** Returns the entered values of an input. */
  entered(name: string): readonly string[];
  /** The problem, as a sentence. */
  readonly message: string;
}

/** Names of the inputs of a task. */
export const taskInputs = {
  task: "task",
  action: "go",
  language: "lang",
  answer: "answer",
  place: (item: string) => `place.${item}`,
} as const;

/** Returns whether the answer is right, so the learner need not enter anything. */
export function isDone({ result, rejected }: TaskView): boolean {
  return result?.verdict === "right" && rejected === undefined;
}

/** Returns the ids of elements. Each task has different ids, because all tasks are on one page. */
export function elementIds({ task }: TaskView) {
  return {
    task: `task-${task.id}`,
    question: `question-${task.id}`,
    hint: `hint-${task.id}`,
    input: `input-${task.id}`,
    feedback: `feedback-${task.id}`,
  };
}
