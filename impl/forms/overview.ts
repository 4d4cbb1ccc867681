/** Everything that is shown of one form, in one query. */
import { type Awaitable, andThen } from "@toolwright/runtime";
import type { FormAccess, FormStructure } from "../../generated/types.ts";
import { prepareQuery } from "../platform/storage/prepared-query.ts";
import type { Queries, Storage } from "../platform/storage/storage.ts";
import { maySeeAddress, notAccessible } from "./access.ts";
import { type Check, readChecks } from "./checks.ts";
import { accessFor, accessible } from "./directory/access-rule.ts";
import type { AccessibleForm } from "./forms.ts";
import { readStored } from "./structure/stored-structure.ts";

const columns = [
  "forms.id",
  "forms.title",
  "forms.status",
  "forms.languages",
  "forms.revision",
  "forms.version",
  "forms.password_hash",
  "forms.receipts",
  "forms.shows_title",
  "forms.created_at",
  "forms.updated_at",
  "forms.published_at",
  "forms.archived_at",
  "forms.folder_id",
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
  /** The open checks, for accounts that may edit the form. */
  readonly to_check: readonly Check[];
  /** The unpublished changes, for accounts that may edit the form. */
  readonly pending: PendingChanges | undefined;
}

export interface PendingChanges {
  readonly id: string;
  /** The version of the form that was changed. */
  readonly base_version: number;
  readonly changed_at: string;
  /** Address; null: the account is deleted, or the reader may not know who else has access. */
  readonly changed_by: string | null;
  /** Whether the account still exists. */
  readonly has_author: boolean;
  /** The form with the changes, if structures were requested. */
  readonly structure?: FormStructure;
  /** The open checks of the form with the changes, if structures were requested. */
  readonly to_check?: readonly Check[];
}

const findOverview = prepareQuery((queries, argument: (name: "account" | "form") => string) =>
  overview(queries, argument("account"), argument("form")),
);

const findWithStructure = prepareQuery((queries, argument: (name: "account" | "form") => string) =>
  overview(queries, argument("account"), argument("form"))
    .innerJoin("form_versions", (join) =>
      join
        .onRef("form_versions.form_id", "=", "forms.id")
        .onRef("form_versions.version", "=", "forms.version"),
    )
    .select(["form_versions.structure", "pending_changes.structure as pending_structure"]),
);

function overview(queries: Queries, accountId: string, formId: string) {
  return accessible(queries, accountId, formId)
    .leftJoin("pending_changes", "pending_changes.form_id", "forms.id")
    .leftJoin("form_checks", "form_checks.form_id", "forms.id")
    .leftJoin("accounts as editors", "editors.id", "pending_changes.account_id")
    .select(columns)
    .select([
      "form_checks.checks",
      "pending_changes.id as pending_id",
      "pending_changes.base_version",
      "pending_changes.changed_at",
      "pending_changes.account_id as editor_id",
      "editors.email as editor",
    ])
    .select(({ selectFrom }) =>
      selectFrom("response_totals")
        .select("response_totals.verified")
        .whereRef("response_totals.form_id", "=", "forms.id")
        .as("verified_responses"),
    );
}

/**
 * Reads a form with one query; synchronous if the database can answer synchronously. @throws Refusal not_found, as `findForm`
 * does
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
    const {
      structure,
      pending_structure,
      pending_id,
      base_version,
      changed_at,
      editor_id,
      editor,
      checks,
      ...columns
    } = row as typeof row & Partial<Record<"structure" | "pending_structure", string | null>>;
    const access = accessFor(row, accountId);
    const hasChanges =
      access !== "view" && pending_id !== null && base_version !== null && changed_at !== null;
    const maySeeEditor = maySeeAddress({ access, owner_id: row.owner_id }, accountId, editor_id);
    return {
      ...columns,
      access,
      verified_responses: row.verified_responses ?? 0,
      to_check: access === "view" ? [] : readChecks(checks),
      ...(structure && { structure: readStored(structure) }),
      pending: hasChanges
        ? {
            id: pending_id,
            base_version,
            changed_at,
            changed_by: maySeeEditor ? editor : null,
            has_author: editor_id !== null,
            ...(pending_structure && readKept(pending_structure, checks)),
          }
        : undefined,
    };
  });
}

function readKept(pending: string, checks: string | null): Pick<PendingChanges, "structure" | "to_check"> {
  const structure = readStored(pending);
  return { structure, to_check: readChecks(checks, structure) };
}

/** A form with what the head of its pages shows, for pages that need no more of the overview. */
export interface HeadedForm extends AccessibleForm {
  /** The unpublished changes, for accounts that may edit the form. */
  readonly pending: { readonly id: string } | undefined;
}

const findWithChanges = prepareQuery((queries, argument: (name: "account" | "form") => string) =>
  accessible(queries, argument("account"), argument("form"))
    .leftJoin("pending_changes", "pending_changes.form_id", "forms.id")
    .selectAll("forms")
    .select("pending_changes.id as pending_id"),
);

/** Reads the form and its changes with one query. @throws Refusal not_found, as `findForm` does */
export async function findHeadedForm(
  queries: Queries,
  accountId: string,
  formId: string,
): Promise<HeadedForm> {
  const { rows } = await queries.executeQuery(findWithChanges(queries, { account: accountId, form: formId }));
  const [row] = rows;
  if (row === undefined) throw notAccessible(formId);
  const access = accessFor(row, accountId);
  // Assigning to the row avoids a copy, which would take as long as the read.
  return Object.assign(row, { access, pending: findChanges(access, row.pending_id) });
}

/** Accounts that may only look at a form do not learn that it has unpublished changes. */
function findChanges(access: FormAccess, id: string | null): HeadedForm["pending"] {
  return access === "view" || id === null ? undefined : { id };
}
