/** Ids for new parts of a form. */
import type { FormStructure } from "../../../../generated/types.ts";
import { allFields } from "./edits.ts";

/** Returns an id that is not in the list, such as `email_2`. */
export function freeId(wanted: string, used: Iterable<string>): string {
  const taken = new Set(used);
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n += 1) {
    const suffix = `_${n}`;
    const id = wanted.slice(0, 64 - suffix.length) + suffix;
    if (!taken.has(id)) return id;
  }
}

/** Makes an id from a label: `E-mail address` becomes `e_mail_address`. */
export function idFrom(label: string, fallback: string): string {
  const plain = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 40)
    .replace(/_+$/, "");
  return plain === "" ? fallback : plain;
}

/** Lists the ids of all fields, hidden fields and calculations. */
export function answerIds(structure: FormStructure): string[] {
  const lists = [structure.hidden_fields ?? [], structure.calculations ?? []];
  return [...allFields(structure), ...lists.flat()].map(({ id }) => id);
}
