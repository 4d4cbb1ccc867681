/** Finds schemas of which every value is infinite. */
import { pointerOf } from "@toolwright/runtime/json";
import { conjunctsOf } from "../../cases/conjuncts.ts";
import { below, branches, isNode, locationOf, type SchemaNode } from "../../cases/schema-node.ts";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import type { SchemaObject } from "../../model/schema.ts";
import { isSchemaObject } from "../../schema/keywords.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { type LocatedSchema, type Resolver, resolver } from "../../schema/roots.ts";
import { everySchema } from "../rule.ts";
import { typesLeft } from "./types.ts";

/** Reports schemas that require a value of themselves inside each value, so that every value is infinite. Each circle once. */
export function endless(source: Model): Violation[] {
  const model = normalisedModel(source);
  const nodes = everySchema(model).map(
    ({ schema, root, path }): SchemaNode => ({ root, pointer: pointerOf(path), schema }),
  );
  const blocked = blockedBy(nodes, resolver(model));
  const reported = new Set<SchemaObject>();
  return nodes.flatMap((node) => {
    const { schema } = node;
    const reached = reachedFrom(schema, blocked);
    if (!reached.has(schema)) return [];
    const circle = [...reached].filter((member) => reachedFrom(member, blocked).has(schema));
    if (circle.some((member) => reported.has(member))) return [];
    for (const member of circle) reported.add(member);
    const keyword = ["required", "minItems", "contains"].find((name) => schema[name] !== undefined) ?? "$ref";
    const detail = "Every value of this needs another one inside it, without end.";
    return [{ at: locationOf(node, keyword), detail, hint: "Make it optional, or allow null." }];
  });
}

/** Schemas without a finite value, each with the endless schemas that it requires. */
type Blocked = ReadonlyMap<SchemaObject, readonly SchemaObject[]>;

/** Grows the set of schemas with a finite value until nothing is added. */
function blockedBy(nodes: readonly SchemaNode[], resolve: Resolver): Blocked {
  const demands = demandsOf(nodes, resolve);
  const ending = new Set<SchemaObject>();
  const ends = ({ schema }: LocatedSchema) => !isSchemaObject(schema) || ending.has(schema);
  for (let size = -1; size !== ending.size; ) {
    size = ending.size;
    for (const [schema, lists] of demands) if (lists.every((list) => list.some(ends))) ending.add(schema);
  }
  return new Map(
    [...demands]
      .filter(([schema]) => !ending.has(schema))
      .map(([schema, lists]) => [
        schema,
        lists
          .filter((list) => !list.some(ends))
          .flatMap((list) => list.filter(isNode).map((target) => target.schema)),
      ]),
  );
}

/** Schema -> lists of schemas; a value needs one of each list. Schemas that others require come first. */
function demandsOf(
  nodes: readonly SchemaNode[],
  resolve: Resolver,
): ReadonlyMap<SchemaObject, readonly LocatedSchema[][]> {
  const demands = new Map<SchemaObject, readonly LocatedSchema[][]>();
  const open = new Set<SchemaObject>();
  const visit = (target: LocatedSchema): void => {
    if (!isNode(target) || open.has(target.schema)) return;
    open.add(target.schema);
    const lists = listsOf(target, resolve);
    for (const list of lists) list.forEach(visit);
    demands.set(target.schema, lists);
  };
  nodes.forEach(visit);
  return demands;
}

function listsOf(node: SchemaNode, resolve: Resolver): LocatedSchema[][] {
  const nodes = conjunctsOf([node], resolve);
  const isShort = nodes.some(({ schema }) => "const" in schema || "enum" in schema) || hasShortType(nodes);
  return [...nodes.flatMap(choicesOf), ...(isShort ? [] : needed(nodes).map((target) => [target]))];
}

function reachedFrom(schema: SchemaObject, blocked: Blocked): ReadonlySet<SchemaObject> {
  const reached = new Set(blocked.get(schema));
  for (const each of reached) for (const next of blocked.get(each) ?? []) reached.add(next);
  return reached;
}

/** Whether a value may be something other than an object or an array. */
function hasShortType(nodes: readonly SchemaNode[]): boolean {
  const types = typesLeft(nodes);
  return (
    types === undefined || types.some((type) => type !== "object" && type !== "array") || types.length > 1
  );
}

function choicesOf(node: SchemaNode): LocatedSchema[][] {
  return ["anyOf", "oneOf"].map((keyword) => branches(node, keyword)).filter((list) => list.length > 0);
}

/** The schemas of the parts that every value contains. */
function needed(nodes: readonly SchemaNode[]): LocatedSchema[] {
  const names = new Set(
    nodes.flatMap(({ schema: { required } }) => (Array.isArray(required) ? required.map(String) : [])),
  );
  return nodes.flatMap((node) => {
    const { properties, prefixItems, minItems, items, contains, minContains } = node.schema;
    const own = [...names].filter((name) => isSchemaObject(properties) && Object.hasOwn(properties, name));
    const least = typeof minItems === "number" ? minItems : 0;
    const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
    return [
      ...own.map((name) => below(node, "properties", name)),
      ...Array.from({ length: Math.min(least, first) }, (_, position) =>
        below(node, "prefixItems", position),
      ),
      ...(least > first && items !== undefined ? [below(node, "items")] : []),
      ...(contains !== undefined && minContains !== 0 ? [below(node, "contains")] : []),
    ];
  });
}
