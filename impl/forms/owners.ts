/** The addresses of the owners of shared forms. */
import type { Queries } from "../platform/storage/storage.ts";
import type { Form } from "./forms.ts";

/** Id of an account -> its address. The caller has access to the forms, so it may know whose they are. */
export async function ownersOf(
  queries: Queries,
  forms: readonly Pick<Form, "owner_id">[],
): Promise<ReadonlyMap<string, string>> {
  if (forms.length === 0) return new Map();
  const rows = await queries
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("id", "in", [...new Set(forms.map(({ owner_id }) => owner_id))])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
