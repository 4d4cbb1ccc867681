/** Stores attempts at lessons: answers and their results, without data about the learner. */
import { newId } from "../../platform/ids.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Attempt, Judgement, Results, TaskAnswer } from "./attempt.ts";

export const ATTEMPT_LIFETIME_MS = 30 * 24 * 3_600_000;
/**
 * The maximum number of attempts for one lesson. With the limits on answers, this bounds the data that anonymous visitors can
 * store.
 */
const MOST_ATTEMPTS = 5_000;

/** Undefined if there is none with this id, if it belongs to another lesson, or if it has expired. */
export async function findAttempt(
  { db }: Pick<Storage, "db">,
  lessonId: string,
  attemptId: string,
  now: Date,
): Promise<Attempt | undefined> {
  const row = await db
    .selectFrom("lesson_attempts")
    .select(["id", "results"])
    .where("id", "=", attemptId)
    .where("lesson_id", "=", lessonId)
    .where("started_at", ">", oldest(now))
    .executeTakeFirst();
  return row && { id: row.id, results: JSON.parse(row.results) as Results };
}

/** Undefined: the lesson has as many attempts as are kept. */
export async function beginAttempt(
  { db }: Pick<Storage, "db">,
  lessonId: string,
  now: Date,
): Promise<Attempt | undefined> {
  const { count } = await db
    .selectFrom("lesson_attempts")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("lesson_id", "=", lessonId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_ATTEMPTS) return undefined;
  const id = newId("att");
  await db
    .insertInto("lesson_attempts")
    .values({
      id,
      lesson_id: lessonId,
      results: "{}",
      verdicts: "{}",
      started_at: now.toISOString(),
      finished_at: null,
    })
    .execute();
  return { id, results: {} };
}

/** A judged answer of a learner to a task. */
export interface TaskResult {
  readonly taskId: string;
  readonly result: Judgement & { readonly answer: TaskAnswer };
  /** Ids of all tasks of the lesson. When all of them have a result, the attempt is finished. */
  readonly allTaskIds: readonly string[];
}

/**
 * Adds a result to an attempt. If two windows answer at the same time, both results are kept, because the row is locked while it
 * is changed.
 * @returns the attempt with its results; it has no id if the learner has started over in another window
 */
export async function keepResult(
  { db }: Pick<Storage, "db">,
  attempt: Attempt,
  { taskId, result, allTaskIds }: TaskResult,
  now: Date,
): Promise<Attempt> {
  const { id } = attempt;
  if (id === undefined) return { id, results: withResult(attempt.results, taskId, result) };
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable("lesson_attempts")
      .set(({ ref }) => ({ started_at: ref("started_at") }))
      .where("id", "=", id)
      .returning("results")
      .executeTakeFirst();
    // The learner has started over in another window meanwhile.
    if (row === undefined) return { id: undefined, results: withResult({}, taskId, result) };
    const results = withResult(JSON.parse(row.results) as Results, taskId, result);
    const isFinished = allTaskIds.every((each) => Object.hasOwn(results, each));
    await transaction
      .updateTable("lesson_attempts")
      .set(({ fn, val }) => ({
        results: JSON.stringify(results),
        verdicts: JSON.stringify(toVerdicts(results)),
        ...(isFinished && { finished_at: fn.coalesce("finished_at", val(now.toISOString())) }),
      }))
      .where("id", "=", id)
      .execute();
    return { id, results };
  });
}

function withResult(results: Results, taskId: string, result: TaskResult["result"]): Results {
  const before = Object.hasOwn(results, taskId) ? results[taskId] : undefined;
  return { ...results, [taskId]: { ...result, tries: (before?.tries ?? 0) + 1 } };
}

function toVerdicts(results: Results) {
  return Object.fromEntries(Object.entries(results).map(([id, { verdict }]) => [id, verdict]));
}

/** Forgets an attempt. */
export async function removeAttempt(
  { db }: Pick<Storage, "db">,
  lessonId: string,
  attemptId: string,
): Promise<void> {
  await db
    .deleteFrom("lesson_attempts")
    .where("id", "=", attemptId)
    .where("lesson_id", "=", lessonId)
    .execute();
}

/** An attempt that began then, or before, has expired. */
export function oldest(now: Date): string {
  return new Date(now.getTime() - ATTEMPT_LIFETIME_MS).toISOString();
}
