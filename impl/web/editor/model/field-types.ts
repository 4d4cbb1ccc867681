/** The types of fields in the editor: what a new field has, and what it keeps when its type changes. */
import type { FormField, Language, LocalizedText, SelectableChoice } from "../../../../generated/types.ts";
import type { FieldType, Words } from "../../../forms/fields/client/client-kind.ts";
import { areAlike, clientKind } from "../../../forms/fields/client/client-kinds.ts";

/** A structure as the editor handles its parts: by name, whatever their type. */
export type Part = Record<string, unknown> & { readonly id: string };

type Say = (key: Parameters<Words>[0], n: number) => string;

/** A field that can be stored as it is. */
export function newField(
  type: FieldType,
  id: string,
  label: string,
  language: Language,
  say: Say,
): FormField {
  const text = (words: string): LocalizedText => ({ [language]: words });
  const own = clientKind(type).fresh?.((key, n) => text(say(key, n)));
  return { id, type, label: text(label), ...own } as FormField;
}

/** A ranking uses every choice, so none of them has a capacity. */
function unlimited(choices: readonly SelectableChoice[]) {
  return choices.map(({ id, label }) => ({ id, label }));
}

/** Properties of both types stay when the type changes; the others are dropped, and what is missing is added. */
export function changeType(field: FormField, type: FieldType, language: Language, say: Say): FormField {
  const fresh = newField(type, field.id, "", language, say);
  const { answer, placeholder } = clientKind(type);
  const hasChoices = "choices" in fresh && "choices" in field;
  const stays: Readonly<Record<string, boolean | undefined>> = {
    type: false,
    description: true,
    visible_if: true,
    max: "max" in fresh && type !== "rating",
    required: answer !== "none",
    placeholder,
    validation: areAlike(field.type, type),
    allow_other: hasChoices && type !== "ranking",
    shuffle: "choices" in fresh,
  };
  const kept = Object.entries(field).filter(([key]) => stays[key] ?? key in fresh);
  const choices = hasChoices && type === "ranking" && { choices: unlimited(field.choices) };
  return { ...fresh, ...Object.fromEntries(kept), ...choices } as FormField;
}
