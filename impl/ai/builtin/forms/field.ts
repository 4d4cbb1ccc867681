/** Makes a field of the structure from a draft, by way of the flat shape in which models write fields, too. */
import { limits } from "../../../../generated/limits.ts";
import type { FormField } from "../../../../generated/types.ts";
import { newIdFrom } from "../../../forms/operations/new-id.ts";
import { buildField } from "../../forms/build-field.ts";
import type { FlatChoice, LocalizedField } from "../../forms/flat-form.ts";
import type { Draft } from "../items/draft.ts";
import type { Decided } from "../items/shape.ts";
import type { ChoiceSource, Shape } from "../items/shapes.ts";
import type { Choice } from "../reading/lexicon.ts";
import { listNames, type Texts } from "./texts.ts";

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
  const worded = (words: string | undefined) => (words === undefined ? undefined : texts.fromPrompt(words));
  const flat: LocalizedField = {
    type: shape.type,
    ...labels(draft, shape, texts),
    help: worded(draft.description),
    placeholder: worded(draft.placeholder),
    required: draft.required ?? (isRequired && !shape.optional),
    ...rangeOf(draft, shape),
    unit: worded(draft.unit ?? shape.unit),
    integer: (draft.integer ?? shape.integer) || undefined,
    choices: shape.choices && choices(shape.choices, texts, draft).slice(0, limits.field_choices.max),
    rows: shape.rows && choices(shape.rows, texts).slice(0, limits.matrix_rows.max),
    columns: shape.columns && choices(shape.columns, texts).slice(0, limits.matrix_columns.max),
    multiple: draft.several,
    allow_other: draft.allowOther ?? shape.other,
    shuffle: draft.shuffle,
    accept: draft.accept ?? shape.accept,
    max_files: filesOf(draft),
    domains: domains(draft.allowedDomains),
    blocked_domains: domains(draft.blockedDomains),
  };
  // Concepts have the same id in every language.
  const name = draft.concept?.isWhole ? draft.concept.concept : draft.label;
  return buildField(flat, newIdFrom(name, `field_${shape.type}`, ids));
}

/** The label in the prompt's own words, with that of the concept in other languages; a statement, and the ends of a scale. */
function labels({ concept, label: words, ends }: Draft, usual: Shape, texts: Texts) {
  const label = concept?.isWhole
    ? texts.fromLexicon(({ fields }) => fields[concept.concept], words)
    : texts.fromPrompt(words);
  const { statement, ends: [low, high] = [] } = usual;
  if (statement) return { label, statement: texts.fromLexicon((known) => known.texts[statement]) };
  // What is agreed to stands under a neutral label.
  if (usual.type === "consent")
    return { label: texts.fromLexicon((known) => known.texts.agreement), statement: label };
  if (ends) return { label, min_label: texts.choice(ends[0]), max_label: texts.choice(ends[1]) };
  if (!low || !high) return { label };
  const end = (choice: Choice) => texts.fromLexicon((known) => known.choices[choice]);
  return { label, min_label: end(low), max_label: end(high) };
}

interface Range {
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
}

/** How low the lowest and the highest of a type may be, and how high both. */
const LIMITS: Readonly<Partial<Record<Shape["type"], readonly [min: number, max: number, most: number]>>> = {
  short_text: [0, 1, limits.answer_length.max],
  long_text: [0, 1, limits.answer_length.max],
  multiple_choice: [0, 1, limits.field_choices.max],
  rating: [0, limits.rating_max.min, limits.rating_max.max],
  scale: [-1000, -1000, 1000],
  file_upload: [1, 1, limits.file_size_mb.max],
};

/** What the prompt says of the lowest and the highest, in the part of the draft that the type has. */
function saidRange({ bounds, days, length, selections, maxFileSizeMb }: Draft, type: Shape["type"]): Range {
  if (type === "file_upload") return { max: maxFileSizeMb };
  if (/text$/.test(type)) return length ?? {};
  if (/^date/.test(type)) return days ?? {};
  if (type === "time") return {};
  return (type === "multiple_choice" ? selections : bounds) ?? {};
}

