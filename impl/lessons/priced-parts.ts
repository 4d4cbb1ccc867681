/** What the references of the ledger are about: quotes and parts of lessons. */
import type { LessonPartsTable } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";

/** What was paid for: a whole lesson, or one part of it. */
export interface PricedThing {
  readonly prompt: string;
  /** Undefined: the whole lesson. */
  readonly part: Pick<LessonPartsTable, "kind" | "name"> | undefined;
}

/**
 * @param references `QUOTE` or `QUOTE/POSITION`, of one account
 * @returns what each of them is about; those without a lesson are left out
 */
export async function pricedThings(
  queries: Queries,
  references: readonly string[],
): Promise<ReadonlyMap<string, PricedThing>> {
  const quoteIds = [...new Set(references.map((reference) => reference.split("/")[0]!))];
  if (quoteIds.length === 0) return new Map();
  const quotes = await queries
    .selectFrom("lesson_quotes")
    .select(["id", "prompt"])
    .where("id", "in", quoteIds)
    .execute();
  const parts = await queries
    .selectFrom("lesson_parts")
    .innerJoin("lessons", "lessons.id", "lesson_parts.lesson_id")
    .select(["lessons.quote_id", "position", "kind", "name"])
    .where("lessons.quote_id", "in", quoteIds)
    .execute();
  const promptOf = new Map(quotes.map(({ id, prompt }) => [id, prompt]));
  const partOf = new Map(parts.map((part) => [`${part.quote_id}/${part.position}`, part]));
  return new Map(
    references.flatMap((reference) => {
      const prompt = promptOf.get(reference.split("/")[0]!);
      return prompt === undefined ? [] : [[reference, { prompt, part: partOf.get(reference) }] as const];
    }),
  );
}
