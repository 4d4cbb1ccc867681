/** Loads a lesson for its pages. */
import type { Language } from "../../../generated/types.ts";
import type { Lesson } from "../../lessons/content/lesson.ts";
import {
  type LessonIllustration,
  type LessonState,
  lessonState,
  toIllustrations,
} from "../../lessons/state.ts";
import type { Site } from "../site.ts";

/** The parts of the site that the pages of a lesson use. */
export type LessonSite = Pick<Site, "storage" | "files" | "clock" | "log" | "limits" | "publicUrl"> &
  Pick<Site, "openedLessons" | "lessonAddresses" | "writer">;

export interface FoundLesson {
  readonly id: string;
  readonly passwordHash: string | null;
  readonly state: LessonState;
  /** Undefined until there is something to learn. */
  readonly lesson: Lesson | undefined;
  /** The default language first. */
  readonly languages: readonly Language[];
  readonly illustrations: readonly LessonIllustration[];
}

/** Undefined if there is no such lesson. Whether it may be shown is up to the caller: see `isOpen`. */
export async function findLesson(
  { storage }: Pick<LessonSite, "storage">,
  id: string,
): Promise<FoundLesson | undefined> {
  const state = await lessonState(storage.db, id);
  if (state === undefined) return undefined;
  const { content, password_hash, languages } = await storage.db
    .selectFrom("lessons")
    .innerJoin("lesson_quotes", "lesson_quotes.id", "lessons.quote_id")
    .select(["lessons.content", "lessons.password_hash", "lesson_quotes.languages"])
    .where("lessons.id", "=", id)
    .executeTakeFirstOrThrow();
  const isReady = state.status === "completed" || state.status === "partial";
  const lesson = isReady && content !== null ? (JSON.parse(content) as Lesson) : undefined;
  return {
    id,
    passwordHash: password_hash,
    state,
    lesson,
    languages: lesson?.languages ?? (JSON.parse(languages) as Language[]),
    illustrations: toIllustrations(state.parts),
  };
}
