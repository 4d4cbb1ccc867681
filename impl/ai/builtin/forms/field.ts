/** Makes a field of the structure from a draft. */
import { limits } from "../../../../generated/limits.ts";
import type { Choice, Condition, FormField, LocalizedText } from "../../../../generated/types.ts";
import { newChoiceId, newIdFrom } from "../../../forms/operations/new-id.ts";
import { type Bounds, type Draft, definedOnly } from "../items/draft.ts";
import type { Decided } from "../items/shape.ts";
import type { ChoiceSource, Shape } from "../items/shapes.ts";
import { listed, type Texts } from "./texts.ts";

/** What all fields have. */
interface Base {
  readonly id: string;
  readonly label: LocalizedText;
  readonly description?: LocalizedText;
  readonly required: boolean;
  readonly visible_if?: Condition;
}

export interface FieldContext {
  readonly texts: Texts;
  /** The ids that other fields have; the new one is added. */
  readonly ids: Set<string>;
  /** Whether a field that says nothing else needs an answer. */
  readonly isRequired?: boolean;
}

/** @returns a field; conditions are set by the caller, who knows the other fields */
export function makeField(draft: Draft, { shape }: Pick<Decided, "shape">, context: FieldContext): FormField {
  const { texts, ids, isRequired = true } = context;
  const required = draft.required ?? (isRequired && shape.optional !== true);
  const base: Base = {
    id: newIdFrom(idSource(draft), `field_${shape.type}`, ids),
    label: labelOf(draft, texts),
    ...(draft.description && { description: texts.fromPrompt(draft.description) }),
    required,
  };
  return body(base, draft, shape, texts);
}

/** Concepts have the same id in every language. */
function idSource({ concept, label }: Draft): string {
  return concept?.isWhole ? concept.concept : label;
}

/** The prompt's own words, with the label of the concept in other languages. */
function labelOf({ concept, label }: Draft, texts: Texts): LocalizedText {
  if (!concept?.isWhole) return texts.fromPrompt(label);
  return texts.fromLexicon((labels) => labels.fields[concept.concept], label);
}

function body(base: Base, draft: Draft, shape: Shape, texts: Texts): FormField {
  const placeholder = draft.placeholder ? { placeholder: texts.fromPrompt(draft.placeholder) } : {};
  switch (shape.type) {
    case "short_text":
    case "long_text":
      return { ...base, type: shape.type, ...placeholder, ...validation(lengths(draft)) };
    case "email":
      return { ...base, type: "email", ...placeholder, ...validation(domains(draft)) };
    case "phone":
    case "url":
      return { ...base, type: shape.type, ...placeholder };
    case "number":
      return { ...base, type: "number", ...placeholder, ...numbers(draft, shape, texts) };
    case "date":
    case "datetime":
      return { ...base, type: shape.type, ...validation(days(draft, shape)) };
    case "time":
    case "yes_no":
    case "nps":
    case "signature":
      return { ...base, type: shape.type };
    case "rating":
      return { ...base, type: "rating", max: clamp(draft.bounds?.max ?? shape.max, limits.rating_max) };
    case "scale":
      return { ...base, type: "scale", ...scale(draft, shape, texts) };
    case "consent":
      return consent(base, shape, texts);
    case "file_upload":
      return { ...base, type: "file_upload", ...validation(files(draft, shape)) };
    default:
      return choosing(base, draft, shape, texts);
  }
}

type ShapeWith<Type extends Shape["type"]> = Extract<Shape, { readonly type: Type }>;
type Choosing = ShapeWith<"ranking" | "matrix" | "multiple_choice" | "single_choice" | "dropdown">;

function choosing(base: Base, draft: Draft, shape: Choosing, texts: Texts): FormField {
  if (shape.type === "ranking") return { ...base, type: "ranking", choices: choicesOf(shape.choices, texts) };
  if (shape.type === "matrix")
    return {
      ...base,
      type: "matrix",
      rows: choicesOf(shape.rows, texts).slice(0, limits.matrix_rows.max),
      columns: choicesOf(shape.columns, texts).slice(0, limits.matrix_columns.max),
      ...(draft.several && { multiple: true }),
      ...(base.required && { validation: { require_all_rows: true } }),
    };
  const choices = choicesOf(shape.choices, texts).map((choice, index) => {
    const capacity = draft.choices?.[index]?.capacity ?? (draft.choices ? draft.capacity : undefined);
    return capacity === undefined ? choice : { ...choice, capacity };
  });
  const more = {
    choices,
    ...((draft.allowOther ?? shape.other) && { allow_other: true }),
    ...(draft.shuffle && { shuffle: true }),
  };
  if (shape.type !== "multiple_choice") return { ...base, type: shape.type, ...more };
  return { ...base, type: "multiple_choice", ...more, ...validation(selections(draft, choices.length)) };
}

/** The property `validation`, if there is anything in it. */
function validation<T extends object>(rules: T): { validation?: T } {
  return Object.keys(rules).length > 0 ? { validation: rules } : {};
}

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(Math.max(Math.floor(value), min), max);
}

function lengths({ length }: Draft) {
  const most = limits.answer_length.max;
  const min = length?.min === undefined ? undefined : clamp(length.min, { min: 0, max: most });
  const max =
    length?.max === undefined ? undefined : clamp(length.max, { min: Math.max(min ?? 1, 1), max: most });
  return definedOnly({ min_length: min, max_length: max });
}

function domains({ allowedDomains, blockedDomains }: Draft) {
  return definedOnly({
    allowed_domains: domainList(allowedDomains),
    blocked_domains: domainList(blockedDomains),
  });
}

function domainList(texts: readonly string[] | undefined): string[] | undefined {
  return texts && [...new Set(texts)].slice(0, 100);
}

