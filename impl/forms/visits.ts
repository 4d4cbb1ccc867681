/** How often forms were opened: a number for each, nothing about who opened them. */
import { writeRegularly } from "../platform/regular-writes.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";

/** The number of forms in one statement. */
const MAX_FORMS = 500;

/** Counts in memory and writes in batches, so that opening a form costs no write. A process that is killed loses up to 30 seconds. */
export interface Visits {
  count(formId: string): void;
  /** Writes pending visits. */
  stop(): Promise<void>;
}

/** @param onError called when a regular write fails; the next one tries again */
export function countVisits(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  onError: (error: unknown) => void,
): Visits {
  const pending = new Map<string, number>();
  const count = (formId: string, visits = 1) => pending.set(formId, (pending.get(formId) ?? 0) + visits);

  async function write(): Promise<void> {
    while (pending.size > 0) {
      const batch = new Map(pending.entries().take(MAX_FORMS));
      for (const formId of batch.keys()) pending.delete(formId);
      await add(storage.db, batch, clock().toISOString().slice(0, 10)).catch((error: unknown) => {
        for (const [formId, visits] of batch) count(formId, visits);
        throw error;
      });
    }
  }

  return { count, ...writeRegularly(write, onError) };
}

/** Forms that were deleted meanwhile are left out. */
async function add(db: Queries, visits: ReadonlyMap<string, number>, since: string): Promise<void> {
  const forms = await db
    .selectFrom("forms")
    .select("id")
    .where("id", "in", [...visits.keys()])
    .execute();
  if (forms.length === 0) return;
  await db
    .insertInto("form_visits")
    .values(forms.map(({ id }) => ({ form_id: id, visits: visits.get(id)!, since })))
    .onConflict((conflict) =>
      conflict.column("form_id").doUpdateSet(({ eb, ref }) => ({
        visits: eb(ref("form_visits.visits"), "+", ref("excluded.visits")),
      })),
    )
    .execute();
}

/** @returns undefined: it was not opened since visits are counted */
export async function readVisits(
  db: Queries,
  formId: string,
): Promise<{ visits: number; since: string } | undefined> {
  return db
    .selectFrom("form_visits")
    .select(["visits", "since"])
    .where("form_id", "=", formId)
    .executeTakeFirst();
}
