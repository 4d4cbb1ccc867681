/**
 * Writes tagged unions for clients that merge alternatives. Such a client keeps one meaning of each property, the last one, and
 * rejects valid calls. So all properties stand beside the alternatives, and each alternative says which of them it takes.
 */
import { canonical } from "./json.ts";
import { isOfType } from "./keyword-values.ts";
import { isSchemaObject } from "./keywords.ts";
import type { SchemaObject } from "./types.ts";

/** Keywords allowed beside the alternatives. With any other keyword there, the schema is not changed. */
export const besideAlternatives: ReadonlySet<string> = new Set([
  "type",
  "title",
  "description",
  "discriminator",
]);

/** The schema itself, or the definition that it refers to. */
export type TargetOf = (schema: unknown) => unknown;

export interface ClosedObject extends SchemaObject {
  readonly properties: SchemaObject;
}

/** Whether a schema refuses every property of an object that its `properties` do not name. */
export function isClosed(schema: unknown): schema is ClosedObject {
  return (
    isSchemaObject(schema) &&
    isSchemaObject(schema.properties) &&
    schema.additionalProperties === false &&
    !("patternProperties" in schema)
  );
}

export function listRequiredByAll(objects: readonly SchemaObject[]): string[] {
  const [first = [], ...others] = objects.map(listRequired);
  return first.filter((name) => others.every((names) => names.includes(name)));
}

export function listRequired({ required }: SchemaObject): readonly string[] {
  return Array.isArray(required) ? required : [];
}

/**
 * Returns a schema for the same values with all properties beside the alternatives. A property with one description everywhere
 * is described only there; one with different descriptions gets a schema that fits each of them. `anyOf` makes clients that
 * merge alternatives read only those properties.
 */
export function foldTaggedUnion(schema: SchemaObject, targetOf: TargetOf): SchemaObject {
  const { oneOf, ...beside } = schema;
  if (!Array.isArray(oneOf) || !oneOf.every(isFoldable) || !isTagged(oneOf)) return schema;
  const isObject = schema.type === "object" || oneOf.every(({ type }) => type === "object");
  if (!isObject || !Object.keys(beside).every((key) => besideAlternatives.has(key))) return schema;
  const properties = mergeProperties(oneOf, targetOf);
  if (!properties) return schema;
  const required = listRequiredByAll(oneOf);
  return {
    ...beside,
    properties,
    required,
    anyOf: [{ type: "object" }],
    oneOf: oneOf.map((branch) => withoutMerged(branch, properties, required)),
  };
}

/** The reverse. A schema that `foldTaggedUnion` would not have made stays as it is. */
export function unfoldTaggedUnion(schema: SchemaObject, targetOf: TargetOf): SchemaObject {
  const { properties, required: _required, anyOf: _anyOf, oneOf, ...beside } = schema;
  if (!isSchemaObject(properties) || !Array.isArray(oneOf) || !oneOf.every(isSchemaObject)) return schema;
  const branches = oneOf.map((branch) =>
    withMerged({ ...branch, required: [...listRequired(schema), ...listRequired(branch)] }, { properties }),
  );
  const unfolded = { ...beside, oneOf: branches };
  return canonical(foldTaggedUnion(unfolded, targetOf)) === canonical(schema) ? unfolded : schema;
}

/** Tells whether `propertyNames` can list the properties of a closed object, and none of its keywords depends on the others. */
function isFoldable(schema: unknown): schema is ClosedObject {
  return isClosed(schema) && !["$ref", "propertyNames", "unevaluatedProperties"].some((key) => key in schema);
}

/** Whether a property that each alternative requires has other constants in each. */
function isTagged(branches: readonly ClosedObject[]): boolean {
  if (branches.length < 2) return false;
  return listRequiredByAll(branches).some((name) => {
    const tags = branches.map(({ properties }) => listConstants(properties[name]));
    const all = tags.flatMap((values) => values ?? []);
    return tags.every((values) => values) && unique(all).length === all.length;
  });
}

/** The values that a schema lists; `undefined` where it lists none. */
function listConstants(schema: unknown): readonly unknown[] | undefined {
  if (!isSchemaObject(schema)) return undefined;
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The types of the values of a schema, as far as it says them itself. */
export function readTypes(schema: unknown): readonly unknown[] | undefined {
  if (!isSchemaObject(schema)) return undefined;
  if (schema.type !== undefined) return [schema.type].flat();
  const names = ["null", "boolean", "string", "number", "array", "object"];
  return listConstants(schema)?.map((value) => names.find((name) => isOfType(value, name)));
}

function unique(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [canonical(value), value])).values()];
}

