/** Finds objects that require properties which they do not allow. */
import { below, type SchemaNode } from "../../cases/schema-node.ts";
import { nearest } from "../../diagnostics/suggest.ts";
import { patternOf } from "../../patterns/matcher.ts";
import { isSchemaObject } from "../../schema/keywords.ts";
import type { LocatedSchema } from "../../schema/roots.ts";
import { type Clash, having, type Keyed, keywordValue, numberOf } from "./clash.ts";

/** Properties that are required and not allowed, or more of them than allowed. */
export function clashingProperties(nodes: readonly SchemaNode[]): Clash[] {
  return [...forbidden(nodes), ...tooMany(nodes), ...tooFew(nodes)];
}

/** The schemas of each property that one of the schemas names. */
export function propertiesOf(nodes: readonly SchemaNode[]): LocatedSchema[][] {
  const names = new Set(nodes.flatMap(({ schema }) => namesIn(schema.properties)));
  return [...names].map((name) => nodes.flatMap((node) => schemasOf(node, name)));
}

function forbidden(nodes: readonly SchemaNode[]): Clash[] {
  return required(nodes).flatMap(({ name, keyed }) => {
    const against = nodes.flatMap((node) => refusalOf(node, name))[0];
    if (!against) return [];
    const others = nodes.flatMap(({ schema }) =>
      namesIn(schema.properties).filter((other) => other !== name),
    );
    const suggestion = against.keyword === "additionalProperties" ? nearest(name, others) : undefined;
    return [
      {
        detail: `${JSON.stringify(name)} is required, but not allowed.`,
        at: keyed,
        against,
        ...(suggestion !== undefined && { hint: `Did you mean ${JSON.stringify(suggestion)}?` }),
      },
    ];
  });
}

function tooMany(nodes: readonly SchemaNode[]): Clash[] {
  const names = required(nodes);
  return having(nodes, "maxProperties")
    .filter((keyed) => numberOf(keyed) < names.length)
    .map((keyed) => {
      const detail = `${names.length} properties are required, and at most ${numberOf(keyed)} allowed.`;
      return { detail, at: names.at(-1)!.keyed, against: keyed };
    });
}

function tooFew(nodes: readonly SchemaNode[]): Clash[] {
  const closed = having(nodes, "additionalProperties").find(
    ({ node: { schema } }) => schema.additionalProperties === false && schema.patternProperties === undefined,
  );
  if (!closed) return [];
  const count = namesIn(closed.node.schema.properties).length;
  return having(nodes, "minProperties")
    .filter((keyed) => numberOf(keyed) > count)
    .map((keyed) => ({
      detail: `At least ${numberOf(keyed)} properties are asked for, and only ${count} allowed.`,
      at: keyed,
      against: closed,
    }));
}

/** Every required property, once. */
function required(nodes: readonly SchemaNode[]): { name: string; keyed: Keyed }[] {
  const found = new Map<string, Keyed>();
  for (const keyed of having(nodes, "required"))
    for (const name of keywordValue(keyed) as string[]) if (!found.has(name)) found.set(name, keyed);
  return [...found].map(([name, keyed]) => ({ name, keyed }));
}

/** The keyword by which a schema refuses a property, if it does. */
function refusalOf(node: SchemaNode, name: string): Keyed[] {
  const { properties, patternProperties } = node.schema;
  if (isSchemaObject(properties) && Object.hasOwn(properties, name)) {
    return properties[name] === false ? [{ node, keyword: "properties", entry: name }] : [];
  }
  const patterns = namesIn(patternProperties).filter((pattern) => patternOf(pattern).test(name));
  if (patterns.length > 0) return [];
  return node.schema.additionalProperties === false ? [{ node, keyword: "additionalProperties" }] : [];
}

function schemasOf(node: SchemaNode, name: string): LocatedSchema[] {
  const { properties, patternProperties, additionalProperties } = node.schema;
  const own =
    isSchemaObject(properties) && Object.hasOwn(properties, name) ? [below(node, "properties", name)] : [];
  const matching = namesIn(patternProperties)
    .filter((pattern) => patternOf(pattern).test(name))
    .map((pattern) => below(node, "patternProperties", pattern));
  const found = [...own, ...matching];
  return found.length === 0 && isSchemaObject(additionalProperties)
    ? [below(node, "additionalProperties")]
    : found;
}

function namesIn(map: unknown): string[] {
  return isSchemaObject(map) ? Object.keys(map) : [];
}
