/** Finds the subschemas that apply to a place in the arguments. */

import { isObject, type JsonObject } from "../json/object.ts";
import { pointerSteps, valueAt } from "../json/pointer.ts";

/** The lookup stops at this depth. Only hostile arguments to a recursive schema are deeper. */
const maxDepth = 24;
/** The most keys of an object that are compared with the alternatives of a union. */
const maxComparedKeys = 50;

/**
 * Returns the subschemas of `root` that apply to one place in the arguments, the outermost first. Follows local references and
 * combinators. In a union, follows the alternatives that match the arguments best; with `all`, every alternative at the place
 * itself.
 *
 * @param pointer a JSON Pointer into `input`
 */
export function schemasAt(
  root: unknown,
  pointer: string,
  input: unknown,
  { all = false } = {},
): readonly JsonObject[] {
  const path = pointerSteps(pointer);
  if (path.length > maxDepth) return [];
  let value = input;
  let schemas = expand(root, root, path.length === 0 && all ? undefined : value);
  for (const [depth, step] of path.entries()) {
    value = valueAt(value, [step]);
    const guideValue = all && depth === path.length - 1 ? undefined : value;
    schemas = schemas
      .flatMap((schema) => childSchemas(schema, step))
      .flatMap((schema) => expand(root, schema, guideValue));
  }
  return schemas;
}

/** Returns the names in `propertyNames` of these schemas, or else in `properties`. Skips a schema with a union of closed alternatives: each alternative lists its own properties. */
export function propertyNames(schemas: readonly JsonObject[]): readonly string[] {
  const described = schemas.filter((schema) => !hasClosedAlternatives(schema));
  const names = described.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  const lists = schemas.flatMap((schema) => listedNames(schema) ?? []);
  return [...new Set(lists.length > 0 ? lists.flat() : names)];
}

function listedNames({ propertyNames: names }: JsonObject): readonly [readonly string[]] | undefined {
  return isObject(names) && Array.isArray(names.enum) ? [names.enum.map(String)] : undefined;
}

function hasClosedAlternatives({ anyOf, oneOf }: JsonObject): boolean {
  const isClosed = (each: unknown) =>
    isObject(each) && (each.additionalProperties === false || listedNames(each));
  return [anyOf, oneOf].some((union) => Array.isArray(union) && union.every(isClosed));
}

/** Returns the values in `const` and `enum` of these schemas. */
export function namedValues(schemas: readonly JsonObject[]): readonly unknown[] {
  const values = schemas.flatMap((schema) => {
    if (Object.hasOwn(schema, "const")) return [schema.const];
    return Array.isArray(schema.enum) ? schema.enum : [];
  });
  return [...new Set(values)];
}

/** Returns the subschemas of a property. Schemas with a union of closed alternatives count only if no other schema describes it. */
export function propertySchemas(
  root: unknown,
  schemas: readonly JsonObject[],
  name: string,
): readonly JsonObject[] {
  const having = schemas.filter(({ properties }) => valueAt(properties, [name]) !== undefined);
  const own = having.filter((schema) => !hasClosedAlternatives(schema));
  const nearest = own.length > 0 ? own : having;
  return nearest.flatMap(({ properties }) => expand(root, valueAt(properties, [name]), undefined));
}

/**
 * Returns a schema, the schemas that it refers to and the schemas that it combines, each once, so that recursion ends. In a union,
 * follows the alternatives that match `value` best; without a value, all.
 */
function expand(
  root: unknown,
  schema: unknown,
  value: unknown,
  seen = new Set<unknown>(),
): readonly JsonObject[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf, anyOf, oneOf } = schema;
  const parts: unknown[] = [allOf, [schema.if, schema.then, schema.else]].filter(Array.isArray).flat();
  if (typeof $ref === "string" && $ref.startsWith("#"))
    parts.push(valueAt(root, pointerSteps(decodeURI($ref))));
  for (const union of [anyOf, oneOf]) {
    if (Array.isArray(union))
      parts.push(...(value === undefined ? union : bestMatches(root, schema, union, value)));
  }
  return [schema, ...parts.flatMap((part) => expand(root, part, value, seen))];
}

