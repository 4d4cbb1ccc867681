/** Matches the lines of the corpus with the fields of a form. */
import type { FormField, FormStructure } from "../../generated/types.ts";
import { type FieldLine, hasType } from "./field-checks.ts";
import { hasLabel, key, readLabel } from "./labels.ts";
import { matricesAsking } from "./other-readings.ts";

/**
 * Matches fields with lines in this order: fields with the line's words and one of its types, then fields for any label, then
 * fields with the words alone. So a line whose field is missing does not take the field of the next line. A line with an exact
 * label takes a field with a part of the label last, since only its label is wrong. If several fields match, a line takes one
 * that no other line names. Matched fields are removed from `left`.
 */
export function claims(
  lines: readonly FieldLine[],
  left: Set<FormField>,
  form: FormStructure,
): Map<FieldLine, FormField> {
  const claimed = new Map<FieldLine, FormField>();
  const isNamedElsewhere = (field: FormField, line: FieldLine) =>
    named.some((other) => other !== line && !claimed.has(other) && hasLabel(field, other.labels, form));
  const claim = (line: FieldLine, fits: (field: FormField) => boolean) => {
    if (claimed.has(line)) return;
    const fitting = [...left].filter(fits);
    const field =
      fitting.find((one) => !isNamedElsewhere(one, line)) ?? fitting[0] ?? matricesAsking(line, form)[0];
    if (!field) return;
    claimed.set(line, field);
    left.delete(field);
  };
  const isAny = ({ labels }: FieldLine) => labels[0] === "*";
  const named = lines.filter((line) => !isAny(line));
  for (const line of named)
    claim(line, (field) => hasLabel(field, line.labels, form) && hasType(line, field));
  for (const line of lines.filter(isAny)) claim(line, (field) => line.types.includes(field.type));
  for (const line of named) claim(line, (field) => hasLabel(field, line.labels, form));
  for (const line of named.filter(isExact)) claim(line, (field) => isPartOf(readLabel(field, form), line));
  return claimed;
}

function isExact({ attributes }: FieldLine): boolean {
  return attributes.some(([name]) => name === "exact");
}

/** Shorter labels may be parts of anything. */
const SHORTEST_PART = 4;

function isPartOf(label: string, { labels }: FieldLine): boolean {
  return label.length >= SHORTEST_PART && labels.some((one) => one.includes(key(label)));
}
