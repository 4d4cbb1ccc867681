/** Compares the fields of two structures. */
import type { FormChange, FormField, FormStructure } from "../../../generated/types.ts";
import { clientKind, takesAnswer } from "../fields/client/client-kinds.ts";
import { shortName } from "../structure/name.ts";
import { isTextKey, type PlacedField, placedFields } from "../structure/places.ts";
import { at, type Comparison, change, compareText, formatValue, isSame, type Place } from "./change.ts";
import { compareAllChoices } from "./choices.ts";
import { compareConstraints } from "./constraints.ts";
import { findMoved } from "./order.ts";
import { comparePictures } from "./pictures.ts";
import { compareRetiredField, namedIds } from "./retired-parts.ts";

export function compareFields(
  before: FormStructure,
  after: FormStructure,
  comparison: Comparison,
): FormChange[] {
  const [old, now] = [placedFields(before), placedFields(after)];
  const earlierById = new Map(old.map((placed) => [placed.value.id, placed]));
  const remaining = new Set(now.map(({ value }) => value.id));
  const reordered = movedWithinPages(old, now);
  const named = namedIds(after);
  return [
    ...old.filter(({ value }) => !remaining.has(value.id)).map((placed) => describeRemoved(placed, before)),
    ...now.flatMap((placed) => {
      const earlier = earlierById.get(placed.value.id);
      if (!earlier) return [describeAdded(placed, comparison)];
      const isMoved = earlier.page !== placed.page || reordered.has(placed.value.id);
      return [
        ...compareField(earlier.value, placed, comparison),
        ...compareRetiredField(
          earlier.value,
          placed.value,
          { path: placed.path, field: placed.value.id },
          named,
        ),
        ...(isMoved ? [describeMove(placed, comparison)] : []),
      ];
    }),
  ];
}

/** When a page moves, its fields move with it. Only the order within the page is compared. */
function movedWithinPages(
  before: readonly PlacedField[],
  after: readonly PlacedField[],
): ReadonlySet<string> {
  const old = Map.groupBy(before, ({ page }) => page);
  const ids = (fields: readonly PlacedField[]) => fields.map(({ value }) => value.id);
  const pages = [...Map.groupBy(after, ({ page }) => page)];
  return new Set(pages.flatMap(([page, fields]) => [...findMoved(ids(old.get(page) ?? []), ids(fields))]));
}

/** Statements and sections hold no answers, so nothing is lost with them. */
function describeRemoved({ value, path }: PlacedField, { default_language }: FormStructure): FormChange {
  const impact = takesAnswer(value) ? "breaking" : "safe";
  const message = `Field removed: ${shortName(value.label, default_language, value.id)}.`;
  return change("field_removed", impact, { path, field: value.id }, message);
}

function describeAdded({ value, path }: PlacedField, { language }: Comparison): FormChange {
  const place = { path, field: value.id };
  const name = shortName(value.label, language, value.id);
  if (!takesAnswer(value)) return change("field_added", "safe", place, `New ${value.type}: ${name}.`);
  return isRequired(value)
    ? change("field_added", "warning", place, `New required field: ${name}.`)
    : change("field_added", "safe", place, `New optional field: ${name}.`);
}

function describeMove({ value, path, page }: PlacedField, { language }: Comparison): FormChange {
  const message = `Field ${shortName(value.label, language, value.id)} moved, to page ${page}.`;
  return change("field_moved", "safe", { path, field: value.id }, message);
}

function compareField(
  before: FormField,
  { value: after, path }: PlacedField,
  comparison: Comparison,
): FormChange[] {
  const place: Place = { path, field: after.id };
  const changes: FormChange[] = [];
  if (before.type !== after.type) {
    const isLossless = clientKind(before.type).becomes?.includes(after.type);
    const message = `Type changed from ${before.type} to ${after.type}.`;
    changes.push(change("field_type_changed", isLossless ? "safe" : "breaking", at(place, "type"), message));
    if (!isLossless) return changes;
  }
  return [
    ...changes,
    ...compareRequired(before, after, place),
    ...compareAllChoices(before, after, place, comparison),
    ...compareConstraints(before, after, place),
    ...comparePictures(before.image, after.image, place),
    ...compareProperties(before, after, place),
  ];
}

/** An email question that is said to be optional asks for another address than the respondent's. */
function isOtherAddress(field: FormField): boolean {
  return field.type === "email" && field.required === false;
}

function compareRequired(before: FormField, after: FormField, place: Place): FormChange[] {
  const [was, is] = [isRequired(before), isRequired(after)];
  const where = at(place, "required");
  if (was === is) {
    const [wasOther, isOther] = [isOtherAddress(before), isOtherAddress(after)];
    if (wasOther === isOther) return [];
    const message = isOther
      ? "The respondent's address is asked for beside it now."
      : "Without another email question, it asks for the respondent's address now.";
    return [change("required_changed", "safe", where, message)];
  }
  return is
    ? [change("required_changed", "warning", where, "An optional field is required now.")]
    : [change("required_changed", "safe", where, "A required field is optional now.")];
}

/** Compared elsewhere. */
const elsewhere = new Set([
  "id",
  "type",
  "required",
  "choices",
  "rows",
  "columns",
  "validation",
  "retired",
  "image",
]);

/** The properties that define the points of a rating or scale. */
const bounds = new Set(["min", "max", "step"]);

function compareProperties(before: FormField, after: FormField, place: Place): FormChange[] {
  const [old, now] = [properties(before), properties(after)];
  return Object.keys({ ...old, ...now }).flatMap((key): FormChange[] => {
    const [was, is] = [old[key], now[key]];
    const where = at(place, key);
    if (elsewhere.has(key)) return [];
    if (isTextKey(key.slice(key.lastIndexOf("/") + 1)))
      return compareText(was as object, is as object, where, key);
    if (isSame(was, is)) return [];
    return [changedProperty(key, was, is, where)];
  });
}

function properties(field: FormField): Readonly<Record<string, unknown>> {
  const message =
    "validation" in field && field.validation && "pattern_message" in field.validation
      ? field.validation.pattern_message
      : undefined;
  return {
    ...field,
    ...("min" in field && { step: field.step ?? 1 }),
    ...(message && { "validation/pattern_message": message }),
  };
}

function changedProperty(key: string, was: unknown, is: unknown, place: Place): FormChange {
  const what = `${key} ${formatValue(was)} -> ${formatValue(is)}.`;
  if (key === "visible_if") {
    return change("condition_changed", "warning", place, "Shown under another condition than before.");
  }
  if (bounds.has(key)) return change("bounds_changed", "breaking", place, `Bounds changed: ${what}`);
  if (key !== "allow_other" && key !== "multiple")
    return change("property_changed", "safe", place, `Changed: ${what}`);
  return is
    ? change("validation_loosened", "safe", place, `Accepts all that it did: ${what}`)
    : change("validation_tightened", "breaking", place, `May refuse what it accepted: ${what}`);
}

function isRequired(field: FormField): boolean {
  return "required" in field && field.required === true;
}
