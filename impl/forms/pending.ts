/** Changes of a form that are kept and not published yet: one set for each form, of all who may edit it. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import type { FormStructure } from "../../generated/types.ts";
import { requireBudget } from "../accounts/plans/budgets.ts";
import { randomBase62 } from "../platform/ids.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries, Storage } from "../platform/storage/storage.ts";
import { type Conflict, merge } from "./edits/merge.ts";
import { type Form, loadStructure } from "./forms.ts";
import type { FormOverview } from "./overview.ts";
import { structureProblems } from "./structure/check.ts";

/** The form as it would be published now. */
export interface MergedChanges {
  readonly id: string;
  /** The structure that respondents see. */
  readonly published: FormStructure;
  readonly kept: FormStructure;
  readonly structure: FormStructure;
  /** The form that was changed, if others have published something since. */
  readonly base?: FormStructure;
  /** Changes that differ from meanwhile published ones. `structure` contains the unpublished version. */
  readonly conflicts: readonly Conflict[];
}

/** The kept changes, on top of what others have published meanwhile. Undefined: there are none. */
export async function mergedChanges(
  queries: Queries,
  { id, version, structure: published, pending }: FormOverview,
): Promise<MergedChanges | undefined> {
  if (pending?.structure === undefined || published === undefined) return undefined;
  const { structure: kept, base_version } = pending;
  const changes = { id: pending.id, published, kept };
  if (base_version === version) return { ...changes, structure: kept, conflicts: [] };
  const base = await loadStructure(queries, { id, version: base_version });
  const { structure, conflicts } = merge(base, kept, published);
  const fits = structureProblems(structure, published).length === 0;
  return { ...changes, structure: fits ? structure : kept, base, conflicts };
}

/** Returns the forms with unpublished changes. */
export async function formsWithChanges(
  queries: Queries,
  formIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (formIds.length === 0) return new Set();
  const rows = await queries
    .selectFrom("pending_changes")
    .select("form_id")
    .where("form_id", "in", formIds)
    .execute();
  return new Set(rows.map(({ form_id }) => form_id));
}

/** The structure to keep, and the id of the changes that it was made from; undefined: there were none. */
export interface Kept {
  readonly accountId: string;
  readonly structure: FormStructure;
  readonly seen: string | undefined;
  readonly now: Date;
}

/**
 * Replaces the kept changes of a form, which must be locked. The same changes once more stay whose they are.
 * @returns their id
 * @throws Refusal revision_conflict if others have changed them since, quota_exceeded
 */
export async function keepChanges(
  transaction: Transaction<Schema>,
  { budgets }: Pick<Storage, "budgets">,
  form: Form,
  { accountId, structure, seen, now }: Kept,
): Promise<string> {
  const before = await keptChanges(transaction, form.id);
  const text = JSON.stringify(structure);
  if (before?.structure === text && before.base_version === form.version) return before.id;
  if (before?.id !== seen) throw refuseOvertaken(form);
  await endChanges(transaction, form.id);
  const id = randomBase62(22);
  const row = { id, form_id: form.id, structure: text, base_version: form.version, account_id: accountId };
  await transaction
    .insertInto("pending_changes")
    .values({ ...row, changed_at: now.toISOString() })
    .execute();
  await requireBudget(transaction, budgets, form.owner_id, ["structures"], now);
  return id;
}

/** @throws Refusal revision_conflict if others have changed them since */
export async function discardChanges(
  transaction: Transaction<Schema>,
  form: Form,
  seen: string | undefined,
): Promise<void> {
  const before = await keptChanges(transaction, form.id);
  if (before !== undefined && before.id !== seen) throw refuseOvertaken(form);
  await endChanges(transaction, form.id);
}

/** Returns the stored changes. */
export function keptChanges(queries: Queries, formId: string) {
  return queries.selectFrom("pending_changes").selectAll().where("form_id", "=", formId).executeTakeFirst();
}

function refuseOvertaken({ id, revision }: Form): Refusal {
  return new Refusal(
    "revision_conflict",
    `The unpublished changes of form ${id} were changed since. Read them again with service_get_form.`,
    { expected_revision: revision, revision },
  );
}

/** @param published only changes with this id, or which are this structure; undefined: whatever there is */
export async function endChanges(
  transaction: Transaction<Schema>,
  formId: string,
  published?: { readonly id: string | undefined; readonly structure: FormStructure },
): Promise<void> {
  await transaction
    .deleteFrom("pending_changes")
    .where("form_id", "=", formId)
    .$if(published !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb("id", "=", published?.id ?? ""), eb("structure", "=", JSON.stringify(published?.structure))]),
      ),
    )
    .execute();
}
