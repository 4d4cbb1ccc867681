/** Loads a lesson for learners. */
import type { Language } from "../../generated/types.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { Lesson } from "./content/lesson.ts";
import { type LessonIllustration, type LessonState, lessonState, toIllustrations } from "./state.ts";

export interface FoundLesson {
  readonly id: string;
  /** The name given by its owner; undefined: its title. */
  readonly name: string | undefined;
  readonly passwordHash: string | null;
  /** Whether learners see it. */
  readonly isPublished: boolean;
  readonly state: LessonState;
  /** Undefined until there is something to learn. */
  readonly lesson: Lesson | undefined;
  /** The default language first. */
  readonly languages: readonly Language[];
  readonly illustrations: readonly LessonIllustration[];
}

/** Finds a lesson; undefined if it does not exist. The caller checks whether it may be shown: see `isOpen`. */
export async function findLesson(
  { storage }: { readonly storage: Storage },
  id: string,
): Promise<FoundLesson | undefined> {
  const state = await lessonState(storage.db, id);
  if (state === undefined) return undefined;
  const { content, password_hash, name, unpublished_at, languages } = await storage.db
    .selectFrom("lessons")
    .innerJoin("lesson_quotes", "lesson_quotes.id", "lessons.quote_id")
    .select(["content", "password_hash", "name", "unpublished_at", "languages"])
    .where("lessons.id", "=", id)
    .executeTakeFirstOrThrow();
  const isReady = state.status === "completed" || state.status === "partial";
  const lesson = isReady && content !== null ? withName(JSON.parse(content) as Lesson, name) : undefined;
  return {
    id,
    name: name ?? undefined,
    passwordHash: password_hash,
    isPublished: unpublished_at === null,
    state,
    lesson,
    languages: lesson?.languages ?? (JSON.parse(languages) as Language[]),
    illustrations: toIllustrations(state.parts),
  };
}

/** A name that its owner gave it is in the default language. */
function withName(lesson: Lesson, name: string | null): Lesson {
  return name === null ? lesson : { ...lesson, title: { [lesson.languages[0] ?? "en"]: name } };
}
