/** The index of tools and the section of each tool in docs/tools.md. */

import { isSchemaObject, rootNode } from "@toolwright/json-schema";
import { type OutputAs, writeLayout } from "@toolwright/runtime/layout";
import { compileOutputAs } from "../layout/compile-layout.ts";
import type { Limit, Model } from "../model/model.ts";
import type { Example, Tool } from "../model/operation.ts";
import { resolver } from "../schema/roots.ts";
import { behaviourList } from "./behaviour.ts";
import {
  blocks,
  cell,
  code,
  heading,
  json,
  link,
  makeAnchor,
  prose,
  refusals,
  scopeLink,
  table,
  textBlock,
  toolLinks,
  words,
} from "./markdown.ts";
import { propertyTable } from "./properties.ts";
import type { Shapes } from "./shapes.ts";
import { limitValue } from "./tables.ts";

/** One row for each tool: name, mode, scope and summary. */
export function toolIndex({ tools }: Model): string {
  const rows = tools.map((tool) => [
    toolLinks([tool]),
    words(tool.mode),
    tool.scopes.length === 0 ? "none" : tool.scopes.map(scopeLink).join(" "),
    cell(summarize(tool)),
  ]);
  return table(["tool", "mode", "scope", "what it does"], rows);
}

/** The section of one tool. */
export function toolSection(tool: Tool, model: Model, shapes: Shapes): string {
  const input = propertyTable(shapes.graph(rootNode(tool.input)), shapes, "required");
  const outputAs = compileOutputAs(tool, resolver(model));
  const one = tool.exactlyOne.map(code).join(", ");
  return blocks(
    heading(2, makeAnchor("tool", tool.name), words(tool.name)),
    `**${words(tool.title ?? tool.name)}** · ${facts(tool, model)}`,
    prose(tool.description ?? ""),
    limitList(tool, model),
    behaviourList(tool),
    "### Input",
    input === "" ? "No arguments." : input,
    one === "" ? "" : `A call has exactly one of ${one}.`,
    "### Output",
    describeOutput(tool, shapes),
    describeText(outputAs),
    refusals(model.failures.map((each) => each.code).filter((name) => tool.failures.includes(name))),
    ...exampleBlocks(tool, outputAs),
  );
}

function facts({ mode, scopes, annotations, ui }: Tool, { resources }: Model): string {
  const hints = Object.entries(annotations ?? {}).flatMap(([hint, value]) =>
    value === true ? [code(hint)] : [],
  );
  const scope = scopes.length === 0 ? "no scope" : scopes.map(scopeLink).join(" and ");
  const page = resources.find(({ name }) => name === ui?.resource);
  const shown = [
    ...(page ? [`shown by ${code(page.uri)}`] : []),
    ...(ui?.visibility?.length === 1 ? [`only for the ${ui.visibility[0]}`] : []),
  ];
  return [`mode ${words(mode)}`, scope, ...hints, ...shown].join(" · ");
}

/** Lists the limits that apply to the tool, and the limits that its file refers to. */
function limitList(tool: Tool, { limits, limitUses }: Model): string {
  const used = new Set(limitUses.filter(({ at }) => at.file === tool.file).map(({ limit }) => limit));
  const lines = limits
    .filter(({ name, appliesTo }) => appliesTo === "all" || appliesTo.includes(tool.name) || used.has(name))
    .map(
      (limit) =>
        `- ${link(code(limit.name), makeAnchor("limit", limit.name))}: ${limitValue(limit)}${descriptionSuffix(limit)}`,
    );
  return lines.length === 0 ? "" : `Limits:\n\n${lines.join("\n")}`;
}

function descriptionSuffix({ description }: Limit): string {
  return description === undefined ? "" : ` (${words(description).replace(/\.$/, "")})`;
}

/** How results show the output. */
function describeText(outputAs: OutputAs | undefined): string {
  if (outputAs === undefined) return "";
  return outputAs === "text" ? "As JSON in a text block." : "As lines of a text block.";
}

function exampleBlocks({ name, examples }: Tool, outputAs: OutputAs | undefined): string[] {
  if (examples.length === 0) return [];
  const blocks = examples.flatMap(({ name: example, description = "", input, output, content, failure }) => [
    `#### ${words(example)}`,
    prose(description),
    json({ method: "tools/call", params: { name, arguments: input } }),
    ...(failure === undefined
      ? [outputAs ? "Result, in a text block:" : "Result:", showResult(output, content, outputAs)]
      : [`Refused with ${code(failure)}.`]),
  ]);
  return ["### Examples", ...blocks];
}

/** Describes the output by its properties; without any, it is an empty object or a list. */
function describeOutput({ output }: Tool, shapes: Shapes): string {
  if (output === undefined) return "Content blocks.";
  const properties = propertyTable(shapes.graph(rootNode(output)), shapes, "always");
  if (properties !== "") return properties;
  const { schema } = output;
  return isSchemaObject(schema) && schema.type === "array" ? "A list." : "An object.";
}

function showResult(
  output: Example["output"],
  content: Example["content"],
  outputAs: OutputAs | undefined,
): string {
  if (output === undefined) return json({ content });
  if (typeof output === "string") return textBlock(output);
  if (outputAs === undefined) return json({ structuredContent: output });
  return outputAs === "text" ? json(output) : textBlock(writeLayout(outputAs, output));
}

/** The first sentence of the tool's description, else its title. */
export function summarize({ title, description = "" }: Tool): string {
  return /^[\s\S]+?[.!?](?=\s|$)/.exec(description)?.[0] ?? (description || (title ?? ""));
}
