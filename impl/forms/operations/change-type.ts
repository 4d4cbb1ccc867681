/** Changes the type of a field, and keeps the properties that the new type has too. */
import type { FieldProperties } from "../../../generated/types.ts";
import { areAlike, fieldTypes, isFieldType } from "../fields/client/client-kinds.ts";
import { fieldKind } from "../fields/kinds.ts";
import type { Item } from "./draft.ts";

/** Bounds mean something else in another type, so they go. */
const bounds = new Set(["validation", "min", "max", "step"]);

/** The field with the properties that it has in the type that `set` gives it; another type than the types of fields stays for the schema to judge. */
export function withType(field: Item, { type }: FieldProperties): Item {
  if (type === undefined || type === field.type || !isFieldType(type)) return field;
  const isPair = areAlike(String(field.type), type);
  const lost = Object.keys(field).filter(
    (key) => isOwn(key) && (!Object.hasOwn(fieldKind(type).own, key) || (bounds.has(key) && !isPair)),
  );
  const kept = Object.entries(field).filter(([key]) => !lost.includes(key));
  return { ...Object.fromEntries(kept), id: field.id };
}

const allOwn = new Set(fieldTypes.flatMap((type) => Object.keys(fieldKind(type).own)));

function isOwn(key: string): boolean {
  return allOwn.has(key);
}
