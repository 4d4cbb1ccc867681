/** Compares hidden fields and calculations of two structures. */
import type { Calculation, FormChange, FormStructure, HiddenField } from "../../../generated/types.ts";
import { isSameFormula } from "../answers/expression-trees.ts";
import { shortName } from "../structure/name.ts";
import { at, type Comparison, change, compareText, list, type Place } from "./change.ts";
import { findMoved } from "./order.ts";

/**
 * Hidden fields take their values from the form's address. Removing one breaks every link that was handed out with
 * it.
 */
export function compareHiddenFields(
  before: FormStructure,
  after: FormStructure,
  comparison: Comparison,
): FormChange[] {
  const kind: ListKind<HiddenField> = {
    path: "/hidden_fields",
    noun: "Hidden field",
    added: "hidden_field_added",
    removed: "hidden_field_removed",
    compareItem: () => [],
  };
  return compareList(before.hidden_fields, after.hidden_fields, kind, comparison);
}

/**
 * Results are stored with the responses. After a change of the formula, old and new results could not be compared.
 */
export function compareCalculations(
  before: FormStructure,
  after: FormStructure,
  comparison: Comparison,
): FormChange[] {
  const kind: ListKind<Calculation> = {
    path: "/calculations",
    noun: "Calculation",
    added: "calculation_added",
    removed: "calculation_removed",
    compareItem: compareFormulas,
  };
  return compareList(before.calculations, after.calculations, kind, comparison);
}

function compareFormulas(before: Calculation, after: Calculation, place: Place): FormChange[] {
  if (isSameFormula(before.formula, after.formula)) return [];
  const message = `Calculation ${after.id} computes something else.`;
  return [change("calculation_changed", "breaking", at(place, "formula"), message)];
}

/** A list of a structure, and how its items are compared. */
interface ListKind<Item> {
  /** JSON Pointer of the list. */
  readonly path: string;
  /** The word for an item in messages, such as "Calculation". */
  readonly noun: string;
  readonly added: FormChange["kind"];
  readonly removed: FormChange["kind"];
  /** Compares the item without its label. */
  compareItem(before: Item, after: Item, place: Place): FormChange[];
}

function compareList<Item extends HiddenField | Calculation>(
  before: readonly Item[] = [],
  after: readonly Item[] = [],
  { path, noun, added, removed, compareItem }: ListKind<Item>,
  { language }: Comparison,
): FormChange[] {
  const earlierById = new Map(before.map((item) => [item.id, item]));
  const remaining = new Set(after.map(({ id }) => id));
  const removals = before.flatMap(({ id, label }, index): FormChange[] => {
    if (remaining.has(id)) return [];
    const place = { path: `${path}/${index}`, field: id };
    return [change(removed, "breaking", place, `${noun} ${shortName(label, language, id)} removed.`)];
  });
  const others = after.flatMap((item, index): FormChange[] => {
    const place = { path: `${path}/${index}`, field: item.id };
    const name = shortName(item.label, language, item.id);
    const earlier = earlierById.get(item.id);
    if (!earlier) return [change(added, "safe", place, `${noun} ${name} added.`)];
    const label = `Label of ${noun.toLowerCase()} ${name}`;
    return [
      ...compareText(earlier.label, item.label, at(place, "label"), label),
      ...compareItem(earlier, item, place),
    ];
  });
  const moved = findMoved([...earlierById.keys()], [...remaining]);
  if (moved.size === 0) return [...removals, ...others];
  const message = `${noun}s are in another order: ${list([...moved])} moved.`;
  return [...removals, ...others, change("property_changed", "safe", { path }, message)];
}