/** The lowest and the highest, of the prompt, else the usual ones; what no answer satisfies is left out. */
function rangeOf(draft: Draft, usual: Shape): Range {
  const said = saidRange(draft, usual.type);
  const known: Range = usual.type === "scale" ? { min: 1, max: 5 } : { min: usual.min, max: usual.max };
  // An age in months may be over 120.
  const isOther = draft.unit !== undefined && draft.unit !== usual.unit;
  const [least, most, highest] = LIMITS[usual.type] ?? [-Infinity, -Infinity, Infinity];
  const within = (value: Range["min"], low: number) =>
    typeof value === "number" && LIMITS[usual.type]
      ? Math.min(Math.max(Math.floor(value), low), highest)
      : value;
  const both = (range: Range) => ({ min: within(range.min, least), max: within(range.max, most) });
  return (
    [{ min: said.min ?? known.min, max: said.max ?? (isOther ? undefined : known.max) }, said, known]
      .map(both)
      .find((range) => isPossible(range, usual)) ?? {}
  );
}

function isPossible({ min, max }: Range, { type, choices = [] }: Shape): boolean {
  if (type === "multiple_choice" && Number(min) > choices.length) return false;
  if (type === "scale") return Number(min) < Number(max);
  return min === undefined || max === undefined || min === "today" || max === "today" || min <= max;
}

function filesOf({ maxFiles, bounds }: Draft): number | undefined {
  const most = maxFiles ?? bounds?.max;
  return most === undefined ? undefined : Math.min(Math.max(Math.floor(most), 1), limits.files_per_field.max);
}

function domains(texts: readonly string[] | undefined): string[] | undefined {
  return texts && [...new Set(texts)].slice(0, 100);
}

/** @param draft its choices may have places */
function choices(sources: readonly ChoiceSource[], texts: Texts, draft: Partial<Draft> = {}): FlatChoice[] {
  return sources.map((source, index) => {
    if (typeof source === "string")
      return { name: source, label: texts.fromLexicon((known) => known.choices[source]) };
    const capacity = draft.choices?.[index]?.capacity ?? (draft.choices && draft.capacity);
    return { name: source.text, label: texts.choice(choiceCase(source.text)), capacity };
  });
}

/** "meat" is shown as "Meat"; names such as "iPhone" stay. */
function choiceCase(text: string): string {
  return /^\p{Ll}+(?:$|[ ,/-])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

const CHOOSING = "single_choice multiple_choice dropdown";
/** What only some types of field have: the part of a draft, in words for a warning, and the types. */
const ONLY: readonly (readonly [part: keyof Draft, what: string, types: string])[] = [
  ["price", "the price", ""],
  ["length", "the length", "short_text long_text"],
  ["selections", "the number of choices", "multiple_choice"],
  ["unit", "the unit", "number"],
  ["accept", "the kinds of file", "file_upload"],
  ["allowedDomains", "the domain", "email"],
  ["blockedDomains", "the domain", "email"],
  ["days", "the days", "date datetime"],
  ["capacity", "the places", CHOOSING],
  ["bounds", "the numbers", `number rating scale nps file_upload ${CHOOSING}`],
];

/** @returns the parts of a draft that its field cannot have, or not as far, in words for a warning */
export function unusedParts(draft: Draft, { shape }: Pick<Decided, "shape">): string {
  // "max. 10 people" may be both: places, or a number.
  const isEither = draft.capacity !== undefined && draft.bounds !== undefined;
  const unused = ONLY.filter(
    ([part, , types]) => draft[part] !== undefined && !types.split(" ").includes(shape.type),
  ).filter(([part]) => !isEither || (part !== "capacity" && part !== "bounds"));
  const said = saidRange(draft, shape.type);
  const { min, max } = rangeOf(draft, shape);
  const files = shape.type === "file_upload" ? (draft.maxFiles ?? draft.bounds?.max) : undefined;
  const isCut = (said.min ?? min) !== min || (said.max ?? max) !== max || files !== (files && filesOf(draft));
  return listNames([...unused.map(([, what]) => what), ...(isCut ? ["so high or low a number"] : [])]);
}
