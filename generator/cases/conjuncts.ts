import type { Resolver, Target } from "../schema/roots.ts";
import { branches, isNode, isSamePlace, type Node, referred } from "./node.ts";

/** The schemas that describe the same value for certain: these, what they refer to, and what their `allOf` lists. */
export function conjunctsOf(targets: readonly Target[], resolve: Resolver): Node[] {
  const found: Node[] = [];
  const add = (target: Target): void => {
    if (!isNode(target) || found.some((other) => isSamePlace(other, target))) return;
    found.push(target);
    const reference = referred(target, resolve);
    if (reference) add(reference);
    branches(target, "allOf").forEach(add);
  };
  targets.forEach(add);
  return found;
}

const typeOfKeyword: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  [
    "object",
    ["properties", "required", "additionalProperties", "patternProperties", "minProperties", "propertyNames"],
  ],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]],
  ["string", ["pattern", "format", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The types a value may have; where no schema says so, those that its keywords are about. */
export function typesOf(nodes: readonly Node[]): string[] {
  const declared = nodes.flatMap(({ schema }) =>
    schema.type === undefined ? [] : [[schema.type].flat().map(String)],
  );
  if (declared.length > 0) {
    return declared.reduce((types, others) =>
      types.filter((type) => others.includes(type) || (type === "integer" && others.includes("number"))),
    );
  }
  const meant = typeOfKeyword.filter(([, keywords]) =>
    nodes.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined)),
  );
  return meant.length > 0
    ? meant.map(([type]) => type)
    : ["string", "object", "number", "boolean", "array", "null"];
}
