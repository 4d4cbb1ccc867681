import { pointerSteps, valueAt } from "../json/pointer.ts";
import { isObject, type Params } from "./message.ts";

/** Below this depth only hostile arguments to a recursive schema go. */
const deepest = 24;
/** Of more keys than this the first decide what an object was meant to be. */
const comparedKeys = 50;

/**
 * The schemas that an input schema applies to one place of the arguments (a JSON pointer), the outermost first. Follows
 * local references and combinators; of the alternatives of a union, those that the arguments were most likely meant to
 * be. `all` alternatives at the place itself, where the question is which there are.
 */
export function schemasAt(
  root: unknown,
  pointer: string,
  input: unknown,
  { all = false } = {},
): readonly Params[] {
  const path = pointerSteps(pointer);
  if (path.length > deepest) return [];
  let value = input;
  let schemas = expand(root, root, path.length === 0 && all ? undefined : value);
  for (const [depth, segment] of path.entries()) {
    value = valueAt(value, [segment]);
    const guide = all && depth === path.length - 1 ? undefined : value;
    schemas = schemas
      .flatMap((schema) => below(schema, segment))
      .flatMap((schema) => expand(root, schema, guide));
  }
  return schemas;
}

/** Names of the properties that these schemas know. */
export function propertyNames(schemas: readonly Params[]): readonly string[] {
  return [
    ...new Set(schemas.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []))),
  ];
}

/** The values that these schemas name with `const` and `enum`. */
export function namedValues(schemas: readonly Params[]): readonly unknown[] {
  const values = schemas.flatMap((schema) => {
    if (Object.hasOwn(schema, "const")) return [schema.const];
    return Array.isArray(schema.enum) ? schema.enum : [];
  });
  return [...new Set(values)];
}

/** What these schemas say about a property. */
export function propertySchemas(root: unknown, schemas: readonly Params[], name: string): readonly Params[] {
  return schemas.flatMap(({ properties }) =>
    isObject(properties) && Object.hasOwn(properties, name) ? expand(root, properties[name], undefined) : [],
  );
}

/**
 * A schema with everything that it refers to or is combined of, each once, so that recursion ends. Without a value, all
 * alternatives of its unions.
 */
function expand(
  root: unknown,
  schema: unknown,
  value: unknown,
  seen = new Set<unknown>(),
): readonly Params[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf, anyOf, oneOf } = schema;
  const parts: unknown[] = [allOf, [schema.if, schema.then, schema.else]].filter(Array.isArray).flat();
  if (typeof $ref === "string" && $ref.startsWith("#"))
    parts.push(valueAt(root, pointerSteps(decodeURI($ref))));
  for (const union of [anyOf, oneOf]) {
    if (Array.isArray(union)) parts.push(...(value === undefined ? union : likeliest(root, union, value)));
  }
  return [schema, ...parts.flatMap((part) => expand(root, part, value, seen))];
}

function likeliest(root: unknown, alternatives: readonly unknown[], value: unknown): readonly unknown[] {
  const scores = alternatives.map((alternative) =>
    likeness(root, expand(root, alternative, undefined), value),
  );
  const best = Math.max(...scores);
  return alternatives.filter((_, at) => scores[at] === best);
}

/** How many keys of an object the schemas know, and how many of these have a value that they allow by name. */
function likeness(root: unknown, schemas: readonly Params[], value: unknown): number {
  if (!isObject(value)) return 0;
  const known = new Set(propertyNames(schemas));
  return Object.keys(value)
    .slice(0, comparedKeys)
    .filter((name) => known.has(name))
    .reduce((sum, name) => {
      const named = namedValues(propertySchemas(root, schemas, name));
      return sum + (named.length === 0 || named.includes(value[name]) ? 2 : 1);
    }, 0);
}

function below(schema: Params, segment: string): readonly unknown[] {
  const { properties, additionalProperties, prefixItems, items } = schema;
  if (isObject(properties) && Object.hasOwn(properties, segment)) return [properties[segment]];
  if (Array.isArray(prefixItems) && Number(segment) < prefixItems.length)
    return [prefixItems[Number(segment)]];
  return [additionalProperties, items];
}
