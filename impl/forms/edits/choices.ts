import type { FormChange, FormField, SelectableChoice } from "../../../generated/types.ts";
import { shortName } from "../structure/name.ts";
import { at, type Comparison, change, compareText, formatValue, list, type Place } from "./change.ts";
import { findMoved } from "./order.ts";
import { comparePictures } from "./pictures.ts";
import { compareRetiredChoice } from "./retired-parts.ts";

/** Compares the choices of a field, or the rows and columns of a matrix. */
export function compareAllChoices(
  before: FormField,
  after: FormField,
  place: Place,
  comparison: Comparison,
): FormChange[] {
  if ("choices" in before && "choices" in after) {
    const choices = { noun: "Choice", place: at(place, "choices") };
    return compareChoices(before.choices, after.choices, choices, comparison);
  }
  if (!("rows" in before && "rows" in after)) return [];
  const rows = { noun: "Row", place: at(place, "rows") };
  const columns = { noun: "Column", place: at(place, "columns") };
  return [
    ...compareChoices(before.rows, after.rows, rows, comparison),
    ...compareChoices(before.columns, after.columns, columns, comparison),
  ];
}

/** A list of choices, rows or columns. */
interface ChoiceList {
  /** The word for an item in messages, such as "Row". */
  readonly noun: string;
  readonly place: Place;
}

function compareChoices(
  before: readonly SelectableChoice[],
  after: readonly SelectableChoice[],
  { noun, place }: ChoiceList,
  { language }: Comparison,
): FormChange[] {
  const earlierById = new Map(before.map((choice) => [choice.id, choice]));
  const remaining = new Set(after.map(({ id }) => id));
  const removals = before.flatMap(({ id, label }, index): FormChange[] => {
    if (remaining.has(id)) return [];
    const message = `${noun} ${shortName(label, language, id)} (${id}) removed.`;
    return [change("choice_removed", "breaking", at(place, `${index}`), message)];
  });
  const others = after.flatMap((choice, index): FormChange[] => {
    const { id, label, capacity } = choice;
    const where = at(place, `${index}`);
    const name = shortName(label, language, id);
    const earlier = earlierById.get(id);
    if (!earlier) return [change("choice_added", "safe", where, `${noun} ${name} (${id}) added.`)];
    return [
      ...compareText(earlier.label, label, at(where, "label"), `Text of ${noun.toLowerCase()} ${name}`),
      ...compareRetiredChoice(earlier, choice, where, `${noun} ${name} (${id})`),
      ...comparePictures(earlier.image, choice.image, where, ` of ${noun.toLowerCase()} ${name}`),
      ...compareCapacity(earlier.capacity, capacity, at(where, "capacity"), name),
    ];
  });
  const moved = findMoved([...earlierById.keys()], [...remaining]);
  if (moved.size === 0) return [...removals, ...others];
  const message = `${noun}s are in another order: ${list([...moved])} moved.`;
  return [...removals, ...others, change("choice_moved", "safe", place, message)];
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
