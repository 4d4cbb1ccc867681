/** Builds a field of the structure from a draft and a shape. */
import { limits } from "../../../generated/limits.ts";
import type { Choice, Condition, FormField, LocalizedText } from "../../../generated/types.ts";
import type { Texts } from "../texts.ts";
import type { Draft } from "./draft.ts";
import { makeIds, slug } from "./ids.ts";
import { isPlural } from "./kind.ts";
import type { ChoiceSource, Shape } from "./shapes.ts";

/** What all fields have. */
interface Base {
  readonly id: string;
  readonly label: LocalizedText;
  readonly description?: LocalizedText;
  readonly required: boolean;
  readonly visible_if?: Condition;
}

/** A field of the given shape, with the bounds, lengths and choices of the draft. */
export function fieldBody(base: Base, draft: Draft, shape: Shape, texts: Texts): FormField {
  const placeholder = draft.placeholder ? { placeholder: texts.fromPrompt(draft.placeholder) } : {};
  switch (shape.type) {
    case "short_text":
    case "long_text":
      return { ...base, type: shape.type, ...placeholder, ...lengths(draft) };
    case "email":
      return { ...base, type: "email", ...placeholder, ...domains(draft) };
    case "phone":
    case "url":
      return { ...base, type: shape.type, ...placeholder };
    case "number":
      return { ...base, type: "number", ...placeholder, ...numbers(draft, shape, texts) };
    case "date":
      return { ...base, type: "date", ...dates(draft, shape) };
    case "datetime":
      return { ...base, type: "datetime", ...dates(draft, { type: "date" }) };
    case "time":
    case "yes_no":
    case "nps":
    case "signature":
      return { ...base, type: shape.type };
    case "rating":
      return { ...base, type: "rating", max: stars(draft, shape.max) };
    case "scale":
      return { ...base, type: "scale", ...scale(draft, shape, texts) };
    case "consent":
      return consent(base, shape, texts);
    case "file_upload":
      return { ...base, type: "file_upload", ...files(draft, shape) };
    case "ranking":
      return { ...base, type: "ranking", choices: choicesOf(shape.choices, texts) };
    case "matrix":
      return {
        ...base,
        type: "matrix",
        rows: choicesOf(shape.rows, texts).slice(0, limits.matrix_rows.max),
        columns: choicesOf(shape.columns, texts).slice(0, limits.matrix_columns.max),
        ...(base.required && { validation: { require_all_rows: true } }),
      };
    case "multiple_choice":
      return {
        ...base,
        type: "multiple_choice",
        ...choosing(draft, shape, texts),
        ...selections(draft, shape.choices.length),
      };
    case "single_choice":
    case "dropdown":
      return { ...base, type: shape.type, ...choosing(draft, shape, texts) };
  }
}

type ShapeWith<Type extends Shape["type"]> = Extract<Shape, { readonly type: Type }>;

/** The lengths of an answer, within the limits of a structure. */
export function lengths({ length }: Draft) {
  if (!length) return {};
  const most = limits.answer_length.max;
  const min = length.min === undefined ? undefined : Math.min(Math.max(Math.floor(length.min), 0), most);
  const max =
    length.max === undefined ? undefined : Math.min(Math.max(Math.floor(length.max), min ?? 1, 1), most);
  return {
    validation: {
      ...(min !== undefined && { min_length: min }),
      ...(max !== undefined && { max_length: max }),
    },
  };
}

function domains(draft: Draft) {
  return draft.domains ? { validation: { allowed_domains: [...new Set(draft.domains)].slice(0, 100) } } : {};
}

function numbers({ bounds, unit }: Draft, shape: ShapeWith<"number">, texts: Texts) {
  const min = bounds?.min ?? shape.min;
  // No age in months is at most 18 because an age in years is.
  const max = bounds?.max ?? (unit === undefined || unit === shape.unit ? shape.max : undefined);
  const validation = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && (min === undefined || max >= min) && { max }),
    ...(shape.integer && { integer: true }),
  };
  return {
    ...((unit ?? shape.unit) && { unit: texts.fromPrompt(unit ?? shape.unit!) }),
    ...(Object.keys(validation).length > 0 && { validation }),
  };
}

