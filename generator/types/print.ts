import { docComment, propertyName } from "../emit/print.ts";
import type { Declaration, ObjectNode, PropertyNode, TypeNode } from "./node.ts";

/** Longer unions stand one member a line. */
const lineLength = 100;

/** A named type as `export interface` or `export type`, with its doc comment. Ends with a newline. */
export function printDeclaration({ name, type, doc }: Declaration): string {
  const comment = docComment(doc, "");
  if (type.kind === "object") return `${comment}export interface ${name} ${printObject(type, "")}\n`;
  const text = printType(type, "");
  const separator = text.startsWith("\n") ? "" : " ";
  return `${comment}export type ${name} =${separator}${text};\n`;
}

/** `indent`: that of the line on which the type begins. A union over several lines begins with a line break. */
function printType(type: TypeNode, indent: string): string {
  switch (type.kind) {
    case "word":
      return type.text;
    case "union":
      return printUnion(type.of, indent);
    case "intersection":
      return type.of.map((member) => printMember(member, indent)).join(" & ");
    case "array":
      return `${printMember(type.item, indent)}[]`;
    case "tuple": {
      const items = type.items.map((item) =>
        item.optional ? `${printMember(item.type, indent)}?` : inner(item.type, indent),
      );
      if (type.rest) items.push(`...${printMember(type.rest, indent)}[]`);
      return `[${items.join(", ")}]`;
    }
    case "object":
      return printObject(type, indent);
  }
}

function printUnion(members: readonly TypeNode[], indent: string): string {
  const line = members.map((member) => printMember(member, indent)).join(" | ");
  if (!line.includes("\n") && indent.length + line.length <= lineLength) return line;
  const deeper = `${indent}  `;
  return members.map((member) => `\n${deeper}| ${printMember(member, `${deeper}  `)}`).join("");
}

/** A type as part of another: in brackets where it would fall apart. */
function printMember(type: TypeNode, indent: string): string {
  return type.kind === "union" || type.kind === "intersection"
    ? `(${inner(type, indent)})`
    : printType(type, indent);
}

/** A type inside brackets, where a line break has to be closed by another. */
function inner(type: TypeNode, indent: string): string {
  const text = printType(type, indent);
  return text.startsWith("\n") ? `${text}\n${indent}` : text;
}

function printObject({ properties, others }: ObjectNode, indent: string): string {
  const deeper = `${indent}  `;
  const lines = properties.map((property) => printProperty(property, deeper));
  if (others) lines.push(`${deeper}[name: string]: ${printType(others, deeper)};\n`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

function printProperty({ name, type, optional, doc }: PropertyNode, indent: string): string {
  const text = printType(type, indent);
  const separator = text.startsWith("\n") ? "" : " ";
  return `${docComment(doc, indent)}${indent}${propertyName(name)}${optional ? "?" : ""}:${separator}${text};\n`;
}
