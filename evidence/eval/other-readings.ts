/** Accepts other correct readings of a prompt than the first one in its corpus line. */
import type { FormField, FormStructure } from "../../generated/types.ts";
import type { Made } from "./answers.ts";
import { type FieldLine, parseFieldLine } from "./field-checks.ts";
import { hasLabel, key, readLabel } from "./labels.ts";

/** Reads `@may time arrival`: a field that a correct form may have in addition. */
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

/** Returns the matrices with a row for the wanted label, if the line allows matrices. Several lines may find the same matrix. */
export function matricesAsking({ types, labels }: FieldLine, form: FormStructure): FormField[] {
  if (!types.includes("matrix")) return [];
  const names = (label: object) => labels.some((one) => key(readLabel({ label }, form)).includes(one));
  return form.pages
    .flatMap(({ fields }) => fields)
    .filter((field) => field.type === "matrix" && field.rows.some(({ label }) => names(label)));
}
