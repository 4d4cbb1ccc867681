import { isSchemaObject } from "../schema/keywords.ts";
import type { Resolver, Target } from "../schema/roots.ts";
import { patternsOf } from "./assertions.ts";
import type { Judge } from "./checks.ts";
import { below, branches, isNode, type Node, referred } from "./node.ts";

type Step = string | number;
type Holds = Judge["holds"];

/** What the schemas of a value say of its parts, by whether those are properties or items. */
type Own = (node: Node, value: object, holds: Holds) => readonly Step[];

/**
 * The properties that a keyword has looked at, in this schema or in one that describes the same value
 * (JSON Schema 2020-12 Core, 11.3). `unevaluatedProperties` of the schema itself comes after all of them.
 */
export function lookedAtProperties(node: Node, value: object, holds: Holds, resolve: Resolver): Set<Step> {
  const others = { ...node, schema: { ...node.schema, unevaluatedProperties: undefined } };
  return collect(others, value, holds, resolve, propertiesOf);
}

/** The items that a keyword has looked at, as for properties (11.2); those that `contains` fits are among them. */
export function lookedAtItems(node: Node, value: object, holds: Holds, resolve: Resolver): Set<Step> {
  const others = { ...node, schema: { ...node.schema, unevaluatedItems: undefined } };
  return collect(others, value, holds, resolve, itemsOf);
}

function collect(target: Target, value: object, holds: Holds, resolve: Resolver, own: Own): Set<Step> {
  const found = new Set<Step>();
  const targets = new Map([[target.schema, target]]);
  // A schema that is reached on several ways looks at the same each time.
  for (const each of targets.values()) {
    if (!isNode(each)) continue;
    for (const step of own(each, value, holds)) found.add(step);
    for (const other of schemasInPlace(each, value, holds, resolve))
      if (!targets.has(other.schema)) targets.set(other.schema, other);
  }
  return found;
}

/** The schemas below that describe the same value, and that it fits where it does not have to. */
function schemasInPlace(node: Node, value: object, holds: Holds, resolve: Resolver): Target[] {
  const { schema } = node;
  const reference = referred(node, resolve);
  const fitting = ["anyOf", "oneOf"].flatMap((keyword) =>
    branches(node, keyword).filter((branch) => holds(value, branch)),
  );
  const dependent = Object.keys(isSchemaObject(schema.dependentSchemas) ? schema.dependentSchemas : {})
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => below(node, "dependentSchemas", name));
  const way = (keyword: string) => (schema[keyword] === undefined ? [] : [below(node, keyword)]);
  const [condition] = way("if");
  const chosen =
    condition === undefined ? [] : holds(value, condition) ? [condition, ...way("then")] : way("else");
  return [...(reference ? [reference] : []), ...branches(node, "allOf"), ...fitting, ...dependent, ...chosen];
}

function propertiesOf({ schema }: Node, value: object): readonly string[] {
  const names = Object.keys(value);
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) return names;
  const patterns = patternsOf(schema);
  const { properties } = schema;
  return names.filter(
    (name) =>
      (isSchemaObject(properties) && Object.hasOwn(properties, name)) ||
      patterns.some(([, matches]) => matches.test(name)),
  );
}

function itemsOf(node: Node, value: object, holds: Holds): readonly number[] {
  const { items, prefixItems, contains, unevaluatedItems } = node.schema;
  const indices = [...(value as readonly unknown[]).keys()];
  if (items !== undefined || unevaluatedItems !== undefined) return indices;
  const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
  if (contains === undefined) return indices.slice(0, first);
  const target = below(node, "contains");
  return indices.filter(
    (index) => index < first || holds((value as readonly unknown[])[index], target, index),
  );
}
