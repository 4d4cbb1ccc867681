/** Derives the rules and cases of output fields that need a scope. */
import type { BehaviourCase, FieldRule } from "@toolwright/conformance/cases";
import type { Tool } from "../../model/model.ts";
import { namesScopes } from "../../schema/redaction.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";
import { placesIn } from "./places.ts";

/** The fields of a tool's output, by scope. */
export function fieldRules(tool: Tool, context: BehaviourContext): FieldRule[] {
  const { output } = tool;
  if (!output) return [];
  return context.model.scopes.flatMap(({ name: scope }) =>
    placesIn(output, { matches: (node) => node.scope === scope, isIn: namesScopes }, context.resolve).map(
      (path) => ({ at: context.at(inTool(tool, "output")), tool: tool.name, scope, path }),
    ),
  );
}

/** @param first the index of the tool's first rule in the list of all tools' rules */
export function fieldCases(
  tool: Tool,
  rules: readonly FieldRule[],
  first: number,
  context: BehaviourContext,
): BehaviourCase[] {
  const base = context.baseOf(tool);
  return rules.flatMap(({ path, scope, at }, index) =>
    (["with", "without"] as const).map((check): BehaviourCase => {
      const outcome = check === "with" ? "is there for a token with" : "is nowhere for a token without";
      const must = `${path} of ${tool.name} ${outcome} ${scope}.`;
      const promised = promise("fields", `${tool.name}${path}/${check}`, tool.name, must, at);
      return addCheck(promised, base === undefined ? noArguments : { base, field: first + index, check });
    }),
  );
}
