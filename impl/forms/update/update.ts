/** Changes a form in one of five ways: by a prompt, a new structure, operations, a status action or a password. */
import type { FormTransition } from "../../../generated/states.ts";
import type { FormGenerator, FormOperation, FormStructure } from "../../../generated/types.ts";
import { invalidInput, invalidInputs } from "../../platform/failures/invalid-input.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { findWritableForm } from "../access.ts";
import { type AccessibleForm, loadStructure } from "../forms.ts";
import { imageWarnings } from "../images.ts";
import { carryOut } from "../operations/carry-out.ts";
import { structureProblems } from "../structure/check.ts";
import { withKnownTexts } from "../structure/lacking-texts.ts";
import { storeWithTranslations } from "./added-languages.ts";
import { applyPlan, type Planner, planNow, requireRevision, type UpdatedForm } from "./apply.ts";
import { overwrittenWarnings } from "./overwritten.ts";
import { planPassword, preparePassword } from "./password.ts";
import type { Plan } from "./plan.ts";
import { editByPrompt, type UpdateDependencies } from "./prompt.ts";
import { planStatus } from "./status.ts";
import { planStructure } from "./structure.ts";

export interface FormUpdate {
  readonly formId: string;
  readonly edit: FormEdit;
  /** Revision that the edit is based on; undefined: any. */
  readonly expectedRevision: number | undefined;
  /**
   * Whether to only report what would change. A dry run is refused like a real edit; it stores nothing and costs
   * nothing.
   */
  readonly dryRun: boolean;
  /** Whether a structure is kept as unpublished changes. */
  readonly keep?: boolean;
  /** Id of the kept changes that the structure contains: they end when it is stored. */
  readonly pending?: string | undefined;
  /** Whether a person agrees that respondents are asked for a secret. */
  readonly acknowledge?: boolean;
  /** Id of the token of the agent that edits; undefined: the account works in the browser. */
  readonly tokenId?: string | undefined;
  /** Used only for an edit by a prompt. */
  readonly idempotencyKey?: string | undefined;
}

export type FormEdit =
  | { readonly prompt: string }
  | { readonly structure: FormStructure }
  | { readonly operations: readonly FormOperation[] }
  | { readonly action: FormTransition }
  | { readonly password: string | null };

/**
 * Changes a form completely or not at all. The edit is planned inside the transaction that stores it, with the form
 * and the responses as they are then.
 *
 * @throws Refusal not_found, forbidden, subscription_inactive, revision_conflict, breaking_edit_blocked,
 * invalid_transition, invalid_input, quota_exceeded, and for prompts generation_failed and prompt_not_understood
 */
export async function updateForm(
  parts: UpdateDependencies,
  accountId: string,
  update: FormUpdate,
  signal: AbortSignal,
): Promise<UpdatedForm & { readonly generator?: FormGenerator }> {
  const { storage, clock } = parts;
  const { formId, edit, expectedRevision, dryRun, keep = false, pending, acknowledge, tokenId } = update;
  // It looks for an earlier call with its key before it compares revisions.
  if ("prompt" in edit) return editByPrompt(parts, accountId, { ...update, prompt: edit.prompt }, signal);
  if (update.idempotencyKey !== undefined)
    throw invalidInput(
      "/idempotency_key",
      "An idempotency_key goes with ai_prompt only. Leave it out; expected_revision keeps other edits from being made twice.",
    );
  const form = await findWritableForm(storage.db, accountId, formId, "edit", clock());
  requireRevision(form, expectedRevision);
  const planner = await prepare();
  const options = { expectedRevision, keep, pending, acknowledge };
  const target = { accountId, tokenId, formId, ...options, now: clock() };
  // The owner's pages translate by a button, which says what that costs; a save of theirs costs nothing.
  const mayTranslate = parts.translateForm !== undefined && tokenId !== undefined && !keep;
  if (mayTranslate && !dryRun && makesStructure(edit)) {
    const stored = await loadStructure(storage.db, form);
    const languageEdit = { target, form, stored, structure: editedStructure(edit, stored), plan: planEdited };
    const translated = await storeWithTranslations(parts, languageEdit, signal);
    if (translated !== undefined) return translated;
  }
  if (dryRun) return planNow(storage.db, target, planner);
  return storage.db.transaction().execute((transaction) => applyPlan(transaction, storage, target, planner));

  async function prepare(): Promise<Planner> {
    if ("action" in edit) return (queries, current, now) => planStatus(queries, current, edit.action, now);
    if (makesStructure(edit)) {
      if ("structure" in edit) requireValid(edit.structure, await loadStructure(storage.db, form));
      return async (queries, current) => {
        const stored = await loadStructure(queries, current);
        return planEdited(queries, current, editedStructure(edit, stored));
      };
    }
    if ("password" in edit) {
      const password = await preparePassword(form, edit.password);
      return (queries, current) => planPassword(queries, current, password);
    }
    throw new Error("An edit by a prompt has its own way");
  }

  function editedStructure(structureEdit: StructureEdit, stored: FormStructure): FormStructure {
    const edited =
      "structure" in structureEdit
        ? structureEdit.structure
        : requireCarriedOut(stored, structureEdit.operations);
    return withKnownTexts(edited, parts.knownTranslation, stored);
  }

  async function planEdited(
    queries: Queries,
    current: AccessibleForm,
    structure: FormStructure,
  ): Promise<Plan> {
    const plan = await planNewStructure(queries, accountId, current, structure, clock());
    const isOnPurpose = expectedRevision !== undefined || !("structure" in edit);
    if (isOnPurpose || plan.changes.length === 0) return plan;
    const edited = { form: current, author: { accountId, tokenId }, now: clock() };
    const stored = await loadStructure(queries, current);
    const lost = await overwrittenWarnings(queries, edited, stored, structure);
    return { ...plan, warnings: [...lost, ...plan.warnings] };
  }
}

type StructureEdit = Extract<FormEdit, { readonly structure: unknown } | { readonly operations: unknown }>;

function makesStructure(edit: FormEdit): edit is StructureEdit {
  return "structure" in edit || "operations" in edit;
}

async function planNewStructure(
  queries: Queries,
  accountId: string,
  form: AccessibleForm,
  structure: FormStructure,
  now: Date,
): Promise<Plan> {
  const plan = await planStructure(queries, form, structure, now);
  if (plan.changes.length === 0) return plan;
  return { ...plan, warnings: [...plan.warnings, ...(await imageWarnings(queries, accountId, structure))] };
}

function requireCarriedOut(structure: FormStructure, operations: readonly FormOperation[]): FormStructure {
  const done = carryOut(structure, operations);
  if ("structure" in done) return done.structure;
  throw invalidInputs("The edit", done.problems);
}

function requireValid(structure: FormStructure, stored: FormStructure): void {
  const problems = structureProblems(structure, stored);
  if (problems.length === 0) return;
  throw invalidInputs(
    "The structure",
    problems.map((problem) => ({ ...problem, path: `/structure${problem.path}` })),
  );
}
