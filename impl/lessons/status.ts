/** Returns the status of a quote's lesson for the caller, during its creation and afterwards. */
import { Refusal } from "@toolwright/runtime";
import type { Language, LessonStatus } from "../../generated/types.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { type Lesson, textFor } from "./content/lesson.ts";
import { findQuote } from "./quote.ts";
import {
  isSettled,
  type LessonCredits,
  type LessonIllustration,
  type LessonState,
  lessonState,
  toIllustrations,
} from "./state.ts";
import type { LessonWarning } from "./writer.ts";

export interface GenerationProgress {
  /** Share of the parts that are settled, 0 to 100. */
  readonly percent: number;
  readonly stage: "waiting" | "text" | "illustrations" | "finished";
}

export interface GenerationStatus {
  readonly status: LessonStatus | "quoted" | "expired";
  /** Undefined while the quote is not accepted. */
  readonly lessonId: string | undefined;
  /** The default language first. */
  readonly languages: readonly Language[];
  readonly progress: GenerationProgress;
  readonly illustrations: readonly LessonIllustration[];
  readonly credits: LessonCredits & { readonly quoted: number };
  /** Wishes that the lesson does not fulfil, and the reasons. */
  readonly warnings: readonly LessonWarning[];
  /** 0: nothing will change by itself. */
  readonly pollAfterSeconds: number;
}

const MAX_POLL_SECONDS = 60;
/** A lesson that takes long is asked for less often: after a tenth of its age. */
const POLLS_PER_AGE = 10;

/** @throws Refusal not_found */
export async function generationStatus(
  queries: Queries,
  accountId: string,
  quoteId: string,
  now: Date,
): Promise<GenerationStatus> {
  const quote = await findQuote(queries, accountId, quoteId);
  if (quote === undefined) {
    throw new Refusal(
      "not_found",
      `There is no quote ${quoteId}. Use the quote_id that service_create_lesson was called with.`,
    );
  }
  const quoted = quote.total_credits;
  const languages = JSON.parse(quote.languages) as Language[];
  const lesson = await queries
    .selectFrom("lessons")
    .select("id")
    .where("quote_id", "=", quoteId)
    .executeTakeFirst();
  if (lesson === undefined) {
    return {
      status: quote.expires_at <= now.toISOString() ? "expired" : "quoted",
      lessonId: undefined,
      languages,
      progress: { percent: 0, stage: "waiting" },
      illustrations: [],
      credits: { quoted, reserved: 0, charged: 0, refunded: 0 },
      warnings: [],
      pollAfterSeconds: 0,
    };
  }
  const state = (await lessonState(queries, lesson.id))!;
  return {
    status: state.status,
    lessonId: state.id,
    languages,
    progress: generationProgress(state),
    illustrations: toIllustrations(state.parts),
    credits: { quoted, ...state.credits },
    warnings: await lessonWarnings(queries, state),
    pollAfterSeconds: await pollAfterSeconds(queries, state, now),
  };
}

/** Whether a worker has yet to make a part of the lesson. */
export function isAtWork({ status }: Pick<LessonState, "status">): boolean {
  return status === "queued" || status === "generating";
}

export function generationProgress({ status, parts }: LessonState): GenerationProgress {
  const settled = parts.filter(isSettled).length;
  const isWritten = parts.every((part) => part.kind === "illustration" || isSettled(part));
  const percent = Math.floor((100 * settled) / parts.length);
  if (status === "queued") return { percent, stage: "waiting" };
  if (settled === parts.length) return { percent, stage: "finished" };
  return { percent, stage: isWritten ? "illustrations" : "text" };
}

/** The writer's notices, and the parts that have failed; failed illustrations say so themselves. */
async function lessonWarnings(queries: Queries, { id, parts }: LessonState): Promise<LessonWarning[]> {
  const { content } = await queries
    .selectFrom("lessons")
    .select("content")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const lesson = content === null ? undefined : (JSON.parse(content) as Lesson);
  const notices = lesson
    ? lesson.notices.map(({ code, text }) => ({
        code,
        message: textFor(text, lesson.languages[0]!, lesson.languages).text,
      }))
    : [];
  const failures = parts.flatMap(({ kind, status, credits, error }) => {
    if (status !== "failed" || kind === "illustration") return [];
    if (kind === "translation" && lesson === undefined) return [];
    const code = kind === "text" ? "generation_failed" : "translation_refunded";
    return { code, message: `${error} ${credits} credits were refunded.` };
  });
  return [...notices, ...failures];
}

/** A lesson that waits for its next attempt changes no earlier than that. */
async function pollAfterSeconds(
  queries: Queries,
  { id, status, createdAt }: LessonState,
  now: Date,
): Promise<number> {
  if (!isAtWork({ status })) return 0;
  const job = await queries
    .selectFrom("jobs")
    .select("due_at")
    .where("kind", "=", "lesson")
    .where("subject", "=", id)
    .executeTakeFirst();
  const secondsUntil = job ? (Date.parse(job.due_at) - now.getTime()) / 1_000 : 0;
  const age = (now.getTime() - Date.parse(createdAt)) / 1_000;
  const seconds = Math.ceil(Math.max(secondsUntil, age / POLLS_PER_AGE));
  return Math.min(MAX_POLL_SECONDS, Math.max(1, seconds));
}