/** The branch of a union that the tag of a value selects. */
export interface ChosenBranch {
  /** The property that tells the branches apart. */
  readonly tag: string;
  /** The value of that property, which selects the branch. */
  readonly value: unknown;
  /** The tags of the other branches that know a property. */
  tagsKnowing(name: string): readonly unknown[];
}

/** Returns the branch that a value in the arguments selects; `undefined` if no union at this place has a tag. */
export function branchAt(root: unknown, pointer: string, input: unknown): ChosenBranch | undefined {
  const value = valueAt(input, pointerSteps(pointer));
  for (const schema of schemasAt(root, pointer, input)) {
    const alternatives: readonly unknown[] = [schema.oneOf, schema.anyOf].find(Array.isArray) ?? [];
    const choice = chooseByTag(root, schema, alternatives, value);
    if (choice === undefined) continue;
    const { tag, chosen } = choice;
    return {
      tag,
      value: valueAt(value, [tag]),
      tagsKnowing: (name) =>
        alternatives
          .filter((alternative) => alternative !== chosen)
          .map((alternative) => expand(root, alternative, undefined))
          .filter((schemas) => propertyNames(schemas).includes(name))
          .flatMap((schemas) => namedValues(propertySchemas(root, schemas, tag))),
    };
  }
  return undefined;
}

/**
 * Returns the alternative that the value selects by a tag: a property that the union or every alternative requires, and for which
 * every alternative lists its values.
 */
function chooseByTag(
  root: unknown,
  union: JsonObject,
  alternatives: readonly unknown[],
  value: unknown,
): { readonly tag: string; readonly chosen: unknown } | undefined {
  if (!isObject(value) || alternatives.length < 2) return undefined;
  const expanded = alternatives.map((alternative) => expand(root, alternative, undefined));
  const isRequired = (name: string) =>
    expanded.every((schemas) =>
      [union, ...schemas].some(({ required }) => Array.isArray(required) && required.includes(name)),
    );
  const names = Object.keys(value).slice(0, maxComparedKeys);
  for (const tag of names.filter((name) => typeof value[name] === "string" && isRequired(name))) {
    const tags = expanded.map((schemas) => namedValues(propertySchemas(root, schemas, tag)));
    const chosen = alternatives.filter((_, at) => tags[at]!.includes(value[tag]));
    if (chosen.length === 1 && tags.every((values) => values.length > 0)) return { tag, chosen: chosen[0] };
  }
  return undefined;
}

function bestMatches(
  root: unknown,
  union: JsonObject,
  alternatives: readonly unknown[],
  value: unknown,
): readonly unknown[] {
  const choice = chooseByTag(root, union, alternatives, value);
  if (choice !== undefined) return [choice.chosen];
  const scores = alternatives.map((alternative) =>
    matchScore(root, [union, ...expand(root, alternative, undefined)], value),
  );
  const best = Math.max(...scores);
  return alternatives.filter((_, at) => scores[at] === best);
}

/** Scores a match: two points for a known key with an allowed value, one for a known key whose value is not in its `const` or `enum`. */
function matchScore(root: unknown, schemas: readonly JsonObject[], value: unknown): number {
  if (!isObject(value)) return 0;
  const known = new Set(propertyNames(schemas));
  return Object.keys(value)
    .slice(0, maxComparedKeys)
    .filter((name) => known.has(name))
    .reduce((sum, name) => {
      const named = namedValues(propertySchemas(root, schemas, name));
      return sum + (named.length === 0 || named.includes(value[name]) ? 2 : 1);
    }, 0);
}

function childSchemas(schema: JsonObject, step: string): readonly unknown[] {
  const { properties, additionalProperties, prefixItems, items } = schema;
  if (isObject(properties) && Object.hasOwn(properties, step)) return [properties[step]];
  if (Array.isArray(prefixItems) && Number(step) < prefixItems.length) return [prefixItems[Number(step)]];
  return [additionalProperties, items];
}
