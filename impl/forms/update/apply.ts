/** Plans a change of a form, and stores it in the same transaction. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import type { FormChange, FormStructure, Warning } from "../../../generated/types.ts";
import { requireBudget } from "../../accounts/plans/budgets.ts";
import { hastenJob } from "../../platform/jobs/jobs.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import { findWritableForm } from "../access.ts";
import { recordAuthor } from "../authors.ts";
import { updateChecks } from "../checks.ts";
import { accountsWithAccess } from "../directory/access-rule.ts";
import { recordChange } from "../directory/changes.ts";
import { type AccessibleForm, type Form, insertVersion, lockForm } from "../forms.ts";
import { linkImages } from "../images.ts";
import { discardChanges, endChanges, keepChanges } from "../pending.ts";
import { requireAcknowledged } from "../structure/warnings/secret-fields.ts";
import { noteEvent } from "../webhooks/events.ts";
import type { Plan } from "./plan.ts";

/** The form after an edit; after a dry run, unchanged. */
export interface UpdatedForm {
  readonly form: Form;
  /** Verified responses. */
  readonly responseCount: number;
  readonly changes: readonly FormChange[];
  readonly warnings: readonly Warning[];
  /** The structure after the edit, if the edit has read it. */
  readonly structure: FormStructure | undefined;
  /** Id of the changes that were kept in place of being stored. */
  readonly pending?: string | undefined;
}

/** The form, the account that edits it, and the revision on which the edit is based. */
export interface Target {
  readonly accountId: string;
  /** Id of the token of the agent that edits; undefined: the account works in the browser. */
  readonly tokenId?: string | undefined;
  readonly formId: string;
  readonly expectedRevision: number | undefined;
  /** Whether the result is kept as unpublished changes. */
  readonly keep?: boolean;
  /** Id of the kept changes that the edit contains; undefined: it contains none. */
  readonly pending?: string | undefined;
  /** Whether a person agrees that respondents are asked for a secret. */
  readonly acknowledge?: boolean | undefined;
  readonly now: Date;
}

/** Computes the result of an edit. Throws a Refusal if the edit is not possible. */
export type Planner = (queries: Queries, form: AccessibleForm, now: Date) => Promise<Plan>;

/** Plans the edit for the current state of the form. @throws Refusal invalid_input if respondents would be asked for a secret */
export async function planNow(queries: Queries, target: Target, planner: Planner): Promise<Plan> {
  const form = await findWritableForm(queries, target.accountId, target.formId, "edit", target.now);
  requireRevision(form, target.expectedRevision);
  const plan = await planner(queries, form, target.now);
  const { structure, published } = plan;
  const isPublic = (plan.set.status ?? form.status) === "published" && !target.keep;
  if (structure && isPublic) requireAcknowledged(structure, published, target.acknowledge ?? false);
  return plan;
}

/** Plans an edit and stores its result. The form is locked until the transaction ends. @throws Refusal quota_exceeded */
export async function applyPlan(
  transaction: Transaction<Schema>,
  storage: Storage,
  target: Target,
  planner: Planner,
): Promise<UpdatedForm> {
  await lockForm(transaction, target.formId);
  const plan = await planNow(transaction, target, planner);
  if (target.keep) return keepResult(transaction, storage, plan, target);
  const form = plan.changes.length === 0 ? plan.form : await store(transaction, storage, plan, target);
  const { responseCount, changes, warnings, structure } = plan;
  if (form.status === "archived") await endChanges(transaction, form.id);
  else if (structure !== undefined) await endChanges(transaction, form.id, { id: target.pending, structure });
  return { form, responseCount, changes, warnings, structure };
}

/**
 * Stores the result as unpublished changes; without changes, removes the stored ones. Rejects an archived form, to which
 * another window may still send changes.
 */
async function keepResult(
  transaction: Transaction<Schema>,
  storage: Storage,
  plan: Plan,
  { accountId, pending: seen, now }: Target,
): Promise<UpdatedForm> {
  const { form, structure, changes } = plan;
  if (structure !== undefined && changes.length > 0) {
    if (form.status === "archived")
      throw new Refusal("invalid_transition", `Form ${form.id} is archived. service_clone_form copies it.`);
    const pending = await keepChanges(transaction, storage, form, { accountId, structure, seen, now });
    return { ...plan, pending };
  }
  await discardChanges(transaction, form, seen);
  return plan;
}

/** @throws Refusal revision_conflict */
export function requireRevision({ id, revision }: Form, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  const difference =
    revision > expected ? `changed since: it is at revision ${revision}` : `only revision ${revision}`;
  throw new Refusal(
    "revision_conflict",
    `Form ${id} has ${difference}, not ${expected}. Read it again with service_get_form, redo the edit on what is there, and send it with expected_revision ${revision}.`,
    { expected_revision: expected, revision },
  );
}

async function store(
  transaction: Transaction<Schema>,
  { budgets }: Storage,
  plan: Plan,
  { now, accountId, tokenId }: Target,
): Promise<Form> {
  const { form, structure, isNewVersion, set } = plan;
  const version = isNewVersion ? form.version + 1 : form.version;
  if (structure && isNewVersion) {
    await insertVersion(transaction, { id: form.id, version }, structure, now);
    await recordAuthor(transaction, { id: form.id, version }, { accountId, tokenId });
    await linkImages(transaction, budgets, { accountId, form, structure }, now);
    await updateChecks(transaction, form.id, structure, plan.toCheck);
    await requireBudget(transaction, budgets, form.owner_id, ["structures"], now);
  }
  if (set.title !== undefined && set.title !== form.title) {
    await recordChange(transaction, form.id, await accountsWithAccess(transaction, form));
  }
  if (set.status === "published") await noteEvent(transaction, form.id, "form.published", now);
  // Dates, limits, choices and the status can free places.
  await hastenJob(transaction, { kind: "waiting_list", subject: form.id }, now);
  return transaction
    .updateTable("forms")
    .set({ ...set, version, revision: form.revision + 1, updated_at: now.toISOString() })
    .where("id", "=", form.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
