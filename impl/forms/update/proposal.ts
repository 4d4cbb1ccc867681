/** Edits by a prompt in two steps: a proposal shows what would change, and applying it stores exactly that. */
import { Refusal } from "@toolwright/runtime";
import type { FormChange, FormGenerator, Warning } from "../../../generated/types.ts";
import type { SealedValues } from "../../platform/signing/sealed-values.ts";
import { newSecretLabels } from "../structure/warnings/secret-fields.ts";
import type { UpdatedForm } from "./apply.ts";
import { applyDraft, type Draft, proposeEdit, type UpdateDependencies } from "./prompt.ts";

/** A generated edit that was shown and not applied yet. */
export interface ProposedEdit {
  readonly accountId: string;
  readonly formId: string;
  readonly prompt: string;
  readonly revision: number;
  readonly draft: Draft;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export type Proposals = SealedValues<ProposedEdit>;

const LIFETIME_MS = 3_600_000;

export interface ShownProposal {
  readonly changes: readonly FormChange[];
  readonly warnings: readonly Warning[];
  readonly generator: FormGenerator;
  /** Labels of the questions that a second yes is for: they ask for a secret, and would be public at once. */
  readonly secrets: readonly string[];
  /** Applies exactly these changes. Its holder cannot read the structure: that costs a generation. */
  readonly sealed: string;
}

/**
 * Returns the changes that a prompt would make. Like a dry run it costs no generation, but requires that one is left. @throws
 * Refusal as `updateForm` for prompts
 */
export async function proposeByPrompt(
  parts: UpdateDependencies,
  proposals: Proposals,
  accountId: string,
  {
    formId,
    prompt,
    revision,
  }: { readonly formId: string; readonly prompt: string; readonly revision: number },
  signal: AbortSignal,
): Promise<ShownProposal> {
  // The user who applies it agrees to the shown changes.
  const edit = { formId, prompt, expectedRevision: revision, dryRun: true, acknowledge: true };
  const { draft, plan } = await proposeEdit(parts, accountId, edit, signal);
  const until = parts.clock().getTime() + LIFETIME_MS;
  return {
    changes: plan.changes,
    warnings: plan.warnings,
    secrets: plan.form.status === "published" ? newSecretLabels(draft.structure, plan.published) : [],
    generator: draft.generator,
    sealed: proposals.seal({ accountId, formId, prompt, revision, draft, until }),
  };
}

/** @throws Refusal invalid_input for a proposal of another account or form, or one that is too old */
export function openProposal(
  proposals: Proposals,
  accountId: string,
  formId: string,
  sealed: string,
  now: Date,
): ProposedEdit {
  const proposal = proposals.open(sealed);
  if (proposal?.accountId === accountId && proposal.formId === formId && proposal.until > now.getTime())
    return proposal;
  throw new Refusal(
    "invalid_input",
    "This proposal is too old or belongs to another form. Ask for a new one.",
  );
}

/**
 * Stores a proposed edit; costs one generation.
 * @throws Refusal as `updateForm` for prompts; revision_conflict if the form has changed since the proposal
 */
export async function applyProposal(
  parts: UpdateDependencies,
  proposals: Proposals,
  accountId: string,
  {
    formId,
    sealed,
    acknowledge,
  }: { readonly formId: string; readonly sealed: string; readonly acknowledge: boolean },
  signal: AbortSignal,
): Promise<UpdatedForm> {
  const { prompt, revision, draft } = openProposal(proposals, accountId, formId, sealed, parts.clock());
  const edit = { formId, prompt, expectedRevision: revision, dryRun: false, acknowledge };
  return applyDraft(parts, accountId, edit, draft, signal);
}
