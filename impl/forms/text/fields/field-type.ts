/** Tells the type of the field that the line of a question asks for. */
import type { FieldType } from "../../fields/client/client-kind.ts";
import type { Detail, Measure } from "../questions/detail.ts";
import { typeOfHead } from "../questions/label-head.ts";
import { knownLabel, typeOfLabel } from "../questions/labels.ts";
import type { QuestionText } from "../questions/question-text.ts";
import { asksFor } from "../questions/which.ts";
import type { Value } from "../values.ts";
import type { Words } from "../words.ts";

export type BoundDetail = Extract<Detail, { kind: "bound" }>;

const TYPES_BY_MEASURE: Readonly<Partial<Record<Measure, FieldType>>> = {
  characters: "short_text",
  files: "file_upload",
  megabytes: "file_upload",
  stars: "rating",
  choices: "multiple_choice",
};

/** Types of known labels whose bounds are numbers. */
const BOUNDED: ReadonlySet<FieldType> = new Set<FieldType>(["short_text", "long_text", "file_upload"]);

/** Returns the named type; else the only type that fits the choices and details; else the type of a known label. */
export function chooseType(question: QuestionText, words: Words): FieldType {
  const { details, choices, rows } = question;
  const said = details.flatMap((detail) => (detail.kind === "type" ? detail.type : []));
  if (said.includes("dropdown")) return "dropdown";
  if (rows) return "matrix";
  const [first] = said;
  if (first) return first;
  const isCounted = details.some((detail) => detail.kind === "bound" && detail.measure === "choices");
  const isOfSeveral = isCounted || asksFor(question.label, words) === "several";
  if (choices.length > 0) return isOfSeveral ? "multiple_choice" : "single_choice";
  const name = knownLabel(question.label, words);
  const known = name ? typeOfLabel(name) : typeOfHead(question.label, words);
  return detailType(details, known) ?? known ?? "short_text";
}

function detailType(details: readonly Detail[], known: FieldType | undefined): FieldType | undefined {
  const bounds = details.filter((detail) => detail.kind === "bound");
  for (const detail of details) {
    const type = typeOfDetail(detail, bounds);
    if (type === undefined || (type === "scale" && isSaidNumber(details))) continue;
    // Characters of a text, and files.
    const isOfKnown = type === "number" && known !== undefined && BOUNDED.has(known);
    return isOfKnown ? known : type;
  }
  return undefined;
}

function typeOfDetail(detail: Detail, bounds: readonly BoundDetail[]): FieldType | undefined {
  if (detail.kind === "format") return "file_upload";
  if (detail.kind === "end") return "scale";
  if (detail.kind === "unit") return "number";
  if (detail.kind === "count") return TYPES_BY_MEASURE[detail.measure];
  if (detail.kind === "flag") return TYPES_BY_FLAG[detail.flag];
  if (detail.kind === "key") return TYPES_BY_KEY[detail.key];
  if (detail.kind !== "bound") return undefined;
  const { measure, value } = detail;
  if (measure) return TYPES_BY_MEASURE[measure];
  if (value.kind === "today") return "date";
  if (value.kind !== "number") return value.kind;
  return isScale(bounds) ? "scale" : "number";
}

/** Whether another detail than the bounds makes it a number, such as a unit: then no bounds make a scale of it. */
function isSaidNumber(details: readonly Detail[]): boolean {
  return details.some((detail) => detail.kind !== "bound" && typeOfDetail(detail, []) === "number");
}

const TYPES_BY_FLAG: Readonly<Record<string, FieldType>> = {
  integer: "number",
  several: "matrix",
  all_rows: "matrix",
};

const TYPES_BY_KEY: Readonly<Record<string, FieldType>> = {
  unit: "number",
  step: "number",
  statement: "consent",
  link: "consent",
  country: "phone",
  domain: "email",
  blocked: "email",
};

/** `1-5`, `0 to 10`: few steps, from nothing or one. */
function isScale(bounds: readonly BoundDetail[]): boolean {
  const at = (side: "min" | "max") => readNumber(bounds.find((bound) => bound.side === side)?.value);
  const [min, max] = [at("min"), at("max")];
  return (min === 0 || min === 1) && max !== undefined && Number.isInteger(max) && max <= 10;
}

export function readNumber(value: Value | undefined): number | undefined {
  return value?.kind === "number" ? value.number : undefined;
}
