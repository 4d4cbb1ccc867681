/** Ends parts of a lesson: stores the result and settles its credits, in one transaction under the lease of the job. */
import type { Transaction, Updateable } from "kysely";
import type { Language, LessonStatus } from "../../generated/types.ts";
import { settlePart } from "../accounts/credits/lesson-credits.ts";
import { returnUnit } from "../accounts/generation/units.ts";
import { continueJob, endJob, type Job, LeaseLost } from "../platform/jobs/jobs.ts";
import type { Schema } from "../platform/storage/schema.ts";
import { shorten } from "../texts/shorten.ts";
import type { Lesson } from "./content/lesson.ts";
import { isWrittenIn } from "./content/texts.ts";
import { isSettled, type LessonPart, type LessonState, lessonState } from "./state.ts";
import type { LessonImage } from "./writer.ts";

/** The maximum length in the output. */
const MAX_ERROR_LENGTH = 1_000;

/** The file of an illustration, or why there is none. */
export type IllustrationResult =
  | (Omit<LessonImage, "bytes"> & { readonly storageKey: string })
  | { readonly error: string };

/**
 * Charges the text and the translations that came with it. A translation that is not complete and an illustration that no
 * section shows are refunded; a translation that is pending and an illustration that is still to be drawn stay reserved.
 */
export async function settleText(
  transaction: Transaction<Schema>,
  job: Job,
  lesson: Lesson,
  now: Date,
): Promise<void> {
  await storeContent(transaction, job, lesson);
  const state = await readState(transaction, job);
  for (const part of state.parts) {
    const outcome = decideOutcome(part, lesson);
    if (outcome === "made") await complete(transaction, state, part, {}, now);
    if (typeof outcome === "object") await fail(transaction, state, part, outcome.error, now);
  }
  await endOrContinue(transaction, job, now);
}

async function readState(transaction: Transaction<Schema>, { subject }: Job): Promise<LessonState> {
  const state = await lessonState(transaction, subject);
  if (state === undefined) throw new LeaseLost(`The lesson ${subject} is gone`);
  return state;
}

async function storeContent(transaction: Transaction<Schema>, { subject }: Job, lesson: Lesson) {
  await transaction
    .updateTable("lessons")
    .set({ content: JSON.stringify(lesson) })
    .where("id", "=", subject)
    .execute();
}

/** Decides the outcome of a part after the text was written; "pending" parts have their own step. */
function decideOutcome(
  { kind, name }: LessonPart,
  lesson: Lesson,
): "made" | "pending" | { readonly error: string } {
  if (kind === "illustration") {
    const isShown = lesson.sections.some(({ illustration }) => illustration === Number(name));
    return isShown ? "pending" : { error: "The lesson has no section that could show this illustration." };
  }
  if (kind === "text") return "made";
  if (lesson.pendingLanguages?.some((language) => language === name)) return "pending";
  const isMade = lesson.languages.some((language) => language === name && isWrittenIn(lesson, language));
  return isMade ? "made" : { error: `The translation into ${name} is not complete.` };
}

/** The lesson with its translation, or why there is none: then the lesson does not offer the language. */
export type TranslationResult =
  | { readonly lesson: Lesson }
  | { readonly lesson: Lesson; readonly error: string };

export async function settleTranslation(
  transaction: Transaction<Schema>,
  job: Job,
  part: LessonPart,
  result: TranslationResult,
  now: Date,
): Promise<void> {
  const { lesson } = result;
  const isPart = (language: Language) => language === part.name;
  const content: Lesson = {
    ...lesson,
    ...("error" in result && { languages: lesson.languages.filter((each) => !isPart(each)) }),
    pendingLanguages: (lesson.pendingLanguages ?? []).filter((each) => !isPart(each)),
  };
  await storeContent(transaction, job, content);
  const state = await readState(transaction, job);
  if ("error" in result) await fail(transaction, state, part, result.error, now);
  else await complete(transaction, state, part, {}, now);
  await endOrContinue(transaction, job, now);
}

/** Ends a lesson whose text failed: refunds everything, and returns the unit of the generation quota. */
export async function failText(
  transaction: Transaction<Schema>,
  job: Job,
  error: string,
  now: Date,
): Promise<void> {
  const state = await readState(transaction, job);
  for (const part of state.parts) await fail(transaction, state, part, error, now);
  const { generation_id } = await transaction
    .selectFrom("lessons")
    .select("generation_id")
    .where("id", "=", job.subject)
    .executeTakeFirstOrThrow();
  if (generation_id !== null) await returnUnit(transaction, generation_id);
  await end(transaction, job, { status: "failed", generation_id: null }, now);
}

export async function settleIllustration(
  transaction: Transaction<Schema>,
  job: Job,
  part: LessonPart,
  result: IllustrationResult,
  now: Date,
): Promise<void> {
  const state = await readState(transaction, job);
  if ("error" in result) {
    await fail(transaction, state, part, result.error, now);
  } else {
    const { storageKey, mediaType, alt, size } = result;
    const stored = { storage_key: storageKey, media_type: mediaType, alt: JSON.stringify(alt), ...size };
    await complete(transaction, state, part, stored, now);
  }
  await endOrContinue(transaction, job, now);
}

async function complete(
  transaction: Transaction<Schema>,
  lesson: LessonState,
  part: LessonPart,
  stored: Updateable<Schema["lesson_parts"]>,
  now: Date,
): Promise<void> {
  await settle(transaction, lesson, part, "charged", { ...stored, status: "completed" }, now);
}

async function fail(
  transaction: Transaction<Schema>,
  lesson: LessonState,
  part: LessonPart,
  error: string,
  now: Date,
): Promise<void> {
  const set = { status: "failed", error: shorten(error, MAX_ERROR_LENGTH) } as const;
  await settle(transaction, lesson, part, "available", set, now);
}

async function settle(
  transaction: Transaction<Schema>,
  { id, accountId, quoteId }: LessonState,
  { position, credits }: LessonPart,
  to: "charged" | "available",
  set: Updateable<Schema["lesson_parts"]>,
  now: Date,
): Promise<void> {
  await settlePart(transaction, { accountId, quoteId, position, credits }, to, now);
  await transaction
    .updateTable("lesson_parts")
    .set(set)
    .where("lesson_id", "=", id)
    .where("position", "=", position)
    .execute();
}

async function endOrContinue(transaction: Transaction<Schema>, job: Job, now: Date): Promise<void> {
  const { parts } = await readState(transaction, job);
  if (!parts.every(isSettled)) return continueJob(transaction, job, now);
  const isWhole = parts.every(({ status }) => status === "completed");
  await end(transaction, job, { status: isWhole ? "completed" : "partial" }, now);
}

async function end(
  transaction: Transaction<Schema>,
  job: Job,
  set: { readonly status: LessonStatus; readonly generation_id?: null },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable("lessons")
    .set({ ...set, finished_at: now.toISOString() })
    .where("id", "=", job.subject)
    .execute();
  await endJob(transaction, job);
}
