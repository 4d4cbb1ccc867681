import type { FormChange, FormField, SelectableChoice } from "../../../generated/types.ts";
import { shortName } from "../structure/name.ts";
import { at, type Comparison, change, compareText, formatValue, list, type Place } from "./change.ts";
import { findMoved } from "./order.ts";
import { comparePictures } from "./pictures.ts";
import { compareRetiredChoice } from "./retired.ts";

/** Choices, and the rows and columns of a matrix. */
export function compareAllChoices(
  before: FormField,
  after: FormField,
  place: Place,
  comparison: Comparison,
): FormChange[] {
  if ("choices" in before && "choices" in after) {
    return compareChoices("Choice", before.choices, after.choices, at(place, "choices"), comparison);
  }
  if (!("rows" in before && "rows" in after)) return [];
  return [
    ...compareChoices("Row", before.rows, after.rows, at(place, "rows"), comparison),
    ...compareChoices("Column", before.columns, after.columns, at(place, "columns"), comparison),
  ];
}

function compareChoices(
  what: string,
  before: readonly SelectableChoice[],
  after: readonly SelectableChoice[],
  place: Place,
  { language }: Comparison,
): FormChange[] {
  const old = new Map(before.map((choice) => [choice.id, choice]));
  const remaining = new Set(after.map(({ id }) => id));
  const removed = before.flatMap(({ id, label }, index) =>
    remaining.has(id)
      ? []
      : [
          change(
            "choice_removed",
            "breaking",
            at(place, `${index}`),
            `${what} ${shortName(label, language, id)} (${id}) removed.`,
          ),
        ],
  );
  const present = after.flatMap((choice, index): FormChange[] => {
    const { id, label, capacity } = choice;
    const where = at(place, `${index}`);
    const name = shortName(label, language, id);
    const known = old.get(id);
    if (!known) return [change("choice_added", "safe", where, `${what} ${name} (${id}) added.`)];
    return [
      ...compareText(known.label, label, at(where, "label"), `Text of ${what.toLowerCase()} ${name}`),
      ...compareRetiredChoice(known, choice, where, `${what} ${name} (${id})`),
      ...comparePictures(known.image, choice.image, where, ` of ${what.toLowerCase()} ${name}`),
      ...compareCapacity(known.capacity, capacity, at(where, "capacity"), name),
    ];
  });
  const order = findMoved([...old.keys()], [...remaining]);
  if (order.size === 0) return [...removed, ...present];
  const message = `${what}s are in another order: ${list([...order])} moved.`;
  return [...removed, ...present, change("choice_moved", "safe", place, message)];
}

/** Compares capacities. Respondents keep their places, so a lower capacity breaks no response. */
function compareCapacity(
  was: number | undefined,
  is: number | undefined,
  place: Place,
  name: string,
): FormChange[] {
  if (was === is) return [];
  const isLower = is !== undefined && (was === undefined || is < was);
  const message = `Capacity of ${name}: ${formatValue(was)} -> ${formatValue(is)}.`;
  return isLower
    ? [change("property_changed", "warning", place, `${message} Responses that chose it keep their place.`)]
    : [change("property_changed", "safe", place, message)];
}
