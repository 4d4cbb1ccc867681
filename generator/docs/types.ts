import type { JsonSchema, SchemaObject } from "../model/schema.ts";
import { constraintsOf, patternOf } from "../schema/constraints.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { code, link, words } from "./markdown.ts";
import { type Located, type Shapes, saidBy } from "./shapes.ts";

/** What a value is, as Markdown: `string`, `list of [form_match](#shape-form_match)`, `"draft"` or `"published"`. */
export function typeWords(located: Located, shapes: Shapes): string {
  if (located.schema === false) return "nothing";
  const shape = shapes.referred(located);
  const said = saidBy(located);
  const alternatives = [said.oneOf, said.anyOf].find(Array.isArray) as JsonSchema[] | undefined;
  const at = (schema: unknown): Located => ({ schema: schema as JsonSchema, root: located.root });
  if (shape) return link(words(shape.name), shape.anchor);
  const target = shapes.target(located);
  if (target) return typeWords(target, shapes);
  if ("const" in said) return literal(said.const);
  if (Array.isArray(said.enum)) return orList(said.enum.map(literal));
  if (alternatives) return orList(alternatives.map((branch) => alternativeWords(at(branch), shapes)));
  if (Array.isArray(said.allOf)) return said.allOf.map((part) => typeWords(at(part), shapes)).join(" and ");
  return orList(typesOf(said).map((type) => ofType(type, said, at, shapes)));
}

/** What is asked of a value beyond its type, as Markdown; empty for shapes, which say it themselves. */
export function constraintWords(located: Located, shapes: Shapes): string {
  const said = saidBy(located);
  const target = shapes.referred(located) ? undefined : shapes.target(located);
  const at = (schema: unknown): Located => ({ schema: schema as JsonSchema, root: located.root });
  const scope = said["x-requires-scope"];
  const { pattern, type, ...rest } = said;
  const shown = patternOf(said);
  return [
    ...(target ? [constraintWords(target, shapes)] : []),
    words(constraintsOf(rest)),
    shown === undefined ? "" : `matches ${code(shown)}`,
    ...(isSchemaObject(said.propertyNames) ? [prefixed("keys", at(said.propertyNames), shapes)] : []),
    ...(isSchemaObject(said.items) ? [prefixed("each", at(said.items), shapes)] : []),
    ...(isSchemaObject(said.additionalProperties)
      ? [prefixed("values", at(said.additionalProperties), shapes)]
      : []),
    typeof scope === "string" ? `only with the scope ${code(scope)}` : "",
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function prefixed(what: string, located: Located, shapes: Shapes): string {
  const constraints = constraintWords(located, shapes);
  return constraints === "" ? "" : `${what}: ${constraints}`;
}

export function alternativeWords(located: Located, shapes: Shapes): string {
  const said = saidBy(located);
  if (shapes.target(located) === undefined && isSchemaObject(said.properties)) return objectWords(said);
  const [type, constraints] = [typeWords(located, shapes), constraintWords(located, shapes)];
  return constraints === "" ? type : `${type} (${constraints})`;
}

function ofType(type: string, said: SchemaObject, at: (schema: unknown) => Located, shapes: Shapes): string {
  if (type === "array") return listWords(said, at, shapes);
  if (type === "object" && said.properties === undefined && isSchemaObject(said.additionalProperties))
    return `map of ${typeWords(at(said.additionalProperties), shapes)}`;
  return type === "integer" ? "whole number" : type;
}

/** An object that stands among alternatives is told apart by what it has. */
function objectWords({ properties }: SchemaObject): string {
  const names = Object.keys(isSchemaObject(properties) ? properties : {}).map(code);
  return names.length === 0 ? "object" : `object with ${names.join(", ")}`;
}

function listWords(said: SchemaObject, at: (schema: unknown) => Located, shapes: Shapes): string {
  const { prefixItems, items } = said;
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
