/** Translates a form by the model where an edit without a prompt adds a language. */
import { Refusal } from "@toolwright/runtime";
import type { FormStructure } from "../../../generated/types.ts";
import { runGeneration } from "../../accounts/generation/generation.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { AccessibleForm } from "../forms.ts";
import { lackingTexts } from "../structure/lacking-texts.ts";
import { applyPlan, type Target, type UpdatedForm } from "./apply.ts";
import type { Plan } from "./plan.ts";
import { requireVersion, StructureChanged, type UpdateDependencies } from "./prompt.ts";

/** An edit that adds languages, with the known texts filled in. */
export interface LanguageEdit {
  readonly target: Target;
  readonly form: AccessibleForm;
  readonly stored: FormStructure;
  readonly structure: FormStructure;
  plan(queries: Queries, form: AccessibleForm, structure: FormStructure): Promise<Plan>;
}

/**
 * Stores the edit with the texts that the model translates, which costs one generation, or nothing if it translates none. Undefined:
 * the edit adds no language that lacks a text, or the model, the quota or another edit at the same time prevents it; the edit
 * is then stored without these texts.
 */
export async function storeWithTranslations(
  parts: UpdateDependencies,
  { target, form, stored, structure, plan }: LanguageEdit,
  signal: AbortSignal,
): Promise<UpdatedForm | undefined> {
  const { translateForm, storage } = parts;
  const { accountId } = target;
  const isMore = structure.languages.some((language) => !stored.languages.includes(language));
  const lacking = lackingTexts(structure, stored).length;
  if (translateForm === undefined || !isMore || lacking === 0) return undefined;
  const work = {
    accountId,
    operation: "update_form",
    idempotencyKey: undefined,
    input: structure,
    generate: (aborted: AbortSignal) => translateForm({ accountId, structure, before: stored }, aborted),
    isFree: (made: { readonly structure: FormStructure }) =>
      lackingTexts(made.structure, stored).length === lacking,
    store: (transaction, made, now) =>
      applyPlan(transaction, storage, { ...target, now }, (queries, current) => {
        requireVersion(current, form.version);
        return plan(queries, current, made.structure);
      }),
  } satisfies Parameters<typeof runGeneration<{ readonly structure: FormStructure }, UpdatedForm>>[1];
  try {
    return await runGeneration(parts, work, signal);
  } catch (error) {
    // The edit without a model is refused for the same reason, if it is a reason against the edit.
    if (error instanceof Refusal || error instanceof StructureChanged) return undefined;
    throw error;
  }
}
