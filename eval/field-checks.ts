/** Checks one field of a form against a line of the corpus. */
import type { Choice, FormField, FormStructure, SelectableChoice } from "../generated/types.ts";
import { isShownIf } from "./condition-checks.ts";
import { fold } from "./fold.ts";
import { isRight } from "./score-checks.ts";

/** A line such as `number! age min=18`, taken apart. */
export interface FieldLine {
  readonly types: readonly string[];
  readonly required: boolean | undefined;
  /** Parts of the label, one of which must be there; `#id`: the field of the base form. */
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

/** Folded, with blanks for `_`. */
export function key(text: string): string {
  return fold(text).replaceAll("_", " ");
}

/** Without the marks around it: `Name:` and `Name *` are the label `Name`. */
function bare(label: string): string {
  return key(label).replace(/^[\s¿¡"'„“«]+|[\s?!.:;*"'“”»]+$/gu, "");
}

export function labelOf(field: { label: object }, form: FormStructure): string {
  return (field.label as Record<string, string>)[form.default_language] ?? "";
}

export function hasLabel(field: FormField, labels: readonly string[], form: FormStructure): boolean {
  const texts = [
    labelOf(field, form),
    field.id,
    "statement" in field ? JSON.stringify(field.statement) : "",
  ].map(key);
  return labels.some((label) =>
    label === "*"
      ? true
      : label.startsWith("#")
        ? field.id === label.slice(1)
        : texts.some((text) => text.includes(label)),
  );
}

export function hasType({ types }: FieldLine, { type }: FormField): boolean {
  return types.includes(type) || types.includes("*");
}

/** Whether a field has an attribute of a line. */
export function hasAttribute(
  field: FormField,
  [name, value]: readonly [string, string],
  form: FormStructure,
): boolean {
  const validation = ("validation" in field ? field.validation : undefined) as
    | Record<string, unknown>
    | undefined;
  const body = field as unknown as Record<string, unknown>;
  const list = (found: readonly Choice[] | undefined) => found?.map((choice) => key(labelOf(choice, form)));
  const same = (found: readonly Choice[] | undefined) =>
    value.split("|").some((one) => list(found)?.join() === one.split(",").map(key).join());
  switch (name) {
    case "c":
      return same(body.choices as Choice[]);
    case "rows":
    case "cols":
      return same(body[name === "rows" ? "rows" : "columns"] as Choice[]);
    case "other":
      return (
        body.allow_other === true ||
        (value !== "" && list(body.choices as Choice[])?.includes(key(value)) === true)
      );
    case "right":
      return isRight(field, value, form);
    case "shuffle":
      return body.shuffle === true;
    case "int":
      return validation?.integer === true;
    case "min":
    case "max":
      return value
        .split("|")
        .includes(String(validation?.[name] ?? body[name] ?? (name === "max" && columns(field))));
    case "minlen":
      return String(validation?.min_length) === value;
    case "len":
      return String(validation?.max_length) === value;
    case "pmin":
    case "pmax":
      return String(validation?.[name === "pmin" ? "min_selections" : "max_selections"]) === value;
    case "files":
      return String(validation?.max_files) === value;
    case "mb":
      return String(validation?.max_file_size_mb) === value;
    case "ext":
      return value.split(",").every((one) => (validation?.accept as string[] | undefined)?.includes(one));
    case "dom":
    case "nodom":
      return (
        (
          validation?.[name === "dom" ? "allowed_domains" : "blocked_domains"] as string[] | undefined
        )?.join() === value
      );
    case "unit":
      return key(String(Object.values((body.unit as object | undefined) ?? {})[0])) === value;
    case "ends":
      return (
        [body.min_label, body.max_label]
          .map((end) => key(labelOf({ label: (end ?? {}) as object }, form)))
          .join() === value.split(",").map(key).join()
      );
    case "label":
    case "exact":
      return value.split("|").some((one) => bare(one) === bare(labelOf(field, form)));
    case "help":
    case "place":
      return key(JSON.stringify(body[name === "help" ? "description" : "placeholder"] ?? "")).includes(
        key(value),
      );
    case "no":
      return !`${key(labelOf(field, form))} `
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .split(" ")
        .includes(key(value));
    case "page":
      return form.pages.findIndex(({ fields }) => fields.includes(field)) + 1 === Number(value);
    case "cap":
      return hasCapacities((body.choices as SelectableChoice[] | undefined) ?? [], value);
    case "if":
      return isShownIf(field, value, form);
    default:
      throw new Error(`no attribute ${name}`);
  }
}

/** A matrix whose columns are the points of a rating asks for the same. */
function columns(field: FormField): number | undefined {
  return field.type === "matrix" ? field.columns.length : undefined;
}

/** `5`: one of the choices has five places. `5,5,8`: these have, in this order. */
function hasCapacities(choices: readonly SelectableChoice[], value: string): boolean {
  const capacities = choices.map(({ capacity }) => String(capacity));
  return value.includes(",") ? capacities.join() === value : capacities.includes(value);
}