/** For each property of some objects, returns a schema that fits all its values; `undefined` if one property has none. */
function mergeProperties(objects: readonly ClosedObject[], targetOf: TargetOf): SchemaObject | undefined {
  const merged = new Map<string, unknown>();
  for (const name of new Set(objects.flatMap(({ properties }) => Object.keys(properties)))) {
    const described = objects.filter(({ properties }) => Object.hasOwn(properties, name));
    const schemas = described.map(({ properties }) => properties[name]);
    const isInAll = described.length === objects.length;
    const beside = isInAll ? schemas : schemas.map((each) => withoutDefault(each, targetOf));
    const schema = mergeSchemas(beside, targetOf);
    if (schema === undefined) return undefined;
    merged.set(name, schema);
  }
  return Object.fromEntries(merged);
}

/**
 * Removes the default of a property that only some alternatives take. A client that applies defaults would send it to the
 * others too.
 */
function withoutDefault(schema: unknown, targetOf: TargetOf): unknown {
  const target = targetOf(schema);
  if (![schema, target].some((each) => member(each, "default") !== undefined)) return schema;
  const { default: _default, ...rest } = isSchemaObject(target) ? target : {};
  return rest;
}

/** A schema that each value of each schema fits, and that says its type; `undefined` where one of the schemas does not say it. */
function mergeSchemas(schemas: readonly unknown[], targetOf: TargetOf): unknown {
  const distinct = unique(schemas);
  if (distinct.length === 1) return distinct[0];
  const targets = distinct.map(targetOf);
  if (!targets.every(readTypes)) return undefined;
  const types = unique(targets.flatMap((target) => readTypes(target)));
  const type = types.length === 1 ? types[0] : types;
  if (targets.every(listConstants))
    return { type, enum: unique(targets.flatMap((target) => listConstants(target))) };
  if (targets.every(isFoldable)) {
    const properties = mergeProperties(targets, targetOf);
    return properties && { type, properties };
  }
  return {
    type,
    ...(types.includes("array") && { items: mergeItems(targets, targetOf) }),
    ...(types.includes("object") && { anyOf: distinct }),
  };
}

/** A schema that each item of each list fits. OpenAI and VS Code refuse a list without `items`. */
function mergeItems(schemas: readonly unknown[], targetOf: TargetOf): unknown {
  const lists = schemas.filter(isSchemaObject).filter((schema) => readTypes(schema)?.includes("array"));
  const items = lists.map((list) => ("prefixItems" in list || !isSchemaObject(list.items) ? {} : list.items));
  return mergeSchemas(items, targetOf) ?? {};
}

/** Returns the rest of an object schema after the merge: the properties that it takes, and its own schemas for some of them. */
function withoutMerged(
  object: ClosedObject,
  merged: SchemaObject,
  requiredBeside: readonly string[] = [],
): SchemaObject {
  const { properties, additionalProperties: _closed, required: _required, ...rest } = object;
  const own = Object.entries(properties).flatMap(([name, schema]) => {
    if (canonical(schema) === canonical(merged[name])) return [];
    const inner = member(merged[name], "properties");
    return [[name, isSchemaObject(inner) && isFoldable(schema) ? withoutMerged(schema, inner) : schema]];
  });
  const required = listRequired(object).filter((name) => !requiredBeside.includes(name));
  return {
    ...rest,
    propertyNames: { enum: Object.keys(properties) },
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    ...(required.length > 0 && { required }),
  };
}

/** The reverse of `withoutMerged`, for the schema of an object or of one of its properties. */
function withMerged(own: unknown, beside: unknown): unknown {
  if (own === undefined) return beside;
  if (!isSchemaObject(own) || !("propertyNames" in own)) return own;
  const { propertyNames, properties, required: _required, ...rest } = own;
  const names = member(propertyNames, "enum");
  const described = member(beside, "properties");
  const joined = (Array.isArray(names) ? names : []).map((name) => [
    name,
    withMerged(member(properties, name), member(described, name)),
  ]);
  const required = listRequired(own);
  return {
    ...rest,
    properties: Object.fromEntries(joined),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

function member(value: unknown, name: string): unknown {
  return isSchemaObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
