/** A field of a form text as structures have it, but for its id. */
import type { LocalizedText } from "../../../../generated/types.ts";
import { newChoiceId } from "../../operations/new-id.ts";
import type { ChoiceText } from "../questions/choices.ts";
import type { FieldDraft } from "./field.ts";

type ToText = (value: string) => LocalizedText;

export function localizedField(draft: FieldDraft, text: ToText): object {
  const { type, label, help, choices, rows } = draft;
  const validation = { ...draft.validation };
  if (typeof validation.pattern_message === "string")
    validation.pattern_message = text(validation.pattern_message);
  const named = type === "matrix" ? "columns" : "choices";
  return {
    type,
    label: text(label),
    ...(help !== undefined && { description: text(help) }),
    ...(draft.isRequired && { required: true }),
    // An optional email is not the address of the respondent.
    ...(draft.isRequired === false && type === "email" && { required: false }),
    ...Object.fromEntries(Object.entries(draft.texts).map(([name, value]) => [name, text(value)] as const)),
    ...draft.properties,
    ...(choices.length > 0 && { [named]: localizedChoices(choices, text) }),
    ...(rows.length > 0 && { rows: localizedChoices(rows, text) }),
    ...(Object.keys(validation).length > 0 && { validation }),
  };
}

function localizedChoices(choices: readonly ChoiceText[], text: ToText): object[] {
  const taken = new Set<string>();
  return choices.map(({ text: label, capacity }, index) => ({
    id: newChoiceId(label, `choice_${index + 1}`, taken),
    label: text(label),
    ...(capacity !== undefined && { capacity }),
  }));
}
