/** Checks one field of a form against a line of the corpus. */
import type { FormField, FormStructure, SelectableChoice } from "../../generated/types.ts";
import { isShownIf } from "./condition-checks.ts";
import { bare, key, readLabel } from "./labels.ts";
import { isRight } from "./score-checks.ts";

/** A line such as `number! age min=18`, taken apart. */
export interface FieldLine {
  readonly types: readonly string[];
  readonly required: boolean | undefined;
  /** Parts of the label; the label must contain one of them. `#id` is a field of the base form. */
  readonly labels: readonly string[];
  readonly attributes: readonly (readonly [string, string])[];
}

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  text: ["short_text", "long_text"],
  choice: ["single_choice", "dropdown"],
};

export function parseFieldLine(line: string): FieldLine {
  const [, kinds = "", mark = "", labels = "", rest = ""] =
    /^([a-z_/*]+)([!?]?) (\S+) ?(.*)$/.exec(line) ?? [];
  if (kinds === "") throw new Error(`cannot read the line "${line}"`);
  return {
    types: kinds.split("/").flatMap((kind) => GROUPS[kind] ?? [kind]),
    required: mark === "" ? undefined : mark === "!",
    labels: labels.split("|").map((label) => key(label)),
    attributes: rest
      .split(" ")
      .filter(Boolean)
      .map((text) => (text === "exact" ? ["exact", labels] : attribute(text))),
  };
}

function attribute(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

export function hasType({ types }: FieldLine, { type }: FormField): boolean {
  return types.includes(type) || types.includes("*");
}

/** A field whose attribute is checked, its properties by name, and the demands of the line. */
interface Subject {
  readonly field: FormField;
  readonly form: FormStructure;
  readonly value: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly validation: Readonly<Record<string, unknown>>;
}

/** Whether a field has an attribute of a line. */
export function hasAttribute(
  field: FormField,
  [name, value]: readonly [string, string],
  form: FormStructure,
): boolean {
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (check === undefined) throw new Error(`no attribute ${name}`);
  const body: Readonly<Record<string, unknown>> = { ...field };
  return check({ field, form, value, body, validation: { ...(body.validation ?? {}) } });
}

const checks: Readonly<Record<string, (subject: Subject) => boolean>> = {
  c: (subject) => isList(subject, "choices"),
  rows: (subject) => isList(subject, "rows"),
  cols: (subject) => isList(subject, "columns"),
  other: (subject) =>
    subject.body.allow_other === true ||
    (subject.value !== "" && labelsIn(subject, "choices").includes(key(subject.value))),
  right: ({ field, value, form }) => isRight(field, value, form),
  shuffle: ({ body }) => body.shuffle === true,
  int: ({ validation }) => validation.integer === true,
  min: ({ validation, body, value }) => String(validation.min ?? body.min) === value,
  max: ({ validation, body, field, value }) => String(validation.max ?? body.max ?? columns(field)) === value,
  minlen: ({ validation, value }) => String(validation.min_length) === value,
  len: ({ validation, value }) => String(validation.max_length) === value,
  pmin: ({ validation, value }) => String(validation.min_selections) === value,
  pmax: ({ validation, value }) => String(validation.max_selections) === value,
  files: ({ validation, value }) => String(validation.max_files) === value,
  mb: ({ validation, value }) => String(validation.max_file_size_mb) === value,
  ext: ({ validation, value }) => value.split(",").every((one) => textsIn(validation.accept).includes(one)),
  dom: ({ validation, value }) => textsIn(validation.allowed_domains).join() === value,
  nodom: ({ validation, value }) => textsIn(validation.blocked_domains).join() === value,
  unit: ({ body, value }) => key(String(Object.values(body.unit ?? {})[0])) === value,
  ends: ({ body, form, value }) =>
    [body.min_label, body.max_label].map((end) => key(readLabel({ label: end ?? {} }, form))).join() ===
    value.split(",").map(key).join(),
  label: isCalled,
  exact: isCalled,
  help: ({ body, value }) => key(JSON.stringify(body.description ?? "")).includes(key(value)),
  place: ({ body, value }) => key(JSON.stringify(body.placeholder ?? "")).includes(key(value)),
  no: ({ field, form, value }) =>
    !key(readLabel(field, form))
      .split(/[^\p{L}\p{N}]+/u)
      .includes(key(value)),
  page: ({ field, form, value }) =>
    form.pages.findIndex(({ fields }) => fields.includes(field)) + 1 === Number(value),
  cap: (subject) => hasCapacities(choicesIn(subject, "choices") ?? [], subject.value),
  if: ({ field, value, form }) => isShownIf(field, value, form),
};

function choicesIn({ body }: Subject, list: "choices" | "rows" | "columns") {
  return body[list] as readonly SelectableChoice[] | undefined;
}

function labelsIn(subject: Subject, list: "choices" | "rows" | "columns"): string[] {
  return (choicesIn(subject, list) ?? []).map((choice) => key(readLabel(choice, subject.form)));
}

/** Whether a list has exactly these labels, or those after a `|`. */
function isList(subject: Subject, list: "choices" | "rows" | "columns"): boolean {
  if (choicesIn(subject, list) === undefined) return false;
  const labels = labelsIn(subject, list).join();
  return subject.value.split("|").some((one) => labels === one.split(",").map(key).join());
}

function isCalled({ field, form, value }: Subject): boolean {
  return value.split("|").some((one) => bare(one) === bare(readLabel(field, form)));
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/** Returns the number of columns. A matrix whose columns are the points of a rating meets the same demand. */
function columns(field: FormField): number | undefined {
  return field.type === "matrix" ? field.columns.length : undefined;
}

/** `5`: one of the choices has five places. `5,5,8`: these have, in this order. */
function hasCapacities(choices: readonly SelectableChoice[], value: string): boolean {
  const capacities = choices.map(({ capacity }) => String(capacity));
  return value.includes(",") ? capacities.join() === value : capacities.includes(value);
}
