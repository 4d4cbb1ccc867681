/** Shortens a published schema: properties that its alternatives share are described once. */
import { canonical } from "./json.ts";
import { isSchemaObject } from "./keywords.ts";
import {
  besideAlternatives,
  type ClosedObject,
  foldTaggedUnion,
  isClosed,
  listRequired,
  listRequiredByAll,
  type TargetOf,
  unfoldTaggedUnion,
} from "./tagged-union.ts";
import type { JsonSchema, SchemaObject } from "./types.ts";
import { rewrite, walk } from "./walk.ts";

/**
 * Returns a shorter schema that accepts the same values. If closed alternatives of a `oneOf` or `anyOf` describe a property in
 * the same way, it moves beside them, and each alternative keeps only its type. Other alternatives reject the property, so the
 * meaning does not change. Properties that all of them require are required beside them. Linters of tools report an empty
 * schema as a mistake, so the type stays, and a property without a type is not moved.
 */
export function withSharedProperties(schema: JsonSchema): JsonSchema {
  return moveProperties(schema, shareProperties);
}

/** The same for arguments, where all properties of tagged unions stand beside their alternatives. */
export function withArgumentsBeside(schema: JsonSchema): JsonSchema {
  return moveProperties(schema, (part, targetOf) => {
    const whole = own(part, targetOf);
    const folded = foldTaggedUnion(whole, targetOf);
    return folded === whole ? shareProperties(part, targetOf) : folded;
  });
}

/** The reverse of both: closed alternatives describe all of their properties themselves, so that equal schemas look equal. */
export function withOwnProperties(schema: JsonSchema): JsonSchema {
  return moveProperties(schema, (part, targetOf) => own(unfoldTaggedUnion(part, targetOf), targetOf));
}

/** Matches references to schemas that do not move. */
const toDefinition = /^#?(\/(\$defs|definitions)\/[^/]+)?$/;

/** Rewrites a schema, unless it has a reference or an address that would no longer be right. */
function moveProperties(
  schema: JsonSchema,
  move: (part: SchemaObject, targetOf: TargetOf) => SchemaObject,
): JsonSchema {
  let isMovable = true;
  walk(schema, ({ $ref, $id, $anchor }, path) => {
    if (typeof $ref === "string" && !toDefinition.test($ref)) isMovable = false;
    if (path.length > 0 && ($id ?? $anchor) !== undefined) isMovable = false;
  });
  if (!isMovable) return schema;
  const targetOf = definitionsIn(schema);
  return rewrite(schema, (part) => move(part, targetOf)) as JsonSchema;
}

/** Finds the definition that a schema refers to, in the `$defs` of a root. */
export function definitionsIn(root: JsonSchema): TargetOf {
  const definitions = isSchemaObject(root) && isSchemaObject(root.$defs) ? root.$defs : {};
  return (schema) => {
    if (!isSchemaObject(schema) || typeof schema.$ref !== "string") return schema;
    const [, name] = /^#\/\$defs\/([^/~%]+)$/.exec(schema.$ref) ?? [];
    return name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : schema;
  };
}

/** Returns the single type of a schema, or of the definition that it refers to. */
function findType(schema: unknown, targetOf: TargetOf): string | undefined {
  const whole = targetOf(schema);
  return isSchemaObject(whole) && typeof whole.type === "string" ? whole.type : undefined;
}

function shareProperties(schema: SchemaObject, targetOf: TargetOf): SchemaObject {
  const keyword = ["oneOf", "anyOf"].find((name) => Array.isArray(schema[name]));
  if (!keyword) return schema;
  const { [keyword]: branches, ...beside } = schema as SchemaObject & Record<string, SchemaObject[]>;
  if (!branches!.every(isClosed) || !Object.keys(beside).every((key) => besideAlternatives.has(key)))
    return schema;
  const properties = sharedProperties(branches!, targetOf);
  if (properties.size === 0) return schema;
  const required = listRequiredByAll(branches!);
  const shorter = {
    ...beside,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    [keyword]: branches!.map((branch) => withoutShared(branch, { properties, required }, targetOf)),
  };
  return JSON.stringify(shorter).length < JSON.stringify(schema).length ? shorter : schema;
}

/** Returns the properties that two or more alternatives describe in the same way. */
function sharedProperties(branches: readonly ClosedObject[], targetOf: TargetOf): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const name of new Set(branches.flatMap(({ properties }) => Object.keys(properties)))) {
    const described = branches.filter(({ properties }) => Object.hasOwn(properties, name));
    const [first, ...others] = described.map(({ properties }) => properties[name]);
    const alike = others.every((other) => canonical(other) === canonical(first));
    const type = findType(first, targetOf);
    if (others.length > 0 && alike && type !== undefined && canonical(first) !== canonical({ type }))
      found.set(name, first);
  }
  return found;
}

function withoutShared(
  branch: ClosedObject,
  shared: { readonly properties: ReadonlyMap<string, unknown>; readonly required: readonly string[] },
  targetOf: TargetOf,
): SchemaObject {
  const { required: _, ...rest } = branch;
  const own = listRequired(branch).filter((name) => !shared.required.includes(name));
  const properties = Object.entries(branch.properties).map(
    ([name, schema]) =>
      [name, shared.properties.has(name) ? { type: findType(schema, targetOf) } : schema] as const,
  );
  return { ...rest, properties: Object.fromEntries(properties), ...(own.length > 0 && { required: own }) };
}

function own(schema: SchemaObject, targetOf: TargetOf): SchemaObject {
  const keyword = ["oneOf", "anyOf"].find((name) => Array.isArray(schema[name]));
  if (!keyword || !isSchemaObject(schema.properties)) return schema;
  const { properties, required: _, [keyword]: branches, ...beside } = schema;
  const movable = Object.keys(beside).every((key) => besideAlternatives.has(key));
  if (!movable || !(branches as unknown[]).every(isClosed)) return schema;
  const common = { properties: properties as SchemaObject, required: listRequired(schema) };
  return {
    ...beside,
    [keyword]: (branches as ClosedObject[]).map((branch) => withOwn(branch, common, targetOf)),
  };
}

function withOwn(
  branch: ClosedObject,
  beside: { readonly properties: SchemaObject; readonly required: readonly string[] },
  targetOf: TargetOf,
): SchemaObject {
  const properties = Object.entries(branch.properties).map(([name, schema]) => {
    if (!Object.hasOwn(beside.properties, name)) return [name, schema] as const;
    const whole = beside.properties[name];
    const isImplied = [canonical({}), canonical({ type: findType(whole, targetOf) })].includes(
      canonical(schema),
    );
    return [name, isImplied ? whole : { allOf: [whole, schema] }] as const;
  });
  const required = [...beside.required, ...listRequired(branch)];
  return {
    ...branch,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
