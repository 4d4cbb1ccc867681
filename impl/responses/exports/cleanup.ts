/** Deletes exports that have expired or must not be delivered. */
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";

/** A download that started before the expiry may not have opened its file yet. */
const GRACE_MS = 60_000;
/** How long an export without a waiting caller is kept for a repeated call. After that it is outdated. */
const UNDELIVERED_MS = 600_000;

/**
 * Removes expired exports, and rows of processes that died. Deletes rows before files.
 * @param openRequest only the export of this request, which a new one would wait for
 */
export async function removeExpiredExports(
  { storage, files, clock }: Stores,
  openRequest?: string,
): Promise<void> {
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
    .$if(openRequest !== undefined, (query) => query.where("open_request", "=", openRequest!))
    .returning("storage_key")
    .execute();
  await files.remove(listStorageKeys(removed));
}

/**
 * Cancels running exports of forms and deletes finished ones. Callers that wait for one get a new export.
 * @returns keys of their files, to be removed after the transaction
 */
export async function deleteFormExports(queries: Queries, formIds: readonly string[]): Promise<string[]> {
  if (formIds.length === 0) return [];
  const removed = await queries
    .deleteFrom("exports")
    .where("form_id", "in", formIds)
    .returning("storage_key")
    .execute();
  return listStorageKeys(removed);
}

function listStorageKeys(rows: readonly { readonly storage_key: string | null }[]): string[] {
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}
