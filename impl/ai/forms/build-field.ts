/** Builds a field of a structure from the flat shape. The schema checks the result afterwards. */
import type { Choice, FormField } from "../../../generated/types.ts";
import { newChoiceId } from "../../forms/operations/new-id.ts";
import places from "./field-places.json" with { type: "json" };
import type { FlatChoice, LocalizedField } from "./flat-form.ts";

export type Built = Record<string, unknown>;

/** Maps properties of the flat shape to their places in each field type; properties that a type lacks are dropped. */
const PLACES: Readonly<Record<string, Readonly<Record<string, string>>>> = places;

const DEFAULTS: Readonly<Record<string, Built>> = { rating: { max: 5 }, scale: { min: 1, max: 10 } };

const TAKES_NO_ANSWER: ReadonlySet<string> = new Set(["statement", "section"]);

export function buildField(flat: LocalizedField, id: string, visible_if?: unknown): FormField {
  const { type, label, help: description, required } = flat;
  const said: Built = {
    ...flat,
    statement: flat.statement ?? label,
    choices: flat.choices && buildChoices(flat.choices),
    rows: flat.rows && buildChoices(flat.rows),
    columns: flat.columns && buildChoices(flat.columns),
    require_all_rows: required || undefined,
  };
  const [field, rules]: [Built, Built] = [{ id, type, label, description, visible_if }, {}];
  if (!TAKES_NO_ANSWER.has(type)) field.required = required;
  for (const [part, place] of Object.entries(PLACES[type] ?? {})) {
    const [name = "", rule] = place.split(".");
    const value = said[part] ?? DEFAULTS[type]?.[part];
    if (rule === undefined) field[name] = value;
    else rules[rule] = value;
  }
  const validation = omitUndefined(rules);
  const built = omitUndefined({ ...field, ...(Object.keys(validation).length > 0 && { validation }) });
  return built as Built & FormField;
}

function buildChoices(choices: readonly FlatChoice[]): Choice[] {
  const taken = new Set<string>();
  return choices.map(({ name, label, capacity }, index) => ({
    id: newChoiceId(name, `choice_${index + 1}`, taken),
    label,
    ...(capacity !== undefined && { capacity }),
  }));
}

/** An object without the properties that are undefined. */
export function omitUndefined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  const made: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  return Object.assign(made, Object.fromEntries(entries));
}
