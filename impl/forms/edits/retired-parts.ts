/** Compares retired parts. Retiring breaks nothing: earlier answers stay, and only new respondents are not asked. */
import type { Choice, FormChange, FormField, FormStructure } from "../../../generated/types.ts";
import { fieldsIn } from "../answers/expression.ts";
import { conditionTree, formulaTree } from "../answers/expression-trees.ts";
import { placedFields } from "../structure/places.ts";
import { isRetired } from "../structure/retirement.ts";
import { at, change, type Place } from "./change.ts";

/** Compares the retirement of a choice. @param what the choice, row or column in words */
export function compareRetiredChoice(
  before: Choice,
  after: Choice,
  place: Place,
  what: string,
): FormChange[] {
  if (isRetired(before) === isRetired(after)) return [];
  return isRetired(after)
    ? [change("retired", "safe", at(place, "retired"), `${what} is no longer offered; its answers stay.`)]
    : [change("restored", "safe", at(place, "retired"), `${what} is offered again.`)];
}

/** @param named ids that conditions and formulas of the structure after the edit name */
export function compareRetiredField(
  before: FormField,
  after: FormField,
  place: Place,
  named: ReadonlySet<string>,
): FormChange[] {
  if (isRetired(before) === isRetired(after)) return [];
  const where = at(place, "retired");
  if (!isRetired(after)) {
    const isRequired = "required" in after && after.required === true;
    const message = `Asked again${isRequired ? ", with an answer required" : ""}.`;
    return [change("restored", isRequired ? "warning" : "safe", where, message)];
  }
  const message = "No longer asked; its answers stay.";
  if (!named.has(after.id)) return [change("retired", "safe", where, message)];
  const uses = "Conditions or calculations name it: for new responses they take it as not answered.";
  return [change("retired", "warning", where, `${message} ${uses}`)];
}

/** The ids that conditions and formulas name. */
export function namedIds(structure: FormStructure): ReadonlySet<string> {
  const conditions = [
    ...placedFields(structure).map(({ value }) => value.visible_if),
    ...(structure.endings ?? []).map(({ when }) => when),
  ];
  const trees = [
    ...conditions.flatMap((condition) => (condition ? [conditionTree(condition)] : [])),
    ...(structure.calculations ?? []).map(formulaTree),
  ];
  return new Set(trees.flatMap(fieldsIn));
}
