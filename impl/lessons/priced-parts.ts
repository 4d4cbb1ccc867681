/** Resolves the references of the ledger: quotes and parts of lessons. */
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { lessonName } from "./own-lessons.ts";

/** The subject of a payment: a whole lesson, or one part of it. */
export interface PricedThing {
  readonly lessonId: string;
  readonly lessonName: string;
  /** Undefined: the whole lesson. */
  readonly part: Pick<Schema["lesson_parts"], "kind" | "name"> | undefined;
  /** The credits charged for the whole lesson so far. */
  readonly charged: number;
}

/**
 * Returns the subjects of references. @param references `QUOTE` or `QUOTE/POSITION`, of one account @returns the subject of
 * each reference; subjects of deleted lessons are left out
 */
export async function pricedThings(
  queries: Queries,
  references: readonly string[],
): Promise<ReadonlyMap<string, PricedThing>> {
  const quoteIds = [...new Set(references.map((reference) => reference.split("/")[0]!))];
  if (quoteIds.length === 0) return new Map();
  const lessons = await queries
    .selectFrom("lessons")
    .innerJoin("lesson_quotes", "lesson_quotes.id", "lessons.quote_id")
    .select(["lessons.id", "quote_id", "prompt", "name", "content"])
    .where("quote_id", "in", quoteIds)
    .execute();
  const parts = await queries
    .selectFrom("lesson_parts")
    .innerJoin("lessons", "lessons.id", "lesson_parts.lesson_id")
    .select(["quote_id", "position", "kind", "lesson_parts.name", "credits", "lesson_parts.status"])
    .where("quote_id", "in", quoteIds)
    .execute();
  const nameOf = new Map(lessons.map((lesson) => [lesson.quote_id, { ...lesson, name: lessonName(lesson) }]));
  const partOf = new Map(parts.map((part) => [`${part.quote_id}/${part.position}`, part]));
  return new Map(
    references.flatMap((reference) => {
      const [quoteId = ""] = reference.split("/");
      const lesson = nameOf.get(quoteId);
      if (lesson === undefined) return [];
      const paid = parts.filter(({ quote_id, status }) => quote_id === quoteId && status === "completed");
      const charged = paid.reduce((total, { credits }) => total + credits, 0);
      const thing = { lessonId: lesson.id, lessonName: lesson.name, part: partOf.get(reference), charged };
      return [[reference, thing] as const];
    }),
  );
}
