/** Derives the cases about annotations: the declared effects of a tool are its real ones. */
import type { BehaviourCase, ModeCase } from "@toolwright/conformance/cases";
import type { Tool } from "../../model/operation.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";

/** MCP says of the other hints that they mean something only where `readOnlyHint` is not true. */
export function modeCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { readOnlyHint, idempotentHint, destructiveHint } = tool.annotations ?? {};
  const common = (check: ModeCase["check"], must: string): BehaviourCase => {
    const base = context.baseOf(tool);
    const at = context.at(inTool(tool, "mode"));
    const promised = promise("modes", `${tool.name}/${check}`, tool.name, must, at);
    return addCheck(promised, base === undefined ? noArguments : { check, base });
  };
  if (readOnlyHint === true)
    return [common("read-only", `${tool.name} changes nothing that can be observed.`)];
  return [
    ...(idempotentHint === true
      ? [common("idempotent", `Calling ${tool.name} twice with the same arguments does what one call does.`)]
      : []),
    ...(destructiveHint === false
      ? [common("not-destructive", `What was there before a call of ${tool.name} is there afterwards.`)]
      : []),
  ];
}
