/** Deletes exports that have expired or must not be delivered. */
import type { FileStore } from "../files/store.ts";
import type { Queries, Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";

/** A download that began in time may still be looking its file up. */
const GRACE_MS = 60_000;
/** How long an export waits for a caller who gave up on it to ask again. After that, what it says is old. */
const UNDELIVERED_MS = 600_000;

/** Removes exports that nobody can fetch any more, and entries of processes that died. Rows first, then their files. */
export async function removeExpiredExports({
  storage,
  files,
  clock,
}: {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly clock: Clock;
}): Promise<void> {
  const now = clock().getTime();
  const before = (ms: number) => new Date(now - ms).toISOString();
  const removed = await storage.db
    .deleteFrom("exports")
    .where(({ and, or, eb }) =>
      or([
        eb("expires_at", "<=", before(GRACE_MS)),
        eb("leased_until", "<=", before(0)),
        and([eb("expires_at", "is", null), eb("done_at", "<=", before(UNDELIVERED_MS))]),
      ]),
    )
    .returning("storage_key")
    .execute();
  await files.remove(keysOf(removed));
}

/**
 * Calls off exports of forms and makes those that exist unknown; whoever is waiting for one gets one that is made anew.
 * @returns keys of their files, to be removed once the transaction has ended
 */
export async function deleteExportsOf(queries: Queries, formIds: readonly string[]): Promise<string[]> {
  if (formIds.length === 0) return [];
  const removed = await queries
    .deleteFrom("exports")
    .where("form_id", "in", formIds)
    .returning("storage_key")
    .execute();
  return keysOf(removed);
}

function keysOf(rows: readonly { readonly storage_key: string | null }[]): string[] {
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}
