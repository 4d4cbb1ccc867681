/** Finds the schemas that describe a part of a value. */
import type { SchemaObject } from "../model/schema.ts";
import { patternOf } from "../patterns/matcher.ts";
import { isSchemaObject } from "./keywords.ts";
import { normalise } from "./normalise.ts";
import type { LocatedSchema, Resolver } from "./roots.ts";

/** Stands for the schema of an unresolved reference and allows everything, since another rule reports the reference. */
export const unread: SchemaObject = {};

/** The schemas that describe the part of a value at these steps, through references and all branches. */
export function schemasAt(
  start: LocatedSchema,
  steps: readonly string[],
  resolve: Resolver,
): LocatedSchema[] {
  return steps.reduce<LocatedSchema[]>(
    (targets, step) => targets.flatMap((target) => below(target, step, resolve)),
    [start],
  );
}

function below(target: LocatedSchema, step: string, resolve: Resolver): LocatedSchema[] {
  if (target.schema === unread) return [target];
  const schemas = inPlace(target, resolve);
  const found = schemas.flatMap(({ root, pointer, schema }) =>
    childrenAt(schema, step).map((child) => ({ root, pointer, schema: child as LocatedSchema["schema"] })),
  );
  const isKnown = schemas.every(
    ({ schema: { $ref }, root }) => typeof $ref !== "string" || resolve($ref, root),
  );
  return found.length > 0 || isKnown ? found : [{ ...target, schema: unread }];
}

/** Of a property the schemas in `properties` and matching patterns, else `additionalProperties`; accordingly for an item. */
function childrenAt(schema: SchemaObject, step: string): unknown[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  const own = isSchemaObject(properties) && Object.hasOwn(properties, step) ? [properties[step]] : [];
  const matching = Object.entries(isSchemaObject(patternProperties) ? patternProperties : {})
    .filter(([pattern]) => patternOf(pattern).test(step))
    .map(([, child]) => child);
  const named = [...own, ...matching];
  const others = named.length === 0 && isSchemaObject(additionalProperties) ? [additionalProperties] : [];
  const index = /^\d+$/.test(step) ? Number(step) : -1;
  const item =
    index === -1
      ? undefined
      : Array.isArray(prefixItems) && index < prefixItems.length
        ? prefixItems[index]
        : items;
  return [...named, ...others, ...(item === undefined || item === false ? [] : [item])];
}

/** The schemas that describe the same value: the schema itself, what it refers to, and all its branches. */
export function inPlace(
  start: LocatedSchema,
  resolve: Resolver,
): (LocatedSchema & { readonly schema: SchemaObject })[] {
  const found = new Map<SchemaObject, LocatedSchema & { readonly schema: SchemaObject }>();
  const add = (target: LocatedSchema): void => {
    if (!isSchemaObject(target.schema) || found.has(target.schema)) return;
    const schema = normalise(target.schema, target.root.dialect);
    found.set(target.schema, { ...target, schema });
    const reference = typeof schema.$ref === "string" ? resolve(schema.$ref, target.root) : undefined;
    if (reference) add(reference);
    const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
      Array.isArray(schema[keyword]) ? schema[keyword] : [],
    );
    for (const branch of [...branches, schema.then, schema.else]) add({ ...target, schema: branch });
  };
  add(start);
  return [...found.values()];
}
