/** What a field keeps when its type changes. */
import type { FieldProperties, FormField } from "../../../generated/types.ts";
import type { Item } from "./draft.ts";

type FieldType = FormField["type"];
type FieldOf<Type extends FieldType, Field = FormField> = Field extends { type: infer Types }
  ? Type extends Types
    ? Field
    : never
  : never;
type OwnProperties<Type extends FieldType> = Record<
  Exclude<keyof FieldOf<Type>, "id" | "type" | "label" | "description" | "visible_if">,
  true
>;

const text = { placeholder: true, required: true, validation: true } as const;
const choice = {
  placeholder: true,
  required: true,
  choices: true,
  allow_other: true,
  shuffle: true,
} as const;
const dated = { required: true, validation: true } as const;

/** What each type has beside the properties of every field. The type makes sure that none is missing. */
const ownProperties: { readonly [Type in FieldType]: OwnProperties<Type> } = {
  short_text: text,
  long_text: text,
  email: text,
  phone: { placeholder: true, required: true, default_country: true },
  url: { placeholder: true, required: true },
  number: { ...text, unit: true },
  date: dated,
  time: dated,
  datetime: dated,
  single_choice: choice,
  dropdown: choice,
  multiple_choice: { required: true, choices: true, allow_other: true, shuffle: true, validation: true },
  yes_no: { required: true },
  consent: { required: true, statement: true, link: true },
  rating: { required: true, max: true },
  scale: { required: true, min: true, max: true, step: true, min_label: true, max_label: true },
  nps: { required: true },
  ranking: { required: true, choices: true, shuffle: true },
  matrix: { required: true, rows: true, columns: true, multiple: true, validation: true },
  file_upload: { required: true, validation: true },
  signature: { required: true },
  statement: {},
  section: {},
};

/** Bounds mean something else in another type, so they go. */
const bounds = new Set(["validation", "min", "max", "step"]);

/** The field with the properties that it has in the type that `set` gives it; another type than the types of fields stays for the schema to judge. */
export function withTypeOf(field: Item, { type }: FieldProperties): Item {
  if (type === undefined || type === field.type || !isType(type)) return field;
  const isText = [type, field.type].every((one) => one === "short_text" || one === "long_text");
  const lost = Object.keys(field).filter(
    (key) => isOwn(key) && (!Object.hasOwn(ownProperties[type], key) || (bounds.has(key) && !isText)),
  );
  const kept = Object.entries(field).filter(([key]) => !lost.includes(key));
  return { ...Object.fromEntries(kept), id: field.id };
}

function isType(type: string): type is FieldType {
  return Object.hasOwn(ownProperties, type);
}

const allOwn = new Set(Object.values(ownProperties).flatMap((properties) => Object.keys(properties)));

function isOwn(key: string): boolean {
  return allOwn.has(key);
}
