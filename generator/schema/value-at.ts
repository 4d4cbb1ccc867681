/** Finds the schemas that describe a part of a value. */
import { pointerOf } from "@toolwright/runtime/json";
import type { JsonSchema, SchemaObject } from "../model/schema.ts";
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
    childrenAt(schema, step).map(([path, child]) => ({
      root,
      pointer: pointer + pointerOf(path),
      schema: child as LocatedSchema["schema"],
    })),
  );
  const isKnown = schemas.every(
    ({ schema: { $ref }, root }) => typeof $ref !== "string" || resolve($ref, root),
  );
  return found.length > 0 || isKnown ? found : [{ ...target, schema: unread }];
}

/** A subschema, and the path to it. */
type Child = readonly [path: readonly (string | number)[], schema: unknown];

/**
 * Of a property the schemas in `properties` and matching patterns, else `additionalProperties`; accordingly for an item. `*` is every
 * item of an array, or every entry of a map.
 */
function childrenAt(schema: SchemaObject, step: string): Child[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema;
  const patterns = Object.entries(isSchemaObject(patternProperties) ? patternProperties : {});
  const inPattern = ([pattern, child]: readonly [string, unknown]): Child => [
    ["patternProperties", pattern],
    child,
  ];
  const own: Child[] =
    isSchemaObject(properties) && Object.hasOwn(properties, step)
      ? [[["properties", step], properties[step]]]
      : [];
  const named = [...own, ...patterns.filter(([pattern]) => patternOf(pattern).test(step)).map(inPattern)];
  const others: Child[] =
    named.length === 0 && isSchemaObject(additionalProperties)
      ? [[["additionalProperties"], additionalProperties]]
      : [];
  const first = (Array.isArray(prefixItems) ? prefixItems : []).map(
    (child, index): Child => [["prefixItems", index], child],
  );
  const rest: Child[] = items === undefined || items === false ? [] : [[["items"], items]];
  if (step === "*" && named.length === 0) return [...first, ...rest, ...patterns.map(inPattern), ...others];
  const index = /^\d+$/.test(step) ? Number(step) : -1;
  const item = index === -1 ? [] : index < first.length ? [first[index]!] : rest;
  return [...named, ...others, ...item];
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
      (Array.isArray(schema[keyword]) ? schema[keyword] : []).map(
        (branch, index): Child => [[keyword, index], branch],
      ),
    );
    for (const [path, branch] of [...branches, [["then"], schema.then], [["else"], schema.else]] as Child[]) {
      add({ root: target.root, pointer: target.pointer + pointerOf(path), schema: branch as JsonSchema });
    }
  };
  add(start);
  return [...found.values()];
}
