import type { JsonSchema } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { cell, code, table } from "./markdown.ts";
import { keywordsOf, type Located, type Shapes } from "./shapes.ts";
import { constraintWords, typeWords } from "./types.ts";

/** The properties of an object as a table; empty where it has none. Objects within it are rows with dotted names. */
export function propertyTable(located: Located, shapes: Shapes, presenceWord: string): string {
  const rows = propertyRows(located, shapes, "", presenceWord);
  return rows.length === 0 ? "" : table(["name", "type", "presence", "constraints", "meaning"], rows);
}

function propertyRows(located: Located, shapes: Shapes, prefix: string, presenceWord: string): string[][] {
  const { properties, required } = keywordsOf(located);
  if (!isSchemaObject(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const property: Located = { schema: schema as JsonSchema, root: located.root };
    const path = `${prefix}${name}`;
    const row = [
      code(path),
      typeWords(property, shapes),
      presence(property, names.includes(name) ? presenceWord : "optional"),
      constraintWords(property, shapes),
      cell(descriptionOf(property, shapes)),
    ];
    return [row, ...rowsBelow(property, shapes, path, presenceWord)];
  });
}

/** The rows of the properties inside a value, unless a shape describes them in its own section. */
function rowsBelow(located: Located, shapes: Shapes, path: string, presenceWord: string): string[][] {
  if (shapes.target(located)) return [];
  const { items, allOf, oneOf, anyOf, properties } = keywordsOf(located);
  if (properties !== undefined) return propertyRows(located, shapes, `${path}.`, presenceWord);
  const at = (schema: unknown): Located => ({ schema: schema as JsonSchema, root: located.root });
  if (isSchemaObject(items)) return rowsBelow(at(items), shapes, `${path}[]`, presenceWord);
  const branches = [allOf, oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return branches.flatMap((branch) => rowsBelow(at(branch), shapes, path, presenceWord));
}

function presence(located: Located, otherwise: string): string {
  const { default: value } = keywordsOf(located);
  return value === undefined ? otherwise : `default ${code(JSON.stringify(value))}`;
}

/** Its own description, else that of the simple type that it refers to. A shape has its description in its own section. */
function descriptionOf(located: Located, shapes: Shapes): string {
  const { description, title } = keywordsOf(located);
  if (typeof description === "string") return description;
  if (typeof title === "string") return title;
  const target = shapes.shapeAt(located) ? undefined : shapes.target(located);
  return target ? descriptionOf(target, shapes) : "";
}
