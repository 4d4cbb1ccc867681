/** The numbers of verified responses of forms, which decide which edits are allowed. The database keeps them. */
import type { Language } from "../../generated/types.ts";
import { isNotDeleted } from "../platform/storage/deletion-filter.ts";
import { prepareQuery } from "../platform/storage/prepared-query.ts";
import type { Queries } from "../platform/storage/storage.ts";

const countOfForm = prepareQuery((queries, argument: (name: "form") => string) =>
  queries.selectFrom("response_totals").select("verified").where("form_id", "=", argument("form")),
);

/** The number of responses with a confirmed address: they count against the response limit and lock the form. */
export async function countVerified(queries: Queries, formId: string): Promise<number> {
  const { rows } = await queries.executeQuery(countOfForm(queries, { form: formId }));
  return rows[0]?.verified ?? 0;
}

/** The counts of several forms; forms without verified responses are missing. */
export async function countsVerified(
  queries: Queries,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (formIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("response_totals")
    .select(["form_id", "verified"])
    .where("form_id", "in", formIds)
    .where("verified", ">", 0)
    .execute();
  return new Map(rows.map(({ form_id, verified }) => [form_id, verified]));
}

/** When the latest verified response of each of several forms came, in ISO 8601; forms without one are missing. */
export async function latestVerified(
  queries: Queries,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (formIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("forms")
    .select("id")
    // A look-up in an index for each form; grouping would read all responses.
    .select(({ selectFrom }) =>
      selectFrom("live_responses")
        .select("submitted_at")
        .whereRef("form_id", "=", "forms.id")
        .where("status", "=", "verified")
        .orderBy("submitted_at", "desc")
        .limit(1)
        .as("latest"),
    )
    .where("id", "in", formIds)
    .where(isNotDeleted)
    .execute();
  return new Map(rows.flatMap(({ id, latest }) => (latest === null ? [] : [[id, latest]])));
}

/** Languages in which verified responses were given. */
export async function languagesUsed(queries: Queries, formId: string): Promise<Language[]> {
  const rows = await queries
    .selectFrom("live_responses")
    .select("language")
    .distinct()
    .where("form_id", "=", formId)
    .where("status", "=", "verified")
    .execute();
  return rows.map(({ language }) => language);
}
