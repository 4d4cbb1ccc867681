/** How often forms were opened: a number for each, nothing about who opened them. */
import type { Queries, Storage } from "../platform/storage/storage.ts";
import type { Clock } from "../platform/time/clock.ts";

const FLUSH_INTERVAL_MS = 30_000;

/** Counts in memory and writes in batches, so that opening a form costs no write. A process that is killed loses up to 30 seconds. */
export interface FormViews {
  count(formId: string): void;
  /** Writes what is pending and stops the timer. */
  stop(): Promise<void>;
}

/** @param onError called when a regular write fails; the next one tries again */
export function countFormViews(
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  onError: (error: unknown) => void,
): FormViews {
  const pending = new Map<string, number>();

  async function flush(): Promise<void> {
    for (const [formId, views] of pending) {
      pending.delete(formId);
      await add(storage.db, formId, views, clock().toISOString().slice(0, 10)).catch((error: unknown) => {
        pending.set(formId, views + (pending.get(formId) ?? 0));
        throw error;
      });
    }
  }

  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(flush).catch(onError);
  }, FLUSH_INTERVAL_MS).unref();
  return {
    count: (formId) => pending.set(formId, (pending.get(formId) ?? 0) + 1),
    async stop() {
      clearInterval(timer);
      await running;
      await flush();
    },
  };
}

/** Nothing of a form that was deleted meanwhile. */
async function add(db: Queries, formId: string, views: number, since: string): Promise<void> {
  await db
    .insertInto("form_views")
    .columns(["form_id", "views", "since"])
    .expression((eb) =>
      eb
        .selectFrom("forms")
        .select(["id", eb.val(views).as("views"), eb.val(since).as("since")])
        .where("id", "=", formId),
    )
    .onConflict((conflict) =>
      conflict.column("form_id").doUpdateSet(({ eb, ref }) => ({
        views: eb(ref("form_views.views"), "+", ref("excluded.views")),
      })),
    )
    .execute();
}

/** @returns undefined: it was not opened since views are counted */
export async function viewsOf(
  db: Queries,
  formId: string,
): Promise<{ views: number; since: string } | undefined> {
  return db
    .selectFrom("form_views")
    .select(["views", "since"])
    .where("form_id", "=", formId)
    .executeTakeFirst();
}
