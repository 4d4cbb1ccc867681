/** Finds what a careful reader may make of a prompt in another way than its line in the corpus has it first. */
import type { FormField, FormStructure } from "../../generated/types.ts";
import type { Made } from "./answers.ts";
import { type FieldLine, hasLabel, key, labelOf, parseFieldLine } from "./field-checks.ts";

/** `@may time arrival`: a field that a careful reader may add, beside what must be there. */
export function allowField(
  line: string,
  left: Set<FormField>,
  found: Map<FormField, FieldLine>,
  { structure }: Made,
) {
  const allowed = parseFieldLine(line);
  const field = [...left].find(
    (one) => hasLabel(one, allowed.labels, structure) && allowed.types.includes(one.type),
  );
  if (!field) return;
  left.delete(field);
  found.set(field, allowed);
}

/** The matrices with a row for what a line asks for, where the line allows one: several lines find the same matrix. */
export function matricesAsking({ types, labels }: FieldLine, form: FormStructure): FormField[] {
  if (!types.includes("matrix")) return [];
  const names = (label: object) => labels.some((one) => key(labelOf({ label }, form)).includes(one));
  return form.pages
    .flatMap(({ fields }) => fields)
    .filter((field) => field.type === "matrix" && field.rows.some(({ label }) => names(label)));
}
