/** Changes a form as a prompt says; costs one generation. */
import { Refusal } from "@toolwright/runtime";
import type { FormGenerator, Warning } from "../../../generated/types.ts";
import { accountById } from "../../accounts/accounts.ts";
import { type GenerationParts, runGeneration } from "../../accounts/generation/generation.ts";
import { requireNewKey } from "../../accounts/generation/idempotency.ts";
import { requireQuota } from "../../accounts/generation/quota.ts";
import { findWritableForm } from "../access.ts";
import { newPhoneCountry, withPhoneCountry } from "../create/home-country.ts";
import { type AccessibleForm, loadStructure } from "../forms.ts";
import type { EditForm, GeneratedForm, TranslationParts } from "../generator.ts";
import { onlyAddsLanguages, withKnownTexts } from "../structure/lacking-texts.ts";
import { requireUsable } from "../structure/usable.ts";
import { applyPlan, type Planner, planNow, requireRevision, type UpdatedForm } from "./apply.ts";
import { planStructure } from "./structure.ts";

/** The services that an edit by a prompt needs. */
export interface UpdateDependencies extends GenerationParts, TranslationParts {
  readonly editForm: EditForm;
}

export interface PromptEdit {
  readonly formId: string;
  readonly prompt: string;
  /** Revision that the edit is based on; undefined: any. */
  readonly expectedRevision: number | undefined;
  /** A dry run is refused like a real edit; it stores nothing and costs nothing. */
  readonly dryRun: boolean;
  /** Whether a person agrees that respondents are asked for a secret. */
  readonly acknowledge?: boolean | undefined;
  /** Id of the token of the agent that edits; undefined: the account works in the browser. */
  readonly tokenId?: string | undefined;
  /** With a key, a repeated call gets the first result. A dry run keeps none, and is refused if the key was used. */
  readonly idempotencyKey?: string | undefined;
}

/** How often the edit is generated again because the structure has changed meanwhile. */
const ATTEMPTS = 3;

/** A generated edit and the version of the structure on which it is based. */
export interface Draft extends GeneratedForm {
  readonly baseVersion: number;
  /** It only adds languages, and no model was asked. */
  readonly isFree?: boolean;
}

/** The structure has changed since the edit was generated. Storing the edit would undo the change. */
export class StructureChanged extends Error {
  override readonly name = "StructureMoved";
}

/** An edit by a prompt costs one generation, unless it is a dry run, fails, is blocked, or adds a language without a model. */
export async function editByPrompt(
  parts: UpdateDependencies,
  accountId: string,
  edit: PromptEdit,
  signal: AbortSignal,
): Promise<UpdatedForm & { readonly generator: FormGenerator }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (edit.dryRun) {
        await requireNewKey(parts.storage, accountId, edit.idempotencyKey);
        const { draft, plan } = await proposeEdit(parts, accountId, edit, signal);
        return { ...plan, generator: draft.generator };
      }
      const generate = (aborted: AbortSignal) => draftEdit(parts, accountId, edit, aborted);
      return await runEdit(parts, accountId, edit, generate, signal);
    } catch (error) {
      if (!(error instanceof StructureChanged)) throw error;
      if (attempt === ATTEMPTS) throw changedTooOften(edit.formId);
    }
  }
}

/** Stores an edit that was generated before; costs one generation. */
export async function applyDraft(
  parts: UpdateDependencies,
  accountId: string,
  edit: PromptEdit & { readonly expectedRevision: number },
  draft: Draft,
  signal: AbortSignal,
) {
  return runEdit(parts, accountId, edit, async () => draft, signal);
}

async function runEdit(
  parts: UpdateDependencies,
  accountId: string,
  { formId, prompt, expectedRevision, acknowledge, tokenId, idempotencyKey }: PromptEdit,
  generate: (aborted: AbortSignal) => Promise<Draft>,
  signal: AbortSignal,
) {
  return runGeneration(
    parts,
    {
      accountId,
      operation: "update_form",
      idempotencyKey,
      // Without a key nothing is compared with it.
      input: { formId, prompt, expectedRevision, ...(acknowledge && { acknowledge }) },
      generate,
      isFree: (draft: Draft, { changes }: UpdatedForm & { readonly generator: FormGenerator }) =>
        changes.length === 0 || (draft.isFree ?? false),
      async store(transaction, draft, now) {
        const target = { accountId, tokenId, formId, expectedRevision, acknowledge, now };
        const updated = await applyPlan(transaction, parts.storage, target, planDraft(draft));
        const form = { ...updated.form, password_hash: null };
        // The result is kept for repeated calls, which need no password and no structure.
        return { ...updated, form, structure: undefined, generator: draft.generator };
      },
    },
    signal,
  );
}

/** Generates an edit, and computes its changes. It spends no unit but requires one, because a model costs money either way. */
export async function proposeEdit(
  parts: UpdateDependencies,
  accountId: string,
  edit: PromptEdit,
  signal: AbortSignal,
) {
  const { storage, clock } = parts;
  await findWritableForm(storage.db, accountId, edit.formId, "edit", clock());
  await requireQuota(storage.db, await accountById(storage.db, accountId), clock());
  const draft = await draftEdit(parts, accountId, edit, signal);
  const plan = await planNow(storage.db, { accountId, ...edit, now: clock() }, planDraft(draft));
  return { draft, plan };
}

async function draftEdit(
  { storage, clock, editForm, knownTranslation }: UpdateDependencies,
  accountId: string,
  { formId, prompt, expectedRevision }: PromptEdit,
  signal: AbortSignal,
): Promise<Draft> {
  const form = await findWritableForm(storage.db, accountId, formId, "edit", clock());
  requireRevision(form, expectedRevision);
  const stored = await loadStructure(storage.db, form);
  const edited = await editForm({ accountId, prompt, structure: stored }, signal);
  requireUsable(edited.structure, stored);
  const known = withKnownTexts(edited.structure, knownTranslation, stored);
  const { time_zone: zone } = await accountById(storage.db, accountId);
  const structure = withPhoneCountry(known, newPhoneCountry(known, zone), stored);
  const isFree = edited.generator.kind === "builtin" && onlyAddsLanguages(edited.structure, stored);
  return { ...edited, structure, isFree, baseVersion: form.version };
}

/** @throws StructureChanged */
export function requireVersion({ version }: AccessibleForm, base: number): void {
  if (version !== base) throw new StructureChanged("The structure has changed while it was edited");
}

function planDraft(draft: Draft): Planner {
  return async (queries, form, now) => {
    requireVersion(form, draft.baseVersion);
    const plan = await planStructure(queries, form, draft.structure, now);
    const warnings = [...draft.warnings, ...plan.warnings, ...(plan.changes.length === 0 ? [unchanged] : [])];
    return { ...plan, toCheck: draft.warnings, warnings };
  };
}

const unchanged: Warning = {
  code: "nothing_changed",
  message: "The form is as it was, and no generation was used. Say it in other words, or send operations.",
};

function changedTooOften(formId: string): Refusal {
  return new Refusal(
    "revision_conflict",
    `Form ${formId} was changed by others again and again while this edit was made. Nothing was applied and no quota used; read the form and try again.`,
  );
}
