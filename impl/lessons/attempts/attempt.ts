/** A learner's attempt at a lesson: the answers to its tasks, and their results. */

/** `partly`: something of it is right. `unjudged`: the learner compares it with the expected points. */
export type Verdict = "right" | "partly" | "wrong" | "unjudged";

/** A text; for choices and orders, ids in the order of the learner. */
export type TaskAnswer = string | readonly string[];

/** The result of an answer. */
export interface Judgement {
  readonly verdict: Verdict;
  /** How many items of an order are in their place. */
  readonly inPlace?: number;
  readonly review?: Review;
}

/** A review of an answer to an open task. */
export interface Review {
  /** Ids of the points of the rubric that the answer contains. */
  readonly found: readonly string[];
  /** About the answer, in the learner's language; "": nothing that may be said yet. */
  readonly feedback: string;
  /** How it was judged, in the learner's language. */
  readonly method: string;
}

/** The latest answer to a task. */
export interface TaskResult extends Judgement {
  readonly answer: TaskAnswer;
  /** How often the task has been answered. */
  readonly tries: number;
}

/** Results by the id of their task. */
export type Results = Readonly<Record<string, TaskResult>>;

export interface Attempt {
  /** Undefined: nothing is stored, so the attempt ends with the page that shows it. */
  readonly id: string | undefined;
  readonly results: Results;
}
