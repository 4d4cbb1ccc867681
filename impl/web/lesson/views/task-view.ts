/** What a task of a lesson is drawn from, and the names of its inputs. */
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
  /** Of the latest answer. */
  readonly result: TaskResult | undefined;
  readonly rejected: RejectedAnswer | undefined;
  /** Where the answer is sent. */
  readonly action: string;
  /** Whether a language model reads the answer, if the task is an open one. */
  readonly reviewsByModel: boolean;
}

/** What was just sent for a task and could not be judged. */
export interface RejectedAnswer {
  readonly task: string;
  /** As it was entered, by the name of the input. */
  entered(name: string): readonly string[];
  /** What is wrong, as a sentence. */
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

/** The answer is right: nothing is left to enter. */
export function isDone({ result, rejected }: TaskView): boolean {
  return result?.verdict === "right" && rejected === undefined;
}

/** Ids of elements. Each task has its own, since all of them are on one page. */
export function elementIds({ task }: TaskView) {
  return {
    task: `task-${task.id}`,
    question: `question-${task.id}`,
    hint: `hint-${task.id}`,
    input: `input-${task.id}`,
    feedback: `feedback-${task.id}`,
  };
}
