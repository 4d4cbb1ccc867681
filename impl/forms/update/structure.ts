import type { FormChange, FormStructure, Warning } from "../../../generated/types.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { closedWarnings } from "../closing-date.ts";
import { compareStructures } from "../edits/compare.ts";
import { outdatedWarnings } from "../edits/outdated-warnings.ts";
import { type AccessibleForm, loadStructure, summarize } from "../forms.ts";
import { structureWarnings } from "../structure/warnings/warnings.ts";
import { countVerified, languagesUsed } from "../verified-responses.ts";
import { BlockedEdit } from "./blocked-edit.ts";
import type { Plan } from "./plan.ts";

/**
 * Replaces the structure by one that satisfies the rules.
 * @throws Refusal breaking_edit_blocked
 */
export async function planStructure(
  queries: Queries,
  form: AccessibleForm,
  structure: FormStructure,
  now: Date,
): Promise<Plan> {
  const before = await loadStructure(queries, form);
  const responseCount = await countVerified(queries, form.id);
  const languages = responseCount === 0 ? [] : await languagesUsed(queries, form.id);
  const changes = compareStructures(before, structure, languages);
  const breaking = changes.filter(({ impact }) => impact === "breaking");
  const edit = { formId: form.id, responseCount, before, after: structure, breaking };
  if (responseCount > 0 && breaking.length > 0) throw new BlockedEdit(edit);
  const explained = responseCount > 0 ? changes.flatMap((change) => explain(change, responseCount)) : [];
  const outdated = outdatedWarnings(before, structure);
  return {
    form,
    responseCount,
    changes,
    warnings:
      changes.length === 0
        ? []
        : [
            ...explained,
            ...closed(form, before, structure, now),
            ...outdated,
            ...structureWarnings(structure),
          ],
    set: summarize(structure),
    structure,
    published: form.status === "published" ? before : undefined,
    isNewVersion: true,
  };
}

/** Warns of an edit that closes a form at once, which publishing warns of in other forms. */
function closed(
  { status }: AccessibleForm,
  before: FormStructure,
  { settings: { closes_at } = {} }: FormStructure,
  now: Date,
): Warning[] {
  const isNew = status === "published" && closes_at !== before.settings?.closes_at;
  return isNew && closes_at !== undefined ? closedWarnings(closes_at, now) : [];
}

/** Explains the effect of a change with impact `warning` on existing responses. */
function explain({ kind, impact, path, message }: FormChange, responseCount: number): Warning[] {
  if (impact !== "warning") return [];
  const soFar = responseCount === 1 ? "The response so far" : `The ${responseCount} responses so far`;
  const [code, meaning] = meanings[kind] ?? ["changed", "were given to the form as it was."];
  return [{ code, message: `${message} ${soFar} ${meaning}`, path }];
}

const meanings: Partial<Record<FormChange["kind"], readonly [code: string, meaning: string]>> = {
  field_added: ["required_added", "cannot have an answer to it."],
  required_changed: ["required_added", "may have no answer to it."],
  condition_changed: [
    "condition_changed",
    "may have been shown it where it is hidden now, or the other way round.",
  ],
  retired: ["retired", "keep their answers to it."],
  restored: ["required_added", "may have no answer to it."],
  ending_changed: ["ending_changed", "may have seen another ending."],
};
