/** Derives the cases about files that results show: in a text with a media type, or by an address. */
import type { BehaviourCase, MediaText } from "@toolwright/conformance/cases";
import {
  isSchemaObject,
  memoize,
  rootNode,
  rootsBelow,
  type SchemaRoot,
  walk,
} from "@toolwright/json-schema";
import { graphFor, type Node } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import { withoutUndefined } from "../../../model/members.ts";
import type { Tool } from "../../../model/operation.ts";
import { promise } from "../../promise.ts";
import { type BehaviourContext, inTool } from "../context.ts";
import { listAddresses } from "./subjects.ts";

/** Makes a case for the files that the results of a tool show. */
export function mediaCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { output, behaviour } = tool;
  if (output === undefined) return [];
  const addresses = [...new Set([...listAddresses(tool, context), ...behaviour.files.map(({ url }) => url)])];
  const base = tool.annotations?.readOnlyHint === true ? context.baseOf(tool) : undefined;
  const texts = listContents(tool, context);
  if (addresses.length === 0 && texts.length === 0) return [];
  const said = [
    ...(addresses.length === 0 ? [] : [`What ${tool.name} shows by addresses at ${addresses.join(", ")}`]),
    ...(texts.length === 0
      ? []
      : [`What ${tool.name} shows as text at ${texts.map(({ at }) => at).join(", ")}`]),
  ];
  const must = said.map((each) => `${each} is of its media type.`).join(" ");
  return [
    {
      ...promise("results", `${tool.name}/media`, tool.name, must, context.at(inTool(tool, "output"))),
      check: "media",
      ...withoutUndefined({ base }),
      addresses,
      texts,
    },
  ];
}

/**
 * Lists the places of texts that are files. A place counts if each text there is one: not in a union, unless the other branches
 * have no texts, as in `string` or `null`.
 */
function listContents({ output }: Tool, { resolve }: BehaviourContext): MediaText[] {
  if (output === undefined || !rootsBelow(output, resolve).some(namesContent)) return [];
  const found = new Map<string, MediaText>();
  const visit = (target: Node, at: string, above: ReadonlySet<Node>): void => {
    if (above.has(target)) return;
    const around = new Set([...above, target]);
    for (const node of listCertain(target)) {
      const content = readContent(node.schema);
      if (content !== undefined) found.set(at, { at, ...content });
      for (const [step, child] of listBelow(node)) visit(child, childPointer(at, step), around);
    }
  };
  visit(graphFor(resolve)(rootNode(output)), "", new Set());
  return [...found.values()];
}

/** Lists the schemas that apply to each text at the place of one. */
function listCertain(start: Node): readonly Node[] {
  const found = new Set<Node>();
  const add = (node: Node): void => {
    if (found.has(node)) return;
    found.add(node);
    node.allOf.forEach(add);
    for (const branches of [...node.anyOf, ...node.oneOf]) {
      const withTexts = branches.filter(({ types }) => types === undefined || types.includes("string"));
      if (withTexts.length === 1) add(withTexts[0]!);
    }
  };
  add(start);
  return [...found];
}

function listBelow({ properties, patterns, additional, prefix, rest }: Node): [step: string, child: Node][] {
  const isMap = properties.size === 0 && patterns.size === 0 && additional !== undefined;
  return [
    ...properties,
    ...(isMap ? [["*", additional] as [string, Node]] : []),
    ...(rest && prefix.length === 0 ? [["*", rest] as [string, Node]] : []),
  ];
}

function readContent(schema: unknown): Omit<MediaText, "at"> | undefined {
  if (!isSchemaObject(schema)) return undefined;
  const { contentMediaType: mediaType, contentEncoding: encoding } = schema;
  if (typeof mediaType !== "string" && typeof encoding !== "string") return undefined;
  return {
    ...(typeof mediaType === "string" && { mediaType }),
    ...(typeof encoding === "string" && { encoding: encoding.toLowerCase() }),
  };
}

const namesContent = memoize((root: SchemaRoot): boolean => {
  let found = false;
  walk(root.schema, (schema) => {
    found ||= readContent(schema) !== undefined;
  });
  return found;
});
