/** Finds the schemas that describe a part of a value. */
import type { LocatedSchema, Resolver } from "../schema-locations.ts";
import { graphFor } from "./graph.ts";
import { makeNode, type Node, propertyNodes } from "./node.ts";

/** The schema of an unresolved reference. It allows everything, since another rule reports the reference. */
export const unread: Node = makeNode({});

/** The schemas that describe the part of a value at these steps, through references and all branches. */
export function schemasAt(start: LocatedSchema, steps: readonly string[], resolve: Resolver): Node[] {
  return steps.reduce<Node[]>(
    // Branches may refer to the same schema.
    (nodes, step) => [...new Set(nodes.flatMap((node) => below(node, step)))],
    [graphFor(resolve)(start)],
  );
}

function below(node: Node, step: string): Node[] {
  if (node === unread) return [node];
  const nodes = describing(node);
  const found = nodes.flatMap((each) => childrenAt(each, step));
  return found.length > 0 || !nodes.some(({ opaque }) => opaque.has("$ref")) ? found : [unread];
}

/**
 * Returns the schemas one step below a node. For a property: `properties` and matching patterns, else `additionalProperties`;
 * the same for items. The step `*` means every item of an array, or every entry of a map.
 */
export function childrenAt(node: Node, step: string): Node[] {
  const { patterns, prefix, rest, additional } = node;
  const named = propertyNodes(node, step).filter(
    (child) => child !== additional || typeof child.schema === "object",
  );
  const others = rest && !rest.never ? [rest] : [];
  if (step === "*" && !named.some((child) => child !== additional))
    return [...prefix, ...others, ...patterns.values(), ...named];
  if (!/^\d+$/.test(step)) return named;
  const index = Number(step);
  return index < prefix.length ? [...named, prefix[index]!] : [...named, ...others];
}

/** The names of the properties that schemas of one value describe. */
export function describedNames(nodes: readonly Node[]): string[] {
  return [...new Set(nodes.flatMap(describing).flatMap(({ properties }) => [...properties.keys()]))];
}

/** Returns the schemas that describe the same value: the schema itself, the targets of its references, and all its branches. */
export function describing(start: Node): Node[] {
  const found = new Set<Node>();
  const add = (node: Node): void => {
    if (typeof node.schema === "boolean" || found.has(node)) return;
    found.add(node);
    const { allOf, anyOf, oneOf, condition } = node;
    for (const branch of [...allOf, ...anyOf.flat(), ...oneOf.flat()]) add(branch);
    if (condition?.then) add(condition.then);
    if (condition?.otherwise) add(condition.otherwise);
  };
  add(start);
  return [...found];
}
