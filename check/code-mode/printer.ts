/** Prints schemas as TypeScript types for models. What TypeScript cannot say, such as a pattern, is left out. */
import { isSchemaObject } from "@toolwright/json-schema";
import type { Node } from "@toolwright/json-schema/graph";
import { anything, atom, intersection, type TypeText, toArray, union } from "./type-text.ts";

export interface PrinterOptions {
  /** The name of a type that stands for a schema; undefined: the schema is printed where it is used. */
  nameOf(node: Node): string | undefined;
  /** Printing ends after so many schemas: text may grow without end where each reference is replaced by its target. */
  readonly mostSchemas: number;
}

/** Deeper parts are not printed: no model reads them. */
const mostLevels = 50;

/** The rules of the schemas around a part about the same object. */
interface Around {
  /** Properties that they describe. */
  readonly described: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

const nothing: Around = { described: new Set(), required: new Set() };

export class TypePrinter {
  readonly #nameOf: PrinterOptions["nameOf"];
  readonly #mostSchemas: number;
  readonly #open = new Set<Node>();
  #schemas = 0;

  constructor({ nameOf, mostSchemas }: PrinterOptions) {
    this.#nameOf = nameOf;
    this.#mostSchemas = mostSchemas;
  }

  /** Whether the text was too long to be printed as a whole. */
  get isCut(): boolean {
    return this.#schemas > this.#mostSchemas;
  }

  /** The type of a schema, by its name where it has one. @param around what also applies to the value */
  print(node: Node, indent: string, around = nothing): TypeText {
    const name = this.#nameOf(node);
    return name === undefined ? this.printBody(node, indent, around) : atom(name);
  }

  /** The type of a schema, written out. */
  printBody(node: Node, indent: string, around = nothing): TypeText {
    if (node.never) return atom("never");
    // A schema that contains itself has no end without a name.
    if (this.#open.has(node) || this.#open.size > mostLevels) return anything;
    if (++this.#schemas > this.#mostSchemas) return anything;
    this.#open.add(node);
    const inside = {
      described: new Set([...around.described, ...node.properties.keys()]),
      required: new Set([...around.required, ...node.required]),
    };
    const type = intersection([
      this.#printOwn(node, indent, around),
      ...node.allOf.map((each) => this.print(each, indent, inside)),
      ...[...node.anyOf, ...node.oneOf].map((branches) =>
        union(branches.map((branch) => this.print(branch, indent, inside))),
      ),
    ]);
    this.#open.delete(node);
    return type;
  }

  #printOwn(node: Node, indent: string, around: Around): TypeText {
    const [values] = node.enums;
    if (values !== undefined)
      return union(values.map((value) => atom(escapeControls(JSON.stringify(value)))));
    const types = node.types ?? impliedTypes(node);
    return types.length === 0
      ? anything
      : union(types.map((type) => this.#printType(type, node, indent, around)));
  }

  #printType(type: string, node: Node, indent: string, around: Around): TypeText {
    switch (type) {
      case "object":
        return this.#printObject(node, indent, around);
      case "array":
        return this.#printArray(node, indent);
      case "integer":
        return atom("number");
      default:
        return atom(type);
    }
  }

  #printArray({ prefix, rest }: Node, indent: string): TypeText {
    const items = rest ? this.print(rest, indent) : anything;
    if (prefix.length === 0) return toArray(items);
    const first = prefix.map((each) => this.print(each, indent).text).join(", ");
    return atom(rest?.never ? `[${first}]` : `[${first}, ...${toArray(items).text}]`);
  }

  #printObject(node: Node, indent: string, { described, required }: Around): TypeText {
    const { properties, additional, patterns } = node;
    const others = [...patterns.values(), ...(additional === undefined ? [] : [additional])];
    const values = others.filter((other) => !other.never).map((other) => this.print(other, indent));
    const record = atom(`Record<string, ${values.length === 0 ? anything.text : union(values).text}>`);
    if (properties.size === 0) return additional?.never && values.length === 0 ? atom("{}") : record;
    const said = [...properties].filter(([name, child]) => !described.has(name) || saysMore(child));
    const lines = said.flatMap(([name, child]) => {
      const mark = node.required.includes(name) || required.has(name) ? ":" : "?:";
      return this.#printProperty(`${propertyName(name)}${mark}`, child, `${indent}  `);
    });
    if (lines.length === 0) return anything;
    const own = atom(["{", ...lines, `${indent}}`].join("\n"));
    return values.length === 0 || union(values) === anything ? own : intersection([own, record]);
  }

  #printProperty(name: string, child: Node, indent: string): string[] {
    const { description } = isSchemaObject(child.schema) ? child.schema : {};
    return [...comment(description, indent), `${indent}${name} ${this.print(child, indent).text};`];
  }
}

/** The lines of a comment, or none. */
export function comment(text: unknown, indent: string): string[] {
  if (typeof text !== "string" || text.trim() === "") return [];
  const lines = text
    .trim()
    .replaceAll("*/", "*\\/")
    .split(/\s*\n\s*/)
    .map(escapeControls);
  return lines.length === 1
    ? [`${indent}/** ${lines[0]} */`]
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : escapeControls(JSON.stringify(name));
}

/** Writes control characters, and those that turn the direction of a line, as escapes of TypeScript. */
function escapeControls(line: string): string {
  return line.replace(
    /(?!\t)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Whether a schema says more than a type. A branch repeats properties so that it can forbid others. */
function saysMore({ schema }: Node): boolean {
  return isSchemaObject(schema) && Object.keys(schema).some((keyword) => keyword !== "type");
}

/** Keywords that speak of one kind of value say so where `type` does not. */
function impliedTypes({ properties, patterns, prefix, rest }: Node): string[] {
  if (properties.size > 0 || patterns.size > 0) return ["object"];
  return prefix.length > 0 || rest !== undefined ? ["array"] : [];
}
