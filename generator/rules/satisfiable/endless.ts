import { conjunctsOf } from "../../cases/conjuncts.ts";
import { below, branches, isNode, locusOf, type Node } from "../../cases/node.ts";
import type { Violation } from "../../diagnostic.ts";
import type { Model } from "../../model.ts";
import { isSchemaObject, type SchemaObject } from "../../schema/keywords.ts";
import { meantModel } from "../../schema/meant.ts";
import { pointerOf } from "../../schema/reference.ts";
import { type Resolver, resolver, type Target } from "../../schema/roots.ts";
import { everySchema } from "../rule.ts";
import { typesLeft } from "./types.ts";

/** Schemas that require a value of themselves inside each value, so that none ever ends. Each circle once. */
export function endless(written: Model): Violation[] {
  const model = meantModel(written);
  const resolve = resolver(model);
  const told = new Set<SchemaObject>();
  return everySchema(model).flatMap(({ schema, root, path }) => {
    const open: SchemaObject[] = [];
    const circle = new Set<SchemaObject>();
    const node: Node = { root, pointer: pointerOf(path), schema };
    if (ends(node, resolve, open, circle) || !circle.has(schema)) return [];
    if ([...circle].some((member) => told.has(member))) return [];
    for (const member of circle) told.add(member);
    const keyword = ["required", "minItems", "contains"].find((name) => schema[name] !== undefined) ?? "$ref";
    const detail = "Every value of this needs another one inside it, without end.";
    return [{ at: locusOf(node, keyword), detail, hint: "Make it optional, or allow null." }];
  });
}

/** Whether some value is finite. What stands on the way round a circle is added to `circle`. */
function ends(target: Target, resolve: Resolver, open: SchemaObject[], circle: Set<SchemaObject>): boolean {
  if (!isNode(target)) return true;
  const at = open.indexOf(target.schema);
  if (at !== -1) {
    for (const member of open.slice(at)) circle.add(member);
    return false;
  }
  open.push(target.schema);
  const nodes = conjunctsOf([target], resolve);
  const on = (child: Target) => ends(child, resolve, open, circle);
  const isShort = nodes.some(({ schema }) => "const" in schema || "enum" in schema) || hasShortType(nodes);
  const result =
    nodes.every((node) => choicesOf(node).every((choice) => choice.some(on))) &&
    (isShort || needed(nodes).every(on));
  open.pop();
  return result;
}

/** Whether a value may be something else than an object or a list. */
function hasShortType(nodes: readonly Node[]): boolean {
  const types = typesLeft(nodes);
  return (
    types === undefined || types.some((type) => type !== "object" && type !== "array") || types.length > 1
  );
}

function choicesOf(node: Node): Target[][] {
  return ["anyOf", "oneOf"].map((keyword) => branches(node, keyword)).filter((list) => list.length > 0);
}

/** What a value cannot be without. */
function needed(nodes: readonly Node[]): Target[] {
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
