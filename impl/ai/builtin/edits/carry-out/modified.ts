/** Carries out what modifiers say of a field that is there: "at most 5", "a dropdown". */
import type { FieldProperties, FormField } from "../../../../../generated/types.ts";
import type { Said } from "../../items/draft.ts";
import { type EditContext, impossible } from "../context.ts";

type FieldType = FormField["type"];
type Property = Exclude<keyof Said, "isInclusive" | "condition" | "bounds" | "kind" | "choices" | "capacity">;

const CHOOSING: readonly FieldType[] = ["single_choice", "multiple_choice", "dropdown", "ranking"];
const TEXTS: readonly FieldType[] = ["short_text", "long_text"];

/** The types of field that have a property, and what the modifier means in a structure. */
type Meaning<Value> = readonly [
  types: readonly FieldType[],
  set: (value: Value, type: FieldType) => FieldProperties,
];

/** Fields cannot be given what is missing here. */
const MEANINGS: { readonly [Name in Property]?: Meaning<NonNullable<Said[Name]>> } = {
  integer: [["number"], (integer) => ({ validation: { integer } })],
  length: [TEXTS, ({ min, max }) => ({ validation: { min_length: min, max_length: max } })],
  selections: [["multiple_choice"], selected],
  days: [["date", "datetime"], (days) => ({ validation: { ...days } })],
  maxFiles: [["file_upload"], (max_files) => ({ validation: { max_files } })],
  maxFileSizeMb: [["file_upload"], (max_file_size_mb) => ({ validation: { max_file_size_mb } })],
  accept: [["file_upload"], (accept) => ({ validation: { accept: [...accept] } })],
  allowedDomains: [["email"], (domains) => ({ validation: { allowed_domains: [...domains] } })],
  blockedDomains: [["email"], (domains) => ({ validation: { blocked_domains: [...domains] } })],
  shuffle: [CHOOSING, (shuffle) => ({ shuffle })],
  allowOther: [CHOOSING, (allow_other) => ({ allow_other })],
  several: [CHOOSING, several],
};

/** @param hasChoices whether the field has choices already, or gets some */
export function modified(
  field: FormField,
  { kind, bounds, isInclusive: _, capacity: __, ...others }: Said,
  hasChoices: boolean,
  context: EditContext,
): FieldProperties {
  const type = kind === "image" ? "file_upload" : (kind ?? field.type);
  const isNew = type !== field.type;
  const isOfScale = type === "rating" || type === "scale";
  const parts = [
    ...(bounds && !(isOfScale && isNew) ? [limited(bounds, type)] : []),
    ...Object.entries(others).map(([name, value]) => meant(name, value)),
  ];
  if (parts.includes(undefined))
    throw impossible("edit_no_such_limit", { field: context.labelOf(field), type });
  const validation = Object.assign({}, ...parts.map((part) => part?.validation));
  const retyped = isNew ? { type, ...needed(type, field, bounds, hasChoices, context) } : {};
  return { ...Object.assign(retyped, ...parts), ...(Object.keys(validation).length > 0 && { validation }) };

  function meant(name: string, value: unknown): FieldProperties | undefined {
    const [types, set] = (MEANINGS[name as Property] ?? []) as Partial<Meaning<unknown>>;
    return types?.includes(type) ? set?.(value, field.type) : undefined;
  }
}

function selected({ min, max }: NonNullable<Said["selections"]>): FieldProperties {
  return { validation: { min_selections: min, max_selections: max } };
}

/** "only one" of several choices keeps the type, so that no answer is lost. */
function several(isSeveral: boolean, type: FieldType): FieldProperties {
  if (isSeveral) return type === "multiple_choice" ? {} : { type: "multiple_choice" };
  return type === "multiple_choice" ? { validation: { max_selections: 1 } } : {};
}

/** Bounds without a unit: of a number, or of how many choices are taken. */
function limited(bounds: NonNullable<Said["bounds"]>, type: FieldType): FieldProperties | undefined {
  if (type === "number") return { validation: { ...bounds } };
  return type === "multiple_choice" ? selected(bounds) : undefined;
}

/** What a type needs beside its name. */
function needed(
  type: FieldType,
  field: FormField,
  bounds: Said["bounds"],
  hasChoices: boolean,
  context: EditContext,
): FieldProperties {
  const lacks = CHOOSING.includes(type) ? !hasChoices && !("choices" in field) : hasChoices;
  if (type === "matrix" || lacks)
    throw impossible("edit_needs_choices", { field: context.labelOf(field), type });
  if (type === "rating") return { max: bounds?.max ?? 5 };
  if (type === "scale") return { min: bounds?.min ?? 1, max: bounds?.max ?? 5 };
  return type === "consent" ? { statement: context.labelOf(field) } : {};
}
