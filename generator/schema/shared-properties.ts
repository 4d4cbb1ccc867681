/** Says once what the alternatives of a published schema have in common. */
import { canonical } from "@toolwright/runtime/json";
import type { JsonSchema, SchemaObject } from "../model/schema.ts";
import { isSchemaObject } from "./keywords.ts";
import { rewrite, walk } from "./walk.ts";

/** What may stand beside the alternatives. With other keywords there, the schema stays as it is. */
const besideAlternatives: ReadonlySet<string> = new Set(["type", "title", "description"]);

/**
 * A schema that accepts the same values in less text. A property that closed alternatives of a `oneOf` or `anyOf` describe alike is
 * described beside them, and in each only its type is left: every other alternative refuses the property, so nothing changes. What all
 * of them require is required beside them. The type stays because linters of tools take an empty schema for a mistake, so a property
 * without one stays where it is.
 */
export function withSharedProperties(schema: JsonSchema): JsonSchema {
  const typeOf = typesIn(schema);
  return rewrite(schema, (part) => shared(part, typeOf)) as JsonSchema;
}

/** The one type of a schema, its own or that of the definition that it refers to. */
type TypeOf = (schema: unknown) => string | undefined;

function typesIn(root: JsonSchema): TypeOf {
  const definitions = isSchemaObject(root) && isSchemaObject(root.$defs) ? root.$defs : {};
  return (schema) => {
    if (!isSchemaObject(schema)) return undefined;
    const [, name] =
      typeof schema.$ref === "string" ? (/^#\/\$defs\/([^/~%]+)$/.exec(schema.$ref) ?? []) : [];
    const whole = name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : schema;
    return isSchemaObject(whole) && typeof whole.type === "string" ? whole.type : undefined;
  };
}

function shared(schema: SchemaObject, typeOf: TypeOf): SchemaObject {
  const keyword = ["oneOf", "anyOf"].find((name) => Array.isArray(schema[name]));
  if (!keyword) return schema;
  const { [keyword]: branches, ...beside } = schema as SchemaObject & Record<string, SchemaObject[]>;
  if (!branches!.every(isClosed) || !Object.keys(beside).every((key) => besideAlternatives.has(key)))
    return schema;
  const properties = sharedProperties(branches!, typeOf);
  if (properties.size === 0) return schema;
  const required = requiredByAll(branches!);
  const shorter = {
    ...beside,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    [keyword]: branches!.map((branch) => withoutShared(branch, { properties, required }, typeOf)),
  };
  return JSON.stringify(shorter).length < JSON.stringify(schema).length ? shorter : schema;
}

interface ClosedObject extends SchemaObject {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Whether a schema refuses every property of an object that its `properties` do not name. */
function isClosed(schema: unknown): schema is ClosedObject {
  return (
    isSchemaObject(schema) &&
    isSchemaObject(schema.properties) &&
    schema.additionalProperties === false &&
    !("patternProperties" in schema)
  );
}

/** The properties that two or more alternatives have, and that all of these describe alike. */
function sharedProperties(branches: readonly ClosedObject[], typeOf: TypeOf): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const name of new Set(branches.flatMap(({ properties }) => Object.keys(properties)))) {
    const described = branches.filter(({ properties }) => Object.hasOwn(properties, name));
    const [first, ...others] = described.map(({ properties }) => properties[name]);
    const alike = others.every((other) => canonical(other) === canonical(first));
    const type = typeOf(first);
    if (others.length > 0 && alike && type !== undefined && canonical(first) !== canonical({ type }))
      found.set(name, first);
  }
  return found;
}

function requiredByAll(branches: readonly ClosedObject[]): string[] {
  const [first = [], ...others] = branches.map(requiredBy);
  return first.filter((name) => others.every((names) => names.includes(name)));
}

function requiredBy({ required }: SchemaObject): readonly string[] {
  return Array.isArray(required) ? required : [];
}

function withoutShared(
  branch: ClosedObject,
  shared: { readonly properties: ReadonlyMap<string, unknown>; readonly required: readonly string[] },
  typeOf: TypeOf,
): SchemaObject {
  const { required: _, ...rest } = branch;
  const own = requiredBy(branch).filter((name) => !shared.required.includes(name));
  const properties = Object.entries(branch.properties).map(
    ([name, schema]) => [name, shared.properties.has(name) ? { type: typeOf(schema) } : schema] as const,
  );
  return { ...rest, properties: Object.fromEntries(properties), ...(own.length > 0 && { required: own }) };
}

/** References that lead to nothing that `withOwnProperties` moves. */
const toDefinition = /^#?(\/(\$defs|definitions)\/[^/]+)?$/;

/** The reverse: closed alternatives describe all of their properties themselves, so that equal schemas look equal. */
export function withOwnProperties(schema: JsonSchema): JsonSchema {
  let movable = true;
  walk(schema, ({ $ref }) => {
    if (typeof $ref === "string" && !toDefinition.test($ref)) movable = false;
  });
  const typeOf = typesIn(schema);
  return movable ? (rewrite(schema, (part) => own(part, typeOf)) as JsonSchema) : schema;
}

function own(schema: SchemaObject, typeOf: TypeOf): SchemaObject {
  const keyword = ["oneOf", "anyOf"].find((name) => Array.isArray(schema[name]));
  if (!keyword || !isSchemaObject(schema.properties)) return schema;
  const { properties, required: _, [keyword]: branches, ...beside } = schema;
  const movable = Object.keys(beside).every((key) => besideAlternatives.has(key));
  if (!movable || !(branches as unknown[]).every(isClosed)) return schema;
  const common = { properties: properties as SchemaObject, required: requiredBy(schema) };
  return {
    ...beside,
    [keyword]: (branches as ClosedObject[]).map((branch) => withOwn(branch, common, typeOf)),
  };
}

function withOwn(
  branch: ClosedObject,
  beside: { readonly properties: SchemaObject; readonly required: readonly string[] },
  typeOf: TypeOf,
): SchemaObject {
  const properties = Object.entries(branch.properties).map(([name, schema]) => {
    if (!Object.hasOwn(beside.properties, name)) return [name, schema] as const;
    const whole = beside.properties[name];
    const isImplied = [canonical({}), canonical({ type: typeOf(whole) })].includes(canonical(schema));
    return [name, isImplied ? whole : { allOf: [whole, schema] }] as const;
  });
  const required = [...beside.required, ...requiredBy(branch)];
  return {
    ...branch,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
