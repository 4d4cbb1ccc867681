/** Limits the unsent and unconfirmed data of visitors, and removes its files. */
import type { Transaction } from "kysely";
import type { Problem } from "../forms/answers/problem.ts";
import type { UnsentLimits } from "../platform/config/uploads.ts";
import { BATCH_SIZE } from "../platform/storage/in-batches.ts";
import { withoutIndex } from "../platform/storage/index-hints.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";

/** They go when their form was left alone for as long. */
export const UNSENT_LIFETIME_MS = 3_600_000;

/** The problem for full limits, with the minutes after which some files are removed. */
const UNSENT_FULL: Problem = { code: "too_many", count: UNSENT_LIFETIME_MS / 60_000 };

/** The source of a file or an answer, with its limits. */
export interface UnsentSource {
  readonly formId: string;
  /** The network of the client. It is deleted when the form is sent; for a response, when it is confirmed. */
  readonly network: string;
  readonly limits: UnsentLimits;
}

/**
 * Tells whether this many additional bytes are too many for the form, the network or the service. Triggers count the stored
 * bytes.
 */
export async function unsentProblem(
  queries: Queries,
  source: UnsentSource,
  bytes: number,
): Promise<Problem | undefined> {
  return (await isOver(queries, "unsent_usage", source, bytes)) ? UNSENT_FULL : undefined;
}

/** The same for bytes of answers. */
export async function hasRoomForAnswers(
  queries: Queries,
  source: UnsentSource,
  bytes: number,
): Promise<boolean> {
  return !(await isOver(queries, "unsent_answer_usage", source, bytes));
}

/** Does the same for the bytes of unconfirmed responses with their files. */
export async function hasRoomForResponse(
  queries: Queries,
  source: UnsentSource,
  bytes: number,
): Promise<boolean> {
  return !(await isOver(queries, "unconfirmed_usage", source, bytes));
}

async function isOver(
  queries: Queries,
  table: "unsent_usage" | "unsent_answer_usage" | "unconfirmed_usage",
  { formId, network, limits }: UnsentSource,
  bytes: number,
): Promise<boolean> {
  const bounds = new Map([
    ["", limits.all],
    [formId, limits.form],
    [network, limits.network],
  ]);
  const used = await queries
    .selectFrom(table)
    .select(["id", "bytes"])
    .where("id", "in", [...bounds.keys()])
    .execute();
  const usedBy = new Map(used.map((row) => [row.id, Number(row.bytes)]));
  return [...bounds].some(([id, most]) => (usedBy.get(id) ?? 0) + bytes > most);
}

/** Removes files of abandoned fills, a batch at a time. Respondents are told when they send. Returns the keys. */
export async function removeUnsentFiles(
  transaction: Transaction<Schema>,
  before: string,
): Promise<{ readonly fills: number; readonly keys: readonly string[] }> {
  const quiet = await transaction
    .selectFrom("fills")
    .select("id")
    .where("id", "in", (sub) =>
      sub.selectFrom("files").select("fill_id").where("fill_id", ">", "").$castTo<{ fill_id: string }>(),
    )
    .where(withoutIndex("updated_at"), "<=", before)
    .limit(BATCH_SIZE)
    .execute();
  if (quiet.length === 0) return { fills: 0, keys: [] };
  // The conditions hold again under the lock: the form may be sent or continued meanwhile.
  const locked = await transaction
    .updateTable("fills")
    .set({ lost_files: 1 })
    .where(
      "id",
      "in",
      quiet.map(({ id }) => id),
    )
    .where(withoutIndex("updated_at"), "<=", before)
    .where("response_id", "is", null)
    .returning("id")
    .execute();
  if (locked.length === 0) return { fills: 0, keys: [] };
  const removed = await transaction
    .deleteFrom("files")
    .where(
      "fill_id",
      "in",
      locked.map(({ id }) => id),
    )
    .returning("storage_key")
    .execute();
  return { fills: locked.length, keys: removed.map(({ storage_key }) => storage_key) };
}

/** Tells whether the fill lost files since its respondent was last told. */
export async function takeLostFiles(queries: Queries, fillId: string): Promise<boolean> {
  const lost = await queries
    .updateTable("fills")
    .set({ lost_files: 0 })
    .where("id", "=", fillId)
    .where("lost_files", "=", 1)
    .returning("id")
    .executeTakeFirst();
  return lost !== undefined;
}
