/** The port to what writes lessons. The built-in writer implements it. */
import type { Language } from "../../generated/types.ts";
import type { Lesson, LessonTexts, OpenTask } from "./content/lesson.ts";

export interface LessonRequest {
  readonly prompt: string;
  /** The default language first. */
  readonly languages: readonly Language[];
  readonly illustrationCount: number;
  readonly taskMode: "fixed" | "ai_reviewed";
  /** The id of the quote. The same request with the same seed gives the same lesson. */
  readonly seed: string;
}

export interface LessonWriter {
  /** Such as "builtin". */
  readonly name: string;
  /** Undefined if it can write this lesson, else a sentence for people: why not, and what helps. Free of charge. */
  objection(request: LessonRequest): string | undefined;
  /** What the lesson will not have as requested, as sentences for people. Empty if there is an objection. Free of charge. */
  warnings(request: LessonRequest): readonly LessonWarning[];
  write(request: LessonRequest, signal: AbortSignal): Promise<Lesson>;
  /** @param index from 0, below the request's `illustrationCount` */
  illustrate(
    request: LessonRequest,
    lesson: Lesson,
    index: number,
    signal: AbortSignal,
  ): Promise<LessonImage>;
  /** Judges an answer to an open task. */
  review(task: OpenTask, answer: string, language: Language, signal: AbortSignal): Promise<OpenReview>;
}

export interface LessonWarning {
  /** For programs, such as `untranslated`. */
  readonly code: string;
  readonly message: string;
}

export interface LessonImage {
  /** Such as `image/svg+xml`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly alt: LessonTexts;
}

export interface OpenReview {
  /** Each point of the rubric, in its order. */
  readonly points: readonly { readonly id: string; readonly isMet: boolean }[];
  /** One or two sentences about the answer, in the learner's language. */
  readonly feedback: string;
  /** How it was judged, as a sentence in the learner's language. */
  readonly method: string;
}
