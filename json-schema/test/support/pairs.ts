/** Makes pairs of schemas for the laws: a schema and a slightly changed copy. */
import fc from "fast-check";
import { isSchemaObject } from "../../keywords.ts";
import { plainNames, type Schema, schemas } from "./schemas.ts";

/** A schema with definitions, and another one. */
export interface Pair {
  readonly old: Schema;
  readonly current: Schema;
}

const names = plainNames.slice(0, 6);
const references = ["#", "#/$defs/part", "#/$defs/other"];

/** Some pairs are a schema and a changed copy; others have nothing in common. */
export function pairs(): fc.Arbitrary<Pair> {
  const whole = fc
    .tuple(schemas(references, names, 2), schemas(references, names, 1), schemas([], names, 1))
    .map(([root, part, other]): Schema => {
      const base = isSchemaObject(root) ? root : { allOf: [root] };
      return { ...base, $defs: { part, other } };
    });
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 });
  const changed = fc.tuple(whole, edits).map(([old, list]) => ({
    old,
    current: list.reduce((schema, [place, how]) => editSchema(schema, place, how), old),
  }));
  return fc.oneof(
    { weight: 5, arbitrary: changed },
    { weight: 1, arbitrary: fc.record({ old: whole, current: whole }) },
  );
}

/** Makes one typical small change: a bound moves, or a keyword, value or property is added or removed. */
function editSchema(schema: Schema, place: number, how: number): Schema {
  const copy = structuredClone(schema);
  const objects: Record<string, unknown>[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isSchemaObject(value)) return;
    objects.push(value as Record<string, unknown>);
    for (const [key, child] of Object.entries(value))
      if (key === "$defs") Object.values(child as object).forEach(collect);
      else collect(child);
  };
  collect(copy);
  const target = objects[place % objects.length];
  if (target === undefined) return copy;
  const keys = Object.keys(target).filter((key) => key !== "$defs" && key !== "$ref");
  const key = keys[how % Math.max(1, keys.length)];
  if (key === undefined) return copy;
  const value = target[key];
  if (typeof value === "number") target[key] = value + (how % 2 === 0 ? 1 : Math.min(0, 1 - value));
  else if (Array.isArray(value) && value.length > 1)
    target[key] = value.slice(how % 2, value.length - ((how + 1) % 2));
  else if (key === "type" && typeof value === "string")
    target[key] = how % 3 === 0 && value !== "null" ? [value, "null"] : value;
  else if (how % 3 !== 0) delete target[key];
  return copy;
}
