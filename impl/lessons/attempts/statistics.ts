/** Computes the statistics of attempts for the owner of a lesson: sums, without data about single learners. */
import type { Storage } from "../../platform/storage/storage.ts";
import type { Verdict } from "./attempt.ts";
import { oldest } from "./attempts.ts";

export interface AttemptStatistics {
  readonly started: number;
  /** Every task was answered. */
  readonly finished: number;
  readonly tasks: readonly TaskStatistics[];
}

export interface TaskStatistics {
  readonly id: string;
  /** The number of attempts in which the task was answered. */
  readonly answered: number;
  /** The number of these in which the latest answer was right. */
  readonly right: number;
}

/** Counts the attempts of the last 30 days; older ones are not kept. */
export async function attemptStatistics(
  { db }: Pick<Storage, "db">,
  lessonId: string,
  taskIds: readonly string[],
  now: Date,
): Promise<AttemptStatistics> {
  const rows = await db
    .selectFrom("lesson_attempts")
    .select(["verdicts", "finished_at"])
    .where("lesson_id", "=", lessonId)
    .where("started_at", ">", oldest(now))
    .execute();
  const attempts = rows.map(({ verdicts }) => new Map(Object.entries(JSON.parse(verdicts) as Verdicts)));
  const tasks = taskIds.map((id) => {
    const verdicts = attempts.map((attempt) => attempt.get(id)).filter((each) => each !== undefined);
    return { id, answered: verdicts.length, right: verdicts.filter((each) => each === "right").length };
  });
  return {
    started: rows.length,
    finished: rows.filter(({ finished_at }) => finished_at !== null).length,
    tasks,
  };
}

type Verdicts = Readonly<Record<string, Verdict>>;
