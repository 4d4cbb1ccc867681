import type { LessonStatus } from "../../../../generated/types.ts";

/** Lessons with their quotes, parts and attempts. */
export interface LessonTables {
  /** Prices of lessons, on request of an account. They are removed some time after they expire. */
  lesson_quotes: {
    id: string;
    account_id: string;
    /** Trimmed. */
    prompt: string;
    /** JSON array of language codes, the default language first. */
    languages: string;
    illustration_count: number;
    /** SHA-256 in hex of the input that the price is for. */
    input_hash: string;
    /** The version of the price list that it was computed with. */
    price_version: number;
    /** JSON array of `QuoteItem`. */
    breakdown: string;
    /** Sum of the breakdown. */
    total_credits: number;
    created_at: string;
    expires_at: string;
  };

  /** Lessons, from the acceptance of their quote. */
  lessons: {
    id: string;
    account_id: string;
    /** The quote has the prompt of the lesson and its price. Unique. */
    quote_id: string;
    task_mode: "fixed" | "ai_reviewed";
    password_hash: string | null;
    /** The owner's name for it; null: its title. */
    name: string | null;
    /** The time since which learners cannot see it; null: they can. */
    unpublished_at: string | null;
    status: LessonStatus;
    /** JSON of a `Lesson`; null until the text is written. */
    content: string | null;
    /** The unit of the generation quota; null once it was returned. */
    generation_id: string | null;
    created_at: string;
    finished_at: string | null;
  };

  /** The parts of a lesson, each with its price. A part ends once: it is charged when completed, and refunded when failed. */
  lesson_parts: {
    lesson_id: string;
    /** 0, 1, 2... in the order: text, translations, illustrations. */
    position: number;
    kind: "text" | "translation" | "illustration";
    /** The language of a translation or the index of an illustration; empty for the text. */
    name: string;
    credits: number;
    status: "pending" | "generating" | "completed" | "failed";
    /** Why it failed, as a text for users. */
    error: string | null;
    /** Illustrations only: the key of the bytes in the `FileStore`. */
    storage_key: string | null;
    media_type: string | null;
    /** Illustrations only: JSON of `LessonTexts`. */
    alt: string | null;
    /** Only pictures of an image model, in pixels. Older pictures have none. */
    width: number | null;
    height: number | null;
  };

  /** Attempts of learners at lessons. Learners stay anonymous. */
  lesson_attempts: {
    /** Only the learner's browser knows it. */
    id: string;
    lesson_id: string;
    /** JSON of `Results`. */
    results: string;
    /** JSON: id of each answered task -> its verdict. For statistics, which need no answers. */
    verdicts: string;
    started_at: string;
    /** When the last task was answered. */
    finished_at: string | null;
  };
}
