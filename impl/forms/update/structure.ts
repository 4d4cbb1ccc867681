import { Refusal } from "@toolwright/runtime";
import type { FormChange, FormStructure, Warning } from "../../../generated/types.ts";
import type { Queries } from "../../storage/storage.ts";
import { compareStructures } from "../edits/compare.ts";
import { type AccessibleForm, structureOf, summaryOf } from "../forms.ts";
import { mentionWarnings } from "../structure/mention-warnings.ts";
import { translationWarnings } from "../structure/texts.ts";
import { countVerified, languagesUsed } from "../verified-responses.ts";
import type { Plan } from "./plan.ts";

/** How many breaking changes a refusal names in its details, and how many in its text. */
const MAX_IN_DETAILS = 100;
const MAX_IN_TEXT = 10;

/**
 * Replaces the structure by one that satisfies the rules.
 * @throws Refusal breaking_edit_blocked
 */
export async function planStructure(
  queries: Queries,
  form: AccessibleForm,
  structure: FormStructure,
): Promise<Plan> {
  const before = await structureOf(queries, form);
  const responseCount = await countVerified(queries, form.id);
  const languages = responseCount === 0 ? [] : await languagesUsed(queries, form.id);
  const changes = compareStructures(before, structure, languages);
  const breaking = changes.filter(({ impact }) => impact === "breaking");
  if (responseCount > 0 && breaking.length > 0) throw blocked(form, responseCount, breaking);
  const explained = responseCount > 0 ? changes.flatMap((change) => explain(change, responseCount)) : [];
  return {
    form,
    responseCount,
    changes,
    warnings:
      changes.length === 0
        ? []
        : [...explained, ...translationWarnings(structure), ...mentionWarnings(structure)],
    set: summaryOf(structure),
    structure,
  };
}

function blocked({ id }: AccessibleForm, responseCount: number, breaking: readonly FormChange[]): Refusal {
  const responses = responseCount === 1 ? "1 verified response" : `${responseCount} verified responses`;
  const lines = breaking.slice(0, MAX_IN_TEXT).map(({ path, message }) => `- ${path}: ${message}`);
  if (breaking.length > MAX_IN_TEXT) lines.push(`- and ${breaking.length - MAX_IN_TEXT} more`);
  const message =
    `Form ${id} has ${responses} that this would break, so nothing was changed:\n${lines.join("\n")}\n` +
    "Leave these changes out, or make them in a copy: service_clone_form.";
  return new Refusal("breaking_edit_blocked", message, {
    response_count: responseCount,
    change_count: breaking.length,
    changes: breaking.slice(0, MAX_IN_DETAILS),
    way_out: "service_clone_form",
  });
}

/** Explains what a change with impact `warning` means for existing responses. */
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
  ending_changed: ["ending_changed", "may have seen another ending."],
};
