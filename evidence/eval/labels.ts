/** Compares labels of fields with those of the corpus. */
import type { FormField, FormStructure } from "../../generated/types.ts";
import { fold } from "./fold.ts";

/** Folded, with blanks for `_`. */
export function key(text: string): string {
  return fold(text).replaceAll("_", " ");
}

/** Removes the punctuation around a label: `Name:` and `Name *` become `name`. */
export function bare(label: string): string {
  return key(label).replace(/^[\s¿¡"'„“«]+|[\s?!.:;*"'“”»]+$/gu, "");
}

export function readLabel(field: { label: object }, form: FormStructure): string {
  return (field.label as Record<string, string>)[form.default_language] ?? "";
}

export function hasLabel(field: FormField, labels: readonly string[], form: FormStructure): boolean {
  const texts = [
    readLabel(field, form),
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
