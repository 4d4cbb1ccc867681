/** Everything that is shown of one form, in one query. */
import { type Awaitable, andThen } from "@toolwright/runtime";
import type { FormAccess, FormStructure } from "../../generated/types.ts";
import { prepared } from "../platform/storage/prepared.ts";
import type { Queries, Storage } from "../platform/storage/storage.ts";
import { notAccessible } from "./access.ts";
import { type AccessibleForm, accessFor, accessible } from "./forms.ts";
import { readStored } from "./structure/stored.ts";

const columns = [
  "forms.id",
  "forms.title",
  "forms.status",
  "forms.languages",
  "forms.revision",
  "forms.password_hash",
  "forms.receipts",
  "forms.created_at",
  "forms.updated_at",
  "forms.published_at",
  "forms.archived_at",
] as const;

/** Everything that its readers are shown of a form. */
export interface FormOverview
  extends Pick<
    AccessibleForm,
    (typeof columns)[number] extends `forms.${infer Column extends keyof AccessibleForm}` ? Column : never
  > {
  readonly owner_email: string;
  readonly access: FormAccess;
  readonly verified_responses: number;
  /** The current one, if it was requested. */
  readonly structure?: FormStructure;
}

const findOverview = prepared((queries, argument: (name: "account" | "form") => string) =>
  overview(queries, argument("account"), argument("form")),
);

const findWithStructure = prepared((queries, argument: (name: "account" | "form") => string) =>
  overview(queries, argument("account"), argument("form"))
    .innerJoin("form_versions", (join) =>
      join
        .onRef("form_versions.form_id", "=", "forms.id")
        .onRef("form_versions.version", "=", "forms.version"),
    )
    .select("form_versions.structure"),
);

function overview(queries: Queries, accountId: string, formId: string) {
  return accessible(queries, accountId, formId)
    .select(columns)
    .select(({ selectFrom }) =>
      selectFrom("response_totals")
        .select("response_totals.verified")
        .whereRef("response_totals.form_id", "=", "forms.id")
        .as("verified_responses"),
    );
}

/**
 * One query; synchronous if the database can answer synchronously.
 * @throws Refusal not_found, as `findForm` does
 */
export function formOverview(
  storage: Storage,
  accountId: string,
  formId: string,
  withStructure: boolean,
): Awaitable<FormOverview> {
  const find = withStructure ? findWithStructure : findOverview;
  const found = storage.read(find(storage.db, { account: accountId, form: formId }));
  return andThen(found, ([row]) => {
    if (row === undefined) throw notAccessible(formId);
    const { structure, ...columns } = row as typeof row & { readonly structure?: string };
    return {
      ...columns,
      access: accessFor(row, accountId),
      verified_responses: row.verified_responses ?? 0,
      ...(structure !== undefined && { structure: readStored(structure) }),
    };
  });
}
