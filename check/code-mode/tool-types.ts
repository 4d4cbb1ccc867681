/** The TypeScript that a code-mode host shows to a model in place of tools: the model writes code that calls them. */
import { makeGraph, type Node } from "@toolwright/json-schema/graph";
import type { PublishedTool } from "../surface/published-interface.ts";
import { TypeNames } from "./names.ts";
import { comment, propertyName, TypePrinter } from "./printer.ts";

/** Tools as TypeScript, for hosts that let models write code. */
export interface ToolTypes {
  /** A module of declarations: the shared types, then `tools` with a method for each tool. */
  readonly text: string;
  /** The text of each tool, in order, without the shared types. */
  readonly tools: readonly string[];
  /** True if the types are larger than anything that a model could read, so the text ends early. */
  readonly isCut: boolean;
}

/** Each definition of a schema is a named type, which all tools share. */
export function shareTypes(tools: readonly PublishedTool[]): ToolTypes {
  const names = new TypeNames(["Promise", "Record", "Tools"]);
  const waiting = new Map<string, Node>();
  const printer = new TypePrinter({
    mostSchemas: 1_000_000,
    nameOf(node) {
      const name = names.nameOf(node);
      if (name !== undefined && !waiting.has(name)) waiting.set(name, node);
      return name;
    },
  });
  const methods = tools.map((tool) => printTool(tool, printer));
  // Printing one type may name others, which a Map goes on to visit.
  const types = [...mapGrowing(waiting, (name, node) => printDefinition(name, node, printer))];
  return { text: join(types, methods), tools: methods, isCut: printer.isCut };
}

/** Each reference is replaced by what it means, as hosts do that know no names. */
export function inlineTypes(tools: readonly PublishedTool[]): ToolTypes {
  const printer = new TypePrinter({ mostSchemas: 20_000, nameOf: () => undefined });
  const methods = tools.map((tool) => printTool(tool, printer));
  return { text: join([], methods), tools: methods, isCut: printer.isCut };
}

function* mapGrowing<Key, Value, Result>(
  map: ReadonlyMap<Key, Value>,
  make: (key: Key, value: Value) => Result,
): Generator<Result> {
  for (const [key, value] of map) yield make(key, value);
}

function printTool({ name, description, inputSchema, outputSchema }: PublishedTool, printer: TypePrinter) {
  const input = printer.print(makeGraph(inputSchema), "  ").text;
  const output = outputSchema ? printer.print(makeGraph(outputSchema), "  ").text : "unknown";
  const method = `  ${propertyName(name)}(input: ${input}): Promise<${output}>;`;
  return [...comment(description, "  "), method].join("\n");
}

function printDefinition(name: string, node: Node, printer: TypePrinter): string {
  const description = typeof node.schema === "object" ? node.schema.description : undefined;
  return [...comment(description, ""), `type ${name} = ${printer.printBody(node, "").text};`].join("\n");
}

function join(types: readonly string[], methods: readonly string[]): string {
  return `${[...types, `export declare const tools: {\n${methods.join("\n")}\n};`].join("\n\n")}\n`;
}
