/** How far a lesson is, and what happened to its credits. */
import { sql } from "kysely";
import type { LessonStatus } from "../../generated/types.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { LessonTexts } from "./content/lesson.ts";
import type { PictureSize } from "./writer.ts";

export type LessonPart = Readonly<Schema["lesson_parts"]>;

/** Credits of a lesson, as the ledger has them. They sum to the price of its quote. */
export interface LessonCredits {
  /** The credits reserved for parts that are not settled yet. */
  readonly reserved: number;
  readonly charged: number;
  readonly refunded: number;
}

export interface LessonState {
  readonly id: string;
  readonly accountId: string;
  readonly quoteId: string;
  readonly status: LessonStatus;
  readonly createdAt: string;
  /** The parts in their order. */
  readonly parts: readonly LessonPart[];
  readonly credits: LessonCredits;
}

/** An illustration of a lesson. */
export interface LessonIllustration {
  readonly index: number;
  readonly status: LessonPart["status"];
  /** The key in the file store; present when completed. */
  readonly storageKey?: string;
  readonly mediaType?: string;
  readonly alt?: LessonTexts;
  readonly size?: PictureSize;
  /** Present when failed. */
  readonly error?: string;
}

/** Reads status, parts and credits with one statement, so that they are consistent. The caller checks access. */
export async function lessonState(queries: Queries, lessonId: string): Promise<LessonState | undefined> {
  const rows = await queries
    .selectFrom("lesson_parts as part")
    .innerJoin("lessons as lesson", "lesson.id", "part.lesson_id")
    .innerJoin("credit_transactions as reservation", (join) =>
      join
        .onRef("reservation.account_id", "=", "lesson.account_id")
        .on("reservation.cause", "=", "lesson")
        .onRef("reservation.reference", "=", "lesson.quote_id"),
    )
    .innerJoin("credit_entries as reserved", (join) =>
      join
        .onRef("reserved.transaction_id", "=", "reservation.id")
        .on("reserved.ledger_account", "=", "reserved"),
    )
    .leftJoin("credit_transactions as settlement", (join) =>
      join
        .onRef("settlement.account_id", "=", "lesson.account_id")
        .on("settlement.cause", "=", "lesson_part")
        .on("settlement.reference", "=", sql<string>`lesson.quote_id || '/' || part.position`),
    )
    .leftJoin("credit_entries as entry", (join) =>
      join.onRef("entry.transaction_id", "=", "settlement.id").on("entry.amount", ">", 0),
    )
    .selectAll("part")
    .select(["lesson.account_id", "lesson.quote_id", "lesson.status as lesson_status", "lesson.created_at"])
    .select(["reserved.amount as quoted", "entry.ledger_account as settled_to", "entry.amount as settled"])
    .where("part.lesson_id", "=", lessonId)
    .orderBy("part.position")
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const sumSettled = (account: "charged" | "available") =>
    sum(rows.map(({ settled_to, settled }) => (settled_to === account ? (settled ?? 0) : 0)));
  const [charged, refunded] = [sumSettled("charged"), sumSettled("available")];
  return {
    id: lessonId,
    accountId: first.account_id,
    quoteId: first.quote_id,
    status: first.lesson_status,
    createdAt: first.created_at,
    parts: rows,
    credits: { reserved: first.quoted - charged - refunded, charged, refunded },
  };
}

export function isSettled({ status }: Pick<LessonPart, "status">): boolean {
  return status === "completed" || status === "failed";
}

export function toIllustrations(parts: readonly LessonPart[]): LessonIllustration[] {
  return parts.filter(({ kind }) => kind === "illustration").map(toIllustration);
}

function toIllustration({
  name,
  status,
  storage_key,
  media_type,
  alt,
  width,
  height,
  error,
}: LessonPart): LessonIllustration {
  return {
    index: Number(name),
    status,
    ...(storage_key !== null && { storageKey: storage_key }),
    ...(media_type !== null && { mediaType: media_type }),
    ...(alt !== null && { alt: JSON.parse(alt) as LessonTexts }),
    ...(width !== null && height !== null && { size: { width, height } }),
    ...(error !== null && { error }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
