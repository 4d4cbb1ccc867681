/** The schemas that describe a value together, and the types that they leave. */
import { listTypes } from "../graph/bounds.ts";
import { conjuncts, type Node, propertyNodes } from "../graph/node.ts";

/** Returns all schemas that apply to a value: these, the targets of their references, and the branches of their `allOf`. */
export function listConjuncts(targets: readonly Node[]): Node[] {
  return conjuncts(targets).filter(isDescribed);
}

/** Whether the schema is an object of keywords, not just `true` or `false`. */
export function isDescribed({ schema }: Node): boolean {
  return typeof schema === "object";
}

/** The schemas of an item of an array that nodes describe. */
export function itemTargets(nodes: readonly Node[], index: number): Node[] {
  return nodes.flatMap(({ prefix, rest }) => prefix[index] ?? rest ?? []);
}

/** The schemas of a property of an object that nodes describe. */
export function propertyTargets(nodes: readonly Node[], name: string): Node[] {
  return nodes.flatMap((node) =>
    propertyNodes(node, name).filter((child) => child !== node.additional || isDescribed(child)),
  );
}

/** The branches of the unions of a schema. */
export function unionBranches({ oneOf, anyOf }: Node): Node[] {
  return [...oneOf.flat(), ...anyOf.flat()];
}

/**
 * Returns the types that a value may have, in the order of the first schema that names types; otherwise the types to which the
 * keywords apply.
 */
export function likelyTypes(nodes: readonly Node[]): readonly string[] {
  const declared = nodes.find(({ types }) => types)?.types;
  const possible = listTypes(nodes);
  if (declared) {
    const isPossible = (type: string) => possible.some((each) => each === type);
    return declared.flatMap((type) => {
      if (isPossible(type)) return [type];
      if (type === "integer" && isPossible("number")) return [type];
      return type === "number" && isPossible("integer") ? ["integer"] : [];
    });
  }
  const implied = Object.entries(hasKeywords).filter(([, has]) => nodes.some(has));
  return implied.length > 0
    ? implied.map(([type]) => type)
    : ["string", "object", "number", "boolean", "array", "null"];
}

/** Type -> whether a schema has keywords for it. */
const hasKeywords: Readonly<Record<string, (node: Node) => boolean>> = {
  object: ({ properties, required, additional, patterns, names, numbers }) =>
    properties.size > 0 ||
    required.length > 0 ||
    patterns.size > 0 ||
    [additional, names, numbers.minProperties].some((keyword) => keyword !== undefined),
  array: ({ rest, prefix, contains, unique, numbers }) =>
    prefix.length > 0 ||
    [rest, contains, unique, numbers.minItems, numbers.maxItems].some((keyword) => keyword !== undefined),
  string: ({ pattern, format, numbers: { minLength, maxLength } }) =>
    [pattern, format, minLength, maxLength].some((keyword) => keyword !== undefined),
  number: ({ numbers: { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].some((bound) => bound !== undefined),
};
