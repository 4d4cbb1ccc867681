/** Builds a field of a structure from the flat shape. What it builds is checked by the schema afterwards. */

import { newChoiceId } from "../../forms/operations/new-id.ts";
import type { FlatField, FlatTest } from "./flat-form.ts";

export type Built = Record<string, unknown>;

/** What a field needs of the form around it. */
export interface Surroundings {
  readonly language: string;
  /** Fields that conditions may name, by id and by label in lower case. */
  readonly fields: ReadonlyMap<string, Built>;
}

export function buildField(flat: FlatField, id: string, around: Surroundings): Built {
  const text = (value: string | undefined) =>
    value === undefined ? undefined : { [around.language]: value };
  const field: Built = {
    id,
    type: flat.type,
    label: text(flat.label),
    description: text(flat.help),
    ...(takesPlaceholder.has(flat.type) && { placeholder: text(flat.placeholder) }),
    ...(!["statement", "section"].includes(flat.type) && { required: flat.required }),
    ...ownProperties(flat, around.language),
    ...(flat.show_if !== undefined && {
      visible_if: conditionOf(flat.show_if, around.fields, around.language),
    }),
  };
  return withoutUndefined(field);
}

const takesPlaceholder = new Set(["short_text", "long_text", "email", "phone", "url", "number", "dropdown"]);

function ownProperties(flat: FlatField, language: string): Built {
  const choices = (texts: readonly string[] | undefined) => texts && choicesOf(texts, language);
  const localized = (value: string | undefined) => (value === undefined ? undefined : { [language]: value });
  const bounds = { min: flat.min, max: flat.max };
  switch (flat.type) {
    case "short_text":
    case "long_text": {
      const pattern = { pattern: flat.pattern, pattern_message: localized(flat.pattern_message) };
      return validation({ min_length: flat.min, max_length: flat.max, ...pattern });
    }
    case "email":
      return validation({ allowed_domains: flat.domains });
    case "phone":
      return { default_country: flat.country };
    case "number":
      return {
        unit: localized(flat.unit),
        ...validation({ ...bounds, step: flat.step, integer: flat.integer }),
      };
    case "date":
    case "time":
    case "datetime":
      return validation(bounds);
    case "single_choice":
    case "dropdown":
      return {
        choices: choices(flat.choices),
        allow_other: flat.allow_other,
        shuffle: flat.shuffle,
      };
    case "multiple_choice":
      return {
        choices: choices(flat.choices),
        allow_other: flat.allow_other,
        shuffle: flat.shuffle,
        ...validation({ min_selections: flat.min, max_selections: flat.max }),
      };
    case "ranking":
      return { choices: choices(flat.choices), shuffle: flat.shuffle };
    case "matrix":
      return {
        rows: choices(flat.rows),
        columns: choices(flat.columns),
        multiple: flat.multiple,
        ...(flat.required && validation({ require_all_rows: true })),
      };
    case "consent":
      return { statement: localized(flat.statement ?? flat.label), link: flat.link };
    case "rating":
      return { max: flat.max ?? 5 };
    case "scale": {
      const labels = { min_label: localized(flat.min_label), max_label: localized(flat.max_label) };
      return { min: flat.min ?? 1, max: flat.max ?? 10, step: flat.step, ...labels };
    }
    case "file_upload":
      return validation({ accept: flat.accept, max_files: flat.max_files, max_file_size_mb: flat.max });
    default:
      return {};
  }
}

function validation(parts: Built): Built {
  const present = withoutUndefined(parts);
  return Object.keys(present).length > 0 ? { validation: present } : {};
}

function choicesOf(texts: readonly string[], language: string): Built[] {
  const taken = new Set<string>();
  return texts.map((text, index) => ({
    id: newChoiceId(text, `choice_${index + 1}`, taken),
    label: { [language]: text },
  }));
}

/** The test of a condition, in the ids of the fields and choices that it names. */
function conditionOf(
  tests: FlatTest | readonly FlatTest[],
  fields: ReadonlyMap<string, Built>,
  language: string,
): unknown {
  const all = [tests].flat().map(({ field: name, op, value }) => {
    const field = fields.get(name.toLowerCase());
    if (op === "answered" || op === "empty") return { field: field?.id ?? name, op };
    return { field: field?.id ?? name, op, value: valueFor(field, value, language) };
  });
  return all.length === 1 ? all[0] : { all };
}

/** Models name choices by their texts. */
function valueFor(field: Built | undefined, value: unknown, language: string): unknown {
  if (Array.isArray(value)) return value.map((each) => valueFor(field, each, language));
  const choices = (Array.isArray(field?.choices) ? field.choices : []) as Built[];
  const named = choices.find(
    (choice) => labelIn(choice, language)?.toLowerCase() === String(value).toLowerCase(),
  );
  if (named) return named.id;
  if (field?.type === "yes_no" || field?.type === "consent")
    return value === "yes" || value === "true" ? true : value === "no" || value === "false" ? false : value;
  return value;
}

function labelIn({ label }: Built, language: string): string | undefined {
  return (label as Readonly<Record<string, string>> | undefined)?.[language];
}

export function withoutUndefined(object: Built): Built {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
