/** Edit commands that add, remove and rename the choices of a field. */
import type { Choice, FormField } from "../../../generated/types.ts";
import { choicesOf } from "../fields/body.ts";
import { makeIds, slug } from "../fields/ids.ts";
import { addChoices, splitChoices } from "../prompt/choices.ts";
import { isSame, unquoted } from "./change.ts";
import { type EditContext, labelOf, refuse } from "./context.ts";
import { findField } from "./find.ts";
import { after, VERBS } from "./verbs.ts";

const NOUN =
  "(?:the |a |an |another |die |eine )?(?:options?|choices?|answers?|optionen|option|auswahl|antwort)";
const ADD = new RegExp(`^${NOUN} (.+?) (?:to|in|for|zu|bei) (.+)$`, "i");
const REMOVE = new RegExp(`^${NOUN} (.+?) (?:from|of|in|aus|von|bei) (.+)$`, "i");
const RENAME = new RegExp(`^${NOUN} (.+?) (?:to|in|zu) (.+?) (?:in|of|bei) (.+)$`, "i");

type FieldWithChoices = Extract<FormField, { choices: Choice[] }>;

/** "Add the option Other to colour", "Add options Red and Blue to colour" */
export function addOptions(instruction: string, context: EditContext): boolean {
  const match = ADD.exec(after(instruction, VERBS.add) ?? "");
  if (!match) return false;
  const field = fieldWithChoices(match[2]!, context);
  const draft = { label: "", choices: [] as string[], allowOther: false };
  addChoices(splitChoices(unquoted(match[1]!), context.grammar), draft, context.grammar);
  const ids = makeIds(field.choices.map(({ id }) => id));
  const added = choicesOf(
    draft.choices.map((text) => ({ text })),
    context.texts,
  );
  field.choices.push(...added.map((choice) => ({ ...choice, id: ids.unique(slug(choice.id) || "choice") })));
  if (draft.allowOther) {
    if (field.type === "ranking") return refuse("A ranking has no answers of one's own.");
    field.allow_other = true;
  }
  context.changes.push(`Added ${match[1]} to "${labelOf(field, context)}".`);
  return true;
}

/** "Remove the option Red from colour" */
export function removeOption(instruction: string, context: EditContext): boolean {
  const match = REMOVE.exec(after(instruction, VERBS.remove) ?? "");
  if (!match) return false;
  const field = fieldWithChoices(match[2]!, context);
  const choice = findChoice(field, match[1]!, context);
  if (field.choices.length < (field.type === "ranking" ? 3 : 2)) {
    return refuse(`"${labelOf(field, context)}" needs more than the choices that would be left.`);
  }
  field.choices = field.choices.filter((other) => other !== choice);
  context.changes.push(`Removed ${match[1]} from "${labelOf(field, context)}".`);
  return true;
}

/** "Rename the option Red to Dark red in colour" */
export function renameOption(instruction: string, context: EditContext): boolean {
  const match = RENAME.exec(after(instruction, VERBS.rename) ?? "");
  if (!match) return false;
  const field = fieldWithChoices(match[3]!, context);
  const choice = findChoice(field, match[1]!, context);
  choice.label = context.texts.choice(unquoted(match[2]!));
  context.changes.push(`Renamed ${match[1]} to ${match[2]} in "${labelOf(field, context)}".`);
  return true;
}

function fieldWithChoices(reference: string, context: EditContext): FieldWithChoices {
  const field = findField(reference, context);
  if (!("choices" in field))
    return refuse(`"${labelOf(field, context)}" has no choices: it is of type ${field.type}.`);
  return field;
}

function findChoice(field: FieldWithChoices, reference: string, context: EditContext): Choice {
  const wanted = unquoted(reference);
  const labels = ({ label }: Choice) => Object.values(label as Record<string, string>);
  const found = field.choices.find((choice) => labels(choice).some((label) => isSame(label, wanted)));
  if (found) return found;
  const known = field.choices.map(({ label, id }) => `"${label[context.form.default_language] ?? id}"`);
  return refuse(`"${labelOf(field, context)}" has no choice "${wanted}". It has: ${known.join(", ")}.`);
}
