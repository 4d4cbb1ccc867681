/** Finds again what was said of a form when it was created. */
import type { Queries } from "../platform/storage/storage.ts";
import type { CreatedForm } from "./create.ts";

/** Undefined: the key of the request that created it is another one, or of another account. */
export async function createdByKey(
  db: Queries,
  accountId: string,
  { idempotencyKey, formId }: { readonly idempotencyKey: string; readonly formId: string },
): Promise<CreatedForm | undefined> {
  const row = await db
    .selectFrom("generations")
    .select("result")
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (!row?.result) return undefined;
  const created = JSON.parse(row.result) as Partial<CreatedForm>;
  return created.id === formId ? (created as CreatedForm) : undefined;
}
