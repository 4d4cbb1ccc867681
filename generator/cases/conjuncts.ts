/** Collects the schemas that all apply to one value, and the types that they leave. */
import type { LocatedSchema, Resolver } from "../schema/roots.ts";
import { branches, isNode, isSamePlace, referred, type SchemaNode } from "./schema-node.ts";

/** The schemas that all apply to a value: these, what they refer to, and the branches of their `allOf`. */
export function conjunctsOf(targets: readonly LocatedSchema[], resolve: Resolver): SchemaNode[] {
  const conjuncts: SchemaNode[] = [];
  const add = (target: LocatedSchema): void => {
    if (!isNode(target) || conjuncts.some((other) => isSamePlace(other, target))) return;
    conjuncts.push(target);
    const reference = referred(target, resolve);
    if (reference) add(reference);
    branches(target, "allOf").forEach(add);
  };
  targets.forEach(add);
  return conjuncts;
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

/** The types that a value may have; where no schema names one, those that the keywords apply to. */
export function typesOf(nodes: readonly SchemaNode[]): string[] {
  const declared = nodes.flatMap(({ schema }) =>
    schema.type === undefined ? [] : [[schema.type].flat().map(String)],
  );
  if (declared.length > 0) {
    return declared.reduce((types, others) =>
      types.filter((type) => others.includes(type) || (type === "integer" && others.includes("number"))),
    );
  }
  const implied = typeOfKeyword.filter(([, keywords]) =>
    nodes.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined)),
  );
  return implied.length > 0
    ? implied.map(([type]) => type)
    : ["string", "object", "number", "boolean", "array", "null"];
}
