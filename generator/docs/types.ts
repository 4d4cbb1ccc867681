/** Types and constraints of values in words, for docs/tools.md. */

import { normalise } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import { showConstraints, showPattern } from "../schema/constraints.ts";
import { code, link, words } from "./markdown.ts";
import { hasKeywords, type Shapes } from "./shapes.ts";

/** The type of a value, as Markdown: `string`, `list of [form_match](#shape-form_match)`, `"draft"` or `"published"`. */
export function typeWords(node: Node, shapes: Shapes): string {
  if (node.never) return "nothing";
  const shape = shapes.shapeAt(node);
  if (shape) return link(words(shape.name), shape.anchor);
  const target = shapes.target(node);
  if (target) return typeWords(target, shapes);
  const [values] = node.enums;
  if (values) return orList(values.map(literal));
  const [alternatives] = [...node.oneOf, ...node.anyOf];
  if (alternatives) return orList(alternatives.map((branch) => alternativeWords(branch, shapes)));
  const parts = node.allOf.filter(hasKeywords);
  if (parts.length > 0) return parts.map((part) => typeWords(part, shapes)).join(" and ");
  return orList(listTypes(node).map((type) => describeType(type, node, shapes)));
}

/** Writes the constraints of a value beyond its type, as Markdown. Empty for shapes, which have their own sections. */
export function constraintWords(node: Node, shapes: Shapes): string {
  const target = shapes.shapeAt(node) ? undefined : shapes.target(node);
  const keywords = typeof node.schema === "object" ? normalise(node.schema, node.root.dialect) : {};
  const { pattern, type, ...rest } = keywords;
  const shown = showPattern(keywords);
  return [
    ...(target ? [constraintWords(target, shapes)] : []),
    words(showConstraints(rest)),
    shown === undefined ? "" : `matches ${code(shown)}`,
    labelType("keys", node.names, shapes),
    labelType("each", node.rest, shapes),
    labelType("values", node.additional, shapes),
    node.scope === undefined ? "" : `only with the scope ${code(node.scope)}`,
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function labelType(what: string, node: Node | undefined, shapes: Shapes): string {
  const constraints = hasKeywords(node) ? constraintWords(node, shapes) : "";
  return constraints === "" ? "" : `${what}: ${constraints}`;
}

export function alternativeWords(node: Node, shapes: Shapes): string {
  if (shapes.target(node) === undefined && node.properties.size > 0) return objectWords(node);
  const [type, constraints] = [typeWords(node, shapes), constraintWords(node, shapes)];
  return constraints === "" ? type : `${type} (${constraints})`;
}

function describeType(type: string, node: Node, shapes: Shapes): string {
  const { properties, additional } = node;
  if (type === "array") return listWords(node, shapes);
  if (type === "object" && properties.size === 0 && hasKeywords(additional))
    return `map of ${typeWords(additional, shapes)}`;
  return type === "integer" ? "whole number" : type;
}

/** An object among alternatives; the names of its properties distinguish it. */
function objectWords({ properties }: Node): string {
  return `object with ${[...properties.keys()].map(code).join(", ")}`;
}

function listWords({ prefix, rest }: Node, shapes: Shapes): string {
  if (prefix.length > 0) {
    const first = prefix.map((item) => typeWords(item, shapes));
    const others = rest?.never ? [] : [rest ? `... ${typeWords(rest, shapes)}` : "..."];
    return `list: ${[...first, ...others].join(", ")}`;
  }
  return rest ? `list of ${typeWords(rest, shapes)}` : "list";
}

function listTypes({ types, properties, rest, prefix }: Node): readonly string[] {
  if (types) return types;
  if (properties.size > 0) return ["object"];
  return rest || prefix.length > 0 ? ["array"] : ["anything"];
}

function literal(value: unknown): string {
  return code(JSON.stringify(value));
}

function orList(items: readonly string[]): string {
  const distinct = [...new Set(items)];
  return distinct.length > 4 ? distinct.join(", ") : distinct.join(" or ");
}
