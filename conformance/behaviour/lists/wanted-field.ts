/** The field of a new item that gives it a value at a place. */
import { type Json, type JsonObject, steps } from "../../cases/edits.ts";
import { lastStep } from "./list-rule.ts";

/**
 * Returns the field with the name of the place. For a place in a list, such as each of the `labels` or its name, it is the list with
 * these entries; another place has one value.
 */
export function fieldWith(path: string, ...values: readonly [Json, ...Json[]]): JsonObject {
  const names = steps(path);
  const star = names.indexOf("*");
  const name = names[star - 1];
  if (name === undefined) return { [lastStep(path)]: values[0] };
  return { [name]: values.map((value) => nest(names.slice(star + 1), value)) };
}

function nest([name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  const inner = nest(rest, value);
  return name === "*" ? [inner] : { [name]: inner };
}