/** Leaves out bounds that nothing satisfies, such as "from tomorrow until yesterday". */
function dates(draft: Draft, shape: ShapeWith<"date">) {
  const min = draft.dates?.min ?? shape.min;
  const max = draft.dates?.max ?? shape.max;
  const fits = min === undefined || max === undefined || min === "today" || max === "today" || min <= max;
  return (min || max) && fits ? { validation: { ...(min && { min }), ...(max && { max }) } } : {};
}

/** Three to ten stars. */
function stars({ bounds }: Draft, usual: number): number {
  return Math.min(Math.max(bounds?.max ?? usual, limits.rating_max.min), limits.rating_max.max);
}

function scale({ bounds, ends }: Draft, shape: ShapeWith<"scale">, texts: Texts) {
  const min = clamp(bounds?.min ?? 1);
  const wanted = clamp(bounds?.max ?? 5);
  const [low, high] = shape.ends ?? [];
  return {
    min,
    max: wanted > min ? wanted : min + 1,
    ...(ends && { min_label: texts.choice(ends[0]), max_label: texts.choice(ends[1]) }),
    ...(low && high && !ends && { min_label: texts.fromLexicon((labels) => labels.choices[low]) }),
    ...(low && high && !ends && { max_label: texts.fromLexicon((labels) => labels.choices[high]) }),
  };
}

function clamp(number: number): number {
  return Math.round(Math.min(Math.max(number, -999), 999));
}

/** A consent with a statement of the lexicon, or with the words of the prompt under a neutral label. */
function consent(base: Base, { statement }: ShapeWith<"consent">, texts: Texts): FormField {
  if (statement)
    return { ...base, type: "consent", statement: texts.fromLexicon((labels) => labels.texts[statement]) };
  return {
    ...base,
    type: "consent",
    label: texts.fromLexicon((labels) => labels.texts.agreement),
    statement: base.label,
  };
}

/** "photos" takes several files, "photo" takes one, and "photos (up to 4)" four. */
function files({ label, accept, bounds, maxFiles, maxFileSizeMb }: Draft, shape: ShapeWith<"file_upload">) {
  const kinds = accept ?? shape.accept;
  const counted = (bounds?.max ?? Infinity) <= limits.files_per_field.max ? bounds?.max : undefined;
  const most =
    maxFiles ?? counted ?? countIn(label) ?? (isPlural(label) ? limits.files_per_field.max : undefined);
  const validation = {
    ...(kinds && { accept: [...kinds] }),
    ...(most !== undefined && { max_files: Math.min(Math.max(most, 1), limits.files_per_field.max) }),
    ...(maxFileSizeMb !== undefined && {
      max_file_size_mb: Math.min(Math.max(Math.floor(maxFileSizeMb), 1), limits.file_size_mb.max),
    }),
  };
  return Object.keys(validation).length > 0 ? { validation } : {};
}

/** "last 3 payslips" are three files. */
function countIn(label: string): number | undefined {
  const count = /^(?:\p{L}+ ){0,3}(\d{1,2}) \p{L}/u.exec(label)?.[1];
  return count === undefined ? undefined : Number(count);
}

function choosing(
  { allowOther, marks }: Draft,
  shape: ShapeWith<"single_choice" | "multiple_choice" | "dropdown">,
  texts: Texts,
) {
  return {
    choices: choicesOf(shape.choices, texts).map((choice, index) => {
      const capacity = marks?.[index]?.capacity;
      return capacity === undefined ? choice : { ...choice, capacity };
    }),
    ...((allowOther ?? shape.other) && { allow_other: true }),
  };
}

function selections({ selections: bounds }: Draft, available: number) {
  if (!bounds) return {};
  const min = bounds.min === undefined ? undefined : Math.min(bounds.min, available);
  const max = bounds.max === undefined ? undefined : Math.max(bounds.max, min ?? 1, 1);
  return {
    validation: {
      ...(min !== undefined && { min_selections: min }),
      ...(max !== undefined && { max_selections: Math.min(max, limits.field_choices.max) }),
    },
  };
}

export function choicesOf(choices: readonly ChoiceSource[], texts: Texts): Choice[] {
  const ids = makeIds();
  return choices.slice(0, limits.field_choices.max).map((choice) => {
    if (typeof choice === "string") {
      return { id: ids.unique(choice), label: texts.fromLexicon((labels) => labels.choices[choice]) };
    }
    return { id: ids.unique(slug(choice.text) || "choice"), label: texts.choice(choice.text) };
  });
}
