/** Makes lessons, one step of a job at a time: first the text, then each translation and each illustration. */
import { Readable } from "node:stream";
import { Refusal } from "@toolwright/runtime";
import type { Language } from "../../generated/types.ts";
import { type Job, LeaseLost, underLease } from "../platform/jobs/jobs.ts";
import type { JobHandler } from "../platform/jobs/worker.ts";
import type { Stores } from "../platform/stores.ts";
import type { Lesson } from "./content/lesson.ts";
import { isWrittenIn } from "./content/texts.ts";
import { findQuote, lessonRequest } from "./quote.ts";
import { failText, settleIllustration, settleText, settleTranslation } from "./settle.ts";
import { isSettled, type LessonPart, lessonState } from "./state.ts";
import { type LessonRequest, type LessonWriter, WritingFailed } from "./writer.ts";

export interface GenerationParts extends Stores {
  readonly writer: LessonWriter;
}

/** The next step of a lesson. */
interface Step {
  readonly request: LessonRequest;
  readonly part: LessonPart;
  /** Undefined until the text is written. */
  readonly lesson: Lesson | undefined;
}

/**
 * Results have no effect before the transaction that settles them, so a step may be repeated after a crash. The cleanup removes
 * files that no row names.
 */
export function lessonJobs(parts: GenerationParts): JobHandler {
  const { storage, writer, clock } = parts;
  return {
    async run(job, signal) {
      const { request, part, lesson } = await beginStep(parts, job);
      if (lesson === undefined) {
        const written = await writer.write(request, signal);
        requireOrderedLanguage(written, request);
        await underLease(storage, job, (transaction) => settleText(transaction, job, written, clock()));
      } else if (part.kind === "translation") {
        const translated = await writer.translate(request, lesson, part.name as Language, signal);
        await underLease(storage, job, (transaction) =>
          settleTranslation(transaction, job, part, { lesson: translated }, clock()),
        );
      } else {
        await illustrate(parts, job, { request, part, lesson }, signal);
      }
    },
    async giveUp(job, error) {
      const { part, lesson } = await nextStep(parts, job);
      const reason = error instanceof Refusal || error instanceof WritingFailed ? ` ${error.message}` : "";
      await underLease(storage, job, (transaction) => {
        if (lesson === undefined)
          return failText(transaction, job, `The lesson could not be written.${reason}`, clock());
        if (part.kind === "translation") {
          const result = { lesson, error: `The translation into ${part.name} could not be made.${reason}` };
          return settleTranslation(transaction, job, part, result, clock());
        }
        const result = { error: `The illustration could not be made.${reason}` };
        return settleIllustration(transaction, job, part, result, clock());
      });
    },
  };
}

/** @throws Refusal generation_failed: a text that the order does not name is not charged */
function requireOrderedLanguage(lesson: Lesson, { languages: [ordered = "en"] }: LessonRequest): void {
  if (isWrittenIn(lesson, ordered)) return;
  throw new Refusal("generation_failed", `Not all of its text is in the ordered language (${ordered}).`);
}

async function illustrate(
  { storage, files, clock, writer }: GenerationParts,
  job: Job,
  { request, part, lesson }: Step & { readonly lesson: Lesson },
  signal: AbortSignal,
): Promise<void> {
  const { bytes, ...made } = await writer.illustrate(request, lesson, Number(part.name), signal);
  const storageKey = await files.put(Readable.from([bytes]));
  try {
    await underLease(storage, job, (transaction) =>
      settleIllustration(transaction, job, part, { storageKey, ...made }, clock()),
    );
  } catch (error) {
    // After other errors the transaction may have committed, so the file may be in use.
    if (error instanceof LeaseLost) await files.remove([storageKey]);
    throw error;
  }
}

/** Finds the next step and shows that it is being worked on. */
async function beginStep(parts: GenerationParts, job: Job): Promise<Step> {
  const step = await nextStep(parts, job);
  await underLease(parts.storage, job, async (transaction) => {
    await transaction
      .updateTable("lessons")
      .set({ status: "generating" })
      .where("id", "=", job.subject)
      .execute();
    await transaction
      .updateTable("lesson_parts")
      .set({ status: "generating" })
      .where("lesson_id", "=", job.subject)
      .where("position", "=", step.part.position)
      .execute();
  });
  return step;
}

/** Reads the next step. @throws LeaseLost if the lesson is deleted or finished */
async function nextStep({ storage: { db } }: GenerationParts, job: Job): Promise<Step> {
  const row = await db
    .selectFrom("lessons")
    .select(["quote_id", "task_mode", "content"])
    .where("id", "=", job.subject)
    .executeTakeFirst();
  const quote = row && (await findQuote(db, job.accountId, row.quote_id));
  const part = (await lessonState(db, job.subject))?.parts.find((each) => !isSettled(each));
  if (!quote || !part) throw new LeaseLost(`${job.id} has nothing left to do`);
  return {
    request: lessonRequest(quote, row.task_mode),
    part,
    lesson: row.content === null ? undefined : (JSON.parse(row.content) as Lesson),
  };
}
