/** The arguments of a tool, with what their schemas say about them. */
import { atPointer, isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import type { PublishedTool } from "../surface/published-interface.ts";
import { showName } from "./frame.ts";

/** A property of the root of `inputSchema`. */
export interface Argument {
  readonly name: string;
  readonly schema: SchemaObject;
  /** The text about it, wherever its schema has one; empty if there is none. */
  readonly description: string;
}

export function listArguments({ inputSchema }: PublishedTool): Argument[] {
  const { properties } = inputSchema;
  if (!isSchemaObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const schema = followReference(property, inputSchema);
    return { name, schema, description: findDescription(property, inputSchema) };
  });
}

/** How places name an argument: the tool, then the argument. */
export function nameArgument(tool: PublishedTool, argument: Argument): string {
  return `${showName(tool.name)} ${showName(argument.name)}`;
}

/** The target of one reference; chains of references are rare, and may be circles. */
function followReference(schema: unknown, root: SchemaObject): SchemaObject {
  if (!isSchemaObject(schema)) return {};
  const { $ref: reference } = schema;
  if (typeof reference !== "string" || !reference.startsWith("#")) return schema;
  const target = atPointer(root, reference.slice(1));
  return isSchemaObject(target) ? target : schema;
}

/** Reads the property, else the schema that it refers to, else one of its branches or its items. */
function findDescription(property: unknown, root: SchemaObject): string {
  if (!isSchemaObject(property)) return "";
  const target = followReference(property, root);
  const branches = [target.anyOf, target.oneOf, target.allOf, target.items].flat();
  const described = [property, target, ...branches.map((branch) => followReference(branch, root))];
  const texts = described.map(({ description }) => description);
  return texts.find((text): text is string => typeof text === "string" && text.trim() !== "") ?? "";
}
