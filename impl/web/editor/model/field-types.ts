/** Creates fields in the editor, and changes their types. */
import type { FormField, Language, LocalizedText, SelectableChoice } from "../../../../generated/types.ts";
import type { FieldType, Words } from "../../../forms/fields/client/client-kind.ts";
import { areAlike, clientKind } from "../../../forms/fields/client/client-kinds.ts";

/** A part of a structure whose properties the editor reads by name, independent of its type. */
export type Part = Record<string, unknown> & { readonly id: string };

type Say = (key: Parameters<Words>[0], n: number) => string;

/** Creates a valid field. */
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

/**
 * Gives the country of the other phone questions to a field that has become one of them.
 * @param otherwise the country if no other question has one
 */
export function withCountry(field: FormField, all: readonly FormField[], otherwise?: string): FormField {
  if (field.type !== "phone" || field.default_country !== undefined) return field;
  const country = all.map((one) => one.type === "phone" && one.default_country).find(Boolean) || otherwise;
  return country === undefined ? field : { ...field, default_country: country };
}

/** Removes capacities: a ranking uses every choice. */
function removeCapacities(choices: readonly SelectableChoice[]) {
  return choices.map(({ id, label }) => ({ id, label }));
}

function removePictures(choices: readonly SelectableChoice[]) {
  return choices.map(({ image: _, ...choice }) => choice);
}

/** Changes the type of a field. Properties of both types stay, others are dropped, and missing ones are added. */
export function changeType(field: FormField, type: FieldType, language: Language, say: Say): FormField {
  const fresh = newField(type, field.id, "", language, say);
  const { answer, placeholder } = clientKind(type);
  const hasChoices = "choices" in fresh && "choices" in field;
  const stays: Readonly<Record<string, boolean | undefined>> = {
    type: false,
    description: true,
    image: true,
    visible_if: true,
    max: "max" in fresh && type !== "rating",
    required: answer !== "none",
    placeholder,
    validation: areAlike(field.type, type),
    allow_other: hasChoices && type !== "ranking",
    shuffle: "choices" in fresh,
  };
  const kept = Object.entries(field).filter(([key]) => stays[key] ?? key in fresh);
  const choices = hasChoices && {
    ...(type === "ranking" && { choices: removeCapacities(field.choices) }),
    ...(type === "dropdown" && { choices: removePictures(field.choices) }),
  };
  return { ...fresh, ...Object.fromEntries(kept), ...choices } as FormField;
}
