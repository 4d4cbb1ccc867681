import type { Node } from "@toolwright/json-schema/graph";
import { cell, code, table } from "./markdown.ts";
import { hasKeywords, type Shapes } from "./shapes.ts";
import { constraintWords, typeWords } from "./types.ts";

/** The properties of an object as a table; empty where it has none. Objects within it are rows with dotted names. */
export function propertyTable(node: Node, shapes: Shapes, presenceWord: string): string {
  const rows = propertyRows(node, shapes, "", presenceWord);
  return rows.length === 0 ? "" : table(["name", "type", "presence", "constraints", "meaning"], rows);
}

function propertyRows(
  { properties, required }: Node,
  shapes: Shapes,
  prefix: string,
  presenceWord: string,
): string[][] {
  return [...properties].flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const row = [
      code(path),
      typeWords(property, shapes),
      presence(property, required.includes(name) ? presenceWord : "optional"),
      constraintWords(property, shapes),
      cell(describe(property, shapes)),
    ];
    return [row, ...rowsBelow(property, shapes, path, presenceWord)];
  });
}

/** The rows of the properties inside a value, unless a shape describes them in its own section. */
function rowsBelow(node: Node, shapes: Shapes, path: string, presenceWord: string): string[][] {
  if (shapes.target(node)) return [];
  const { rest, allOf, oneOf, anyOf, properties } = node;
  if (properties.size > 0) return propertyRows(node, shapes, `${path}.`, presenceWord);
  if (hasKeywords(rest)) return rowsBelow(rest, shapes, `${path}[]`, presenceWord);
  const branches = [...allOf, ...oneOf.flat(), ...anyOf.flat()].filter(hasKeywords);
  return branches.flatMap((branch) => rowsBelow(branch, shapes, path, presenceWord));
}

function presence({ fallback }: Node, otherwise: string): string {
  return fallback ? `default ${code(JSON.stringify(fallback.value))}` : otherwise;
}

/** Returns the description of a property, else of the simple type that it refers to. A shape is described in its own section. */
function describe(node: Node, shapes: Shapes): string {
  const { description, title } = typeof node.schema === "object" ? node.schema : {};
  if (typeof description === "string") return description;
  if (typeof title === "string") return title;
  const target = shapes.shapeAt(node) ? undefined : shapes.target(node);
  return target ? describe(target, shapes) : "";
}
