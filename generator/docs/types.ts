/** Types and constraints of values in words, for docs/tools.md. */
import type { JsonSchema, SchemaObject } from "../model/schema.ts";
import { constraintsOf, patternOf } from "../schema/constraints.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { code, link, words } from "./markdown.ts";
import { keywordsOf, type Located, type Shapes } from "./shapes.ts";

/** The type of a value, as Markdown: `string`, `list of [form_match](#shape-form_match)`, `"draft"` or `"published"`. */
export function typeWords(located: Located, shapes: Shapes): string {
  if (located.schema === false) return "nothing";
  const shape = shapes.shapeAt(located);
  const keywords = keywordsOf(located);
  const alternatives = [keywords.oneOf, keywords.anyOf].find(Array.isArray) as JsonSchema[] | undefined;
  const at = (schema: unknown): Located => ({ schema: schema as JsonSchema, root: located.root });
  if (shape) return link(words(shape.name), shape.anchor);
  const target = shapes.target(located);
  if (target) return typeWords(target, shapes);
  if ("const" in keywords) return literal(keywords.const);
  if (Array.isArray(keywords.enum)) return orList(keywords.enum.map(literal));
  if (alternatives) return orList(alternatives.map((branch) => alternativeWords(at(branch), shapes)));
  if (Array.isArray(keywords.allOf))
    return keywords.allOf.map((part) => typeWords(at(part), shapes)).join(" and ");
  return orList(typesOf(keywords).map((type) => ofType(type, keywords, at, shapes)));
}

/** The constraints of a value beyond its type, as Markdown. Empty for shapes, whose own sections have them. */
export function constraintWords(located: Located, shapes: Shapes): string {
  const keywords = keywordsOf(located);
  const target = shapes.shapeAt(located) ? undefined : shapes.target(located);
  const at = (schema: unknown): Located => ({ schema: schema as JsonSchema, root: located.root });
  const scope = keywords["x-requires-scope"];
  const { pattern, type, ...rest } = keywords;
  const shown = patternOf(keywords);
  return [
    ...(target ? [constraintWords(target, shapes)] : []),
    words(constraintsOf(rest)),
    shown === undefined ? "" : `matches ${code(shown)}`,
    ...(isSchemaObject(keywords.propertyNames) ? [labelled("keys", at(keywords.propertyNames), shapes)] : []),
    ...(isSchemaObject(keywords.items) ? [labelled("each", at(keywords.items), shapes)] : []),
    ...(isSchemaObject(keywords.additionalProperties)
      ? [labelled("values", at(keywords.additionalProperties), shapes)]
      : []),
    typeof scope === "string" ? `only with the scope ${code(scope)}` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function labelled(what: string, located: Located, shapes: Shapes): string {
  const constraints = constraintWords(located, shapes);
  return constraints === "" ? "" : `${what}: ${constraints}`;
}

export function alternativeWords(located: Located, shapes: Shapes): string {
  const keywords = keywordsOf(located);
  if (shapes.target(located) === undefined && isSchemaObject(keywords.properties))
    return objectWords(keywords);
  const [type, constraints] = [typeWords(located, shapes), constraintWords(located, shapes)];
  return constraints === "" ? type : `${type} (${constraints})`;
}

function ofType(
  type: string,
  keywords: SchemaObject,
  at: (schema: unknown) => Located,
  shapes: Shapes,
): string {
  if (type === "array") return listWords(keywords, at, shapes);
  if (type === "object" && keywords.properties === undefined && isSchemaObject(keywords.additionalProperties))
    return `map of ${typeWords(at(keywords.additionalProperties), shapes)}`;
  return type === "integer" ? "whole number" : type;
}

/** An object among alternatives; the names of its properties distinguish it. */
function objectWords({ properties }: SchemaObject): string {
  const names = Object.keys(isSchemaObject(properties) ? properties : {}).map(code);
  return names.length === 0 ? "object" : `object with ${names.join(", ")}`;
}

function listWords(keywords: SchemaObject, at: (schema: unknown) => Located, shapes: Shapes): string {
  const { prefixItems, items } = keywords;
  if (Array.isArray(prefixItems)) {
    const first = prefixItems.map((item) => typeWords(at(item), shapes));
    const rest = items === false ? [] : [items === undefined ? "..." : `... ${typeWords(at(items), shapes)}`];
    return `list: ${[...first, ...rest].join(", ")}`;
  }
  return items === undefined ? "list" : `list of ${typeWords(at(items), shapes)}`;
}

function typesOf({ type, properties, items, prefixItems }: SchemaObject): string[] {
  if (Array.isArray(type)) return type.map(String);
  if (typeof type === "string") return [type];
  if (properties !== undefined) return ["object"];
  return items !== undefined || prefixItems !== undefined ? ["array"] : ["anything"];
}

function literal(value: unknown): string {
  return code(JSON.stringify(value));
}

function orList(items: readonly string[]): string {
  const distinct = [...new Set(items)];
  return distinct.length > 4 ? distinct.join(", ") : distinct.join(" or ");
}
