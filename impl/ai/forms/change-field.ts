/** Changes some properties of a field and keeps the others, with their translations. */
import { type Built, buildField, labelIn, type Surroundings } from "./build-field.ts";
import type { FlatField } from "./flat-form.ts";
import { readField } from "./read-flat.ts";

/** Which property of a structure's field a flat one becomes. */
const becomes: Readonly<Record<string, string>> = {
  label: "label",
  help: "description",
  placeholder: "placeholder",
  required: "required",
  choices: "choices",
  rows: "rows",
  columns: "columns",
  allow_other: "allow_other",
  shuffle: "shuffle",
  multiple: "multiple",
  unit: "unit",
  min_label: "min_label",
  max_label: "max_label",
  step: "step",
  statement: "statement",
  link: "link",
  country: "default_country",
  show_if: "visible_if",
};

/** Properties of `validation`, by type where one name has several meanings. */
function validationKey(type: string, key: string): string | undefined {
  const bounds: Readonly<Record<string, string>> = {
    short_text: "length",
    long_text: "length",
    multiple_choice: "selections",
  };
  if (key === "min" || key === "max") {
    if (type === "file_upload") return "max_file_size_mb";
    if (type === "rating" || type === "scale") return undefined;
    return bounds[type] ? `${key}_${bounds[type]}` : key;
  }
  if (key === "domains") return "allowed_domains";
  if (key === "step" && type === "scale") return undefined;
  return ["pattern", "pattern_message", "integer", "step", "accept", "max_files"].includes(key)
    ? key
    : undefined;
}

/** Fills in `set` in place. */
export function changeField(
  field: Built,
  set: Readonly<Record<string, unknown>>,
  around: Surroundings,
  problems: string[],
  place: string,
): void {
  const flat = readField(set, `${place}.set`, problems);
  const type = flat.type ?? String(field.type);
  const whole = { ...essentials(field, around.language), ...flat, type } as FlatField;
  const built = buildField(whole, String(field.id), around, field);
  if (type !== field.type) {
    const { label, description, required, visible_if } = field;
    const kept = { label, description, required, visible_if };
    for (const key of Object.keys(field)) delete field[key];
    for (const [key, value] of Object.entries({ ...built, ...defined(kept) })) field[key] = value;
  }
  for (const key of Object.keys(set)) {
    const inValidation = validationKey(type, key);
    if (inValidation === undefined) copy(built, field, becomes[key] ?? key);
    else changeValidation(field, built, inValidation);
  }
}

/** What a field of any type needs to be built. */
function essentials(field: Built, language: string): Partial<FlatField> {
  const labels = (value: unknown) =>
    Array.isArray(value) ? value.map((each: Built) => labelIn(each, language) ?? "") : undefined;
  return defined({
    label: labelIn(field, language),
    choices: labels(field.choices),
    rows: labels(field.rows),
    columns: labels(field.columns),
  }) as Partial<FlatField>;
}

function copy(from: Built, to: Built, key: string): void {
  if (key === "id" || key === "type" || key === "page") return;
  if (from[key] === undefined) delete to[key];
  else to[key] = from[key];
}

function changeValidation(field: Built, built: Built, key: string): void {
  const validation = { ...(field.validation as Built | undefined) };
  copy((built.validation ?? {}) as Built, validation, key);
  if (Object.keys(validation).length > 0) field.validation = validation;
  else delete field.validation;
}

function defined(object: Built): Built {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
