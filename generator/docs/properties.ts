import type { JsonSchema } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { cell, code, table } from "./markdown.ts";
import { type Located, type Shapes, saidBy } from "./shapes.ts";
import { constraintWords, typeWords } from "./types.ts";

/** The properties of an object as a table; empty where it has none. Objects within it are rows with dotted names. */
export function propertyTable(located: Located, shapes: Shapes, always: string): string {
  const rows = propertyRows(located, shapes, "", always);
  return rows.length === 0 ? "" : table(["name", "type", "presence", "constraints", "meaning"], rows);
}

function propertyRows(located: Located, shapes: Shapes, prefix: string, always: string): string[][] {
  const { properties, required } = saidBy(located);
  if (!isSchemaObject(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const property: Located = { schema: schema as JsonSchema, root: located.root };
    const path = `${prefix}${name}`;
    const row = [
      code(path),
      typeWords(property, shapes),
      presence(property, names.includes(name) ? always : "optional"),
      constraintWords(property, shapes),
      cell(descriptionOf(property, shapes)),
    ];
    return [row, ...rowsBelow(property, shapes, path, always)];
  });
}

/** What an object, a list or a choice says of parts that no shape describes. */
function rowsBelow(located: Located, shapes: Shapes, path: string, always: string): string[][] {
  if (shapes.target(located)) return [];
  const { items, allOf, oneOf, anyOf, properties } = saidBy(located);
  if (properties !== undefined) return propertyRows(located, shapes, `${path}.`, always);
  const at = (schema: unknown): Located => ({ schema: schema as JsonSchema, root: located.root });
  if (isSchemaObject(items)) return rowsBelow(at(items), shapes, `${path}[]`, always);
  const branches = [allOf, oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return branches.flatMap((branch) => rowsBelow(at(branch), shapes, path, always));
}

function presence(located: Located, otherwise: string): string {
  const { default: value } = saidBy(located);
  return value === undefined ? otherwise : `default ${code(JSON.stringify(value))}`;
}

/** Its own words, else those of the simple type that it refers to; a shape speaks for itself. */
function descriptionOf(located: Located, shapes: Shapes): string {
  const { description, title } = saidBy(located);
  if (typeof description === "string") return description;
  if (typeof title === "string") return title;
  const target = shapes.referred(located) ? undefined : shapes.target(located);
  return target ? descriptionOf(target, shapes) : "";
}