function numbers(draft: Draft, shape: ShapeWith<"number">, texts: Texts) {
  const unit = draft.unit ?? shape.unit;
  const min = draft.bounds?.min ?? shape.min;
  // An age in months may be over 120.
  const usual = draft.unit === undefined || draft.unit === shape.unit ? shape.max : undefined;
  const max = draft.bounds?.max ?? usual;
  const integer = draft.integer ?? shape.integer;
  const isPossible = min === undefined || max === undefined || max >= min;
  return {
    ...(unit !== undefined && { unit: texts.fromPrompt(unit) }),
    ...validation(definedOnly({ min: isPossible ? min : undefined, max, integer: integer || undefined })),
  };
}

/** Leaves out bounds that no day satisfies. */
function days(draft: Draft, shape: Shape) {
  const usual: NonNullable<Draft["days"]> =
    shape.type === "date" ? definedOnly({ min: shape.min, max: shape.max }) : {};
  const { min, max } = draft.days ?? usual;
  const isPossible = !min || !max || min === "today" || max === "today" || min <= max;
  return isPossible ? definedOnly({ min, max }) : {};
}

const SCALE = { min: -999, max: 999 };

function scale({ bounds, ends }: Draft, shape: ShapeWith<"scale">, texts: Texts) {
  const min = clamp(bounds?.min ?? 1, SCALE);
  const wanted = clamp(bounds?.max ?? 5, SCALE);
  const [low, high] = shape.ends ?? [];
  const usual = low &&
    high && {
      min_label: texts.fromLexicon(({ choices }) => choices[low]),
      max_label: texts.fromLexicon(({ choices }) => choices[high]),
    };
  return {
    min,
    max: wanted > min ? wanted : min + 1,
    ...(ends ? { min_label: texts.choice(ends[0]), max_label: texts.choice(ends[1]) } : usual),
  };
}

/** A consent with a statement of the lexicon, or with the words of the prompt under a neutral label. */
function consent(base: Base, { statement }: ShapeWith<"consent">, texts: Texts): FormField {
  if (statement)
    return { ...base, type: "consent", statement: texts.fromLexicon((labels) => labels.texts[statement]) };
  const label = texts.fromLexicon((labels) => labels.texts.agreement);
  return { ...base, type: "consent", label, statement: base.label };
}

function files({ accept, bounds, maxFiles, maxFileSizeMb }: Draft, shape: ShapeWith<"file_upload">) {
  const most = maxFiles ?? bounds?.max;
  return definedOnly({
    accept: accept || shape.accept ? [...(accept ?? shape.accept ?? [])] : undefined,
    max_files: most === undefined ? undefined : clamp(most, { min: 1, max: limits.files_per_field.max }),
    max_file_size_mb:
      maxFileSizeMb === undefined
        ? undefined
        : clamp(maxFileSizeMb, { min: 1, max: limits.file_size_mb.max }),
  });
}

function selections({ selections: wanted }: Draft, available: number) {
  return definedOnly(wanted ? counted(wanted, available) : {});
}

function counted({ min, max }: Bounds, available: number) {
  const least = min === undefined ? undefined : Math.min(min, available);
  return {
    min_selections: least,
    max_selections:
      max === undefined ? undefined : clamp(max, { min: least ?? 1, max: limits.field_choices.max }),
  };
}

function choicesOf(choices: readonly ChoiceSource[], texts: Texts): Choice[] {
  const ids = new Set<string>();
  return choices.slice(0, limits.field_choices.max).map((choice) =>
    typeof choice === "string"
      ? {
          id: newChoiceId(choice, "choice", ids),
          label: texts.fromLexicon((labels) => labels.choices[choice]),
        }
      : { id: newChoiceId(choice.text, "choice", ids), label: texts.choice(choiceCase(choice.text)) },
  );
}

/** "meat" is shown as "Meat"; names such as "iPhone" stay. */
function choiceCase(text: string): string {
  return /^\p{Ll}+(?:$|[ ,/-])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** What only some types of field have: the words for a warning, whether a draft says it, and the types. */
const ONLY: readonly (readonly [what: string, isSaid: (draft: Draft) => boolean, types: string])[] = [
  ["the price", ({ price }) => price !== undefined, ""],
  ["the length", ({ length }) => length !== undefined, "short_text long_text"],
  ["the number of choices", ({ selections }) => selections !== undefined, "multiple_choice"],
  ["the unit", ({ unit }) => unit !== undefined, "number"],
  ["the kinds of file", ({ accept }) => accept !== undefined, "file_upload"],
  ["the domain", ({ allowedDomains, blockedDomains }) => !!(allowedDomains ?? blockedDomains), "email"],
  ["the days", ({ days }) => days !== undefined, "date datetime"],
  [
    "the places",
    ({ capacity, bounds }) => capacity !== undefined && !bounds,
    "single_choice multiple_choice dropdown",
  ],
  [
    "the numbers",
    ({ bounds, capacity }) => bounds !== undefined && capacity === undefined,
    "number rating scale nps file_upload dropdown single_choice multiple_choice",
  ],
];

/** Whether a field can have fewer files, or smaller ones, than a draft says. */
function isCut({ bounds, maxFiles = bounds?.max ?? 1, maxFileSizeMb = 1 }: Draft): boolean {
  return maxFiles > limits.files_per_field.max || maxFileSizeMb > limits.file_size_mb.max;
}

/** @returns the parts of a draft that its field cannot have, in words for a warning */
export function unusedParts(draft: Draft, { type }: FormField): string {
  const unused = ONLY.filter(([, isSaid, types]) => isSaid(draft) && !types.split(" ").includes(type));
  const cut = type === "file_upload" && isCut(draft) ? ["so many or so large files"] : [];
  return listed([...unused.map(([what]) => what), ...cut]);
}
