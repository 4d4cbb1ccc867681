/** Tells a rule about which values exist from a check of the arguments: such a rule refuses another ordinary value, too. */
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";

const ordinaryText = "other";

/**
 * Returns arguments with an ordinary value in place of the unusual one that an edit sets: another word, or the number beside the one
 * that was there. Returns nothing where the case changes more than one text or number, or the schema allows no such value.
 * @param valid the arguments without the edits, which the server accepts
 * @param fits whether the schema allows arguments
 */
export function withOrdinaryValue(
  valid: Json,
  edits: readonly Edit[],
  fits: (input: Json) => boolean,
): Json | undefined {
  const [edit, ...others] = edits;
  if (edit === undefined || others.length > 0 || !("set" in edit)) return undefined;
  const value = valueAt(applyEdits(valid, edits), edit.set);
  const was = valueAt(valid, edit.set);
  return listOrdinaryValues(value, was)
    .filter((each) => each !== value && each !== was)
    .map((each) => applyEdits(valid, [{ set: edit.set, to: each }]))
    .find(fits);
}

function listOrdinaryValues(value: Json | undefined, was: Json | undefined): Json[] {
  if (typeof value === "string")
    return typeof was === "string" ? [`${was}${ordinaryText}`, ordinaryText] : [ordinaryText];
  if (typeof value !== "number") return [];
  const known = typeof was === "number" ? was : 1;
  return [known + 1, known - 1];
}
