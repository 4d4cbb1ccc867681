/** Compares hidden fields and calculations of two structures. */
import type { Calculation, FormChange, FormStructure, HiddenField } from "../../../generated/types.ts";
import { isSameFormula } from "../answers/compiled.ts";
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
  const words = {
    path: "/hidden_fields",
    what: "Hidden field",
    added: "hidden_field_added",
    removed: "hidden_field_removed",
  } as const;
  return compareList(before.hidden_fields, after.hidden_fields, words, comparison, () => []);
}

/**
 * Results are stored with the responses. After a change of the formula, old and new results could not be compared.
 */
export function compareCalculations(
  before: FormStructure,
  after: FormStructure,
  comparison: Comparison,
): FormChange[] {
  const words = {
    path: "/calculations",
    what: "Calculation",
    added: "calculation_added",
    removed: "calculation_removed",
  } as const;
  return compareList(before.calculations, after.calculations, words, comparison, (old, now, place) =>
    isSameFormula(old.formula, now.formula)
      ? []
      : [
          change(
            "calculation_changed",
            "breaking",
            at(place, "formula"),
            `Calculation ${now.id} computes something else.`,
          ),
        ],
  );
}

interface Words {
  readonly path: string;
  readonly what: string;
  readonly added: FormChange["kind"];
  readonly removed: FormChange["kind"];
}

function compareList<T extends HiddenField | Calculation>(
  before: readonly T[] = [],
  after: readonly T[] = [],
  { path, what, added, removed }: Words,
  { language }: Comparison,
  compare: (before: T, after: T, place: Place) => FormChange[],
): FormChange[] {
  const earlierById = new Map(before.map((one) => [one.id, one]));
  const remaining = new Set(after.map(({ id }) => id));
  const order = findMoved([...earlierById.keys()], [...remaining]);
  const changes = [
    ...before.flatMap(({ id, label }, index) =>
      remaining.has(id)
        ? []
        : [
            change(
              removed,
              "breaking",
              { path: `${path}/${index}`, field: id },
              `${what} ${shortName(label, language, id)} removed.`,
            ),
          ],
    ),
    ...after.flatMap((one, index): FormChange[] => {
      const place = { path: `${path}/${index}`, field: one.id };
      const name = shortName(one.label, language, one.id);
      const earlier = earlierById.get(one.id);
      if (!earlier) return [change(added, "safe", place, `${what} ${name} added.`)];
      return [
        ...compareText(
          earlier.label,
          one.label,
          at(place, "label"),
          `Label of ${what.toLowerCase()} ${name}`,
        ),
        ...compare(earlier, one, place),
      ];
    }),
  ];
  if (order.size === 0) return changes;
  const message = `${what}s are in another order: ${list([...order])} moved.`;
  return [...changes, change("property_changed", "safe", { path }, message)];
}
