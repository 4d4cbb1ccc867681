/** The port to what writes lessons: the built-in writer, or a language model. */
import type { Awaitable } from "@toolwright/runtime";
import type { Language } from "../../generated/types.ts";
import type { Lesson, LessonTexts, OpenTask } from "./content/lesson.ts";

export interface LessonRequest {
  /** The account that owns the lesson. */
  readonly accountId: string;
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
  /** Undefined if it can write this lesson. Free of charge. */
  objection(request: LessonRequest): Awaitable<LessonObjection | undefined>;
  /**
   * Returns warnings, as sentences for users, about wishes that the lesson will not fulfil. Empty if there is an objection.
   * Free of charge.
   */
  warnings(request: LessonRequest): Awaitable<readonly LessonWarning[]>;
  /**
   * Writes the text. Languages that it leaves to `translate` are in `pendingLanguages`.
   * @throws Refusal when no retry helps; WritingFailed
   */
  write(request: LessonRequest, signal: AbortSignal): Promise<Lesson>;
  /**
   * The lesson with all its texts in one more of its pending languages.
   * @throws Refusal when no retry helps; WritingFailed
   */
  translate(request: LessonRequest, lesson: Lesson, language: Language, signal: AbortSignal): Promise<Lesson>;
  /**
   * @param index from 0, of an illustration that a section of the lesson shows
   * @throws Refusal when no retry helps; WritingFailed
   */
  illustrate(
    request: LessonRequest,
    lesson: Lesson,
    index: number,
    signal: AbortSignal,
  ): Promise<LessonImage>;
  /** Judges an answer to an open task. Undefined: learners compare it with the expected points themselves. */
  readonly review: ((request: ReviewRequest, signal: AbortSignal) => Promise<OpenReview>) | undefined;
}

/** Why a writer cannot write a lesson. */
export interface LessonObjection {
  /** A message for users: the reason, and advice. */
  readonly message: string;
  /** The ordered languages that it does not have; absent where the languages are no problem. */
  readonly missingLanguages?: readonly Language[];
}

/** The writer could not do it this time; a later attempt may succeed. The message is a sentence for people, without secrets. */
export class WritingFailed extends Error {
  override readonly name = "WritingFailed";
}

export interface ReviewRequest {
  /** The account that owns the lesson. */
  readonly accountId: string;
  readonly task: OpenTask;
  /** Untrusted text of a learner. */
  readonly answer: string;
  /** The language of the learner's page. */
  readonly language: Language;
}

export interface LessonWarning {
  /** A code for programs, such as `untranslated`. */
  readonly code: string;
  readonly message: string;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface LessonImage {
  /** Such as `image/svg+xml`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly alt: LessonTexts;
  /** The size in pixels, for pictures with pixels. */
  readonly size?: PictureSize;
}

export interface OpenReview {
  /** Each point of the rubric, in its order. */
  readonly points: readonly { readonly id: string; readonly isMet: boolean }[];
  /** Feedback in one or two sentences, in the learner's language. */
  readonly feedback: string;
  /** How it was judged, as a sentence in the learner's language. */
  readonly method: string;
}
