/** Rules about the limitations of MCP clients. `toolwright portability` runs the clients themselves. */
import { rootNode, type SchemaRoot, toLocation } from "@toolwright/json-schema";
import { graphFor, listChildren, type Node, recursiveSchemas } from "@toolwright/json-schema/graph";
import type { Violation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { resolver } from "../schema/roots.ts";
import type { Rule } from "./rule.ts";

export const portabilityRules: readonly Rule[] = [
  {
    code: "schema-without-recursion",
    sentence:
      "The schema of a tool does not contain itself, since clients that inline references drop such a tool.",
    severity: "warning",
    acceptable: true,
    violations: recursion,
  },
  {
    code: "array-with-items",
    sentence:
      "An array in an input schema describes its items, since VS Code and OpenAI otherwise refuse the tool.",
    severity: "warning",
    acceptable: true,
    violations: arraysWithoutItems,
  },
];

/** Schemas of each tool as nodes of one graph. */
function listNodes(source: Model, roots: (tool: Tool) => readonly SchemaRoot[]): Node[] {
  const model = normalisedModel(source);
  const graph = graphFor(resolver(model));
  return model.tools.flatMap((tool) => roots(tool).map((root) => graph(rootNode(root))));
}

function recursion(model: Model): Violation[] {
  const roots = listNodes(model, ({ input, output }) => (output ? [input, output] : [input]));
  return recursiveSchemas(roots).map((node) => ({
    at: toLocation(node),
    detail: "It contains itself.",
    hint: "Write as many levels as callers need, or accept the rule and name the clients that you do not support.",
  }));
}

function arraysWithoutItems(model: Model): Violation[] {
  const nodes = new Set(listNodes(model, ({ input }) => [input]));
  for (const node of nodes) for (const child of listChildren(node)) nodes.add(child);
  return [...nodes]
    .filter(({ types, rest, prefix }) => types?.includes("array") && !rest && prefix.length === 0)
    .map((node) => ({
      at: toLocation(node),
      detail: "It has no `items`.",
      hint: "Describe an item: `items: { type: string }`, or `items: {}` for anything.",
    }));
}
