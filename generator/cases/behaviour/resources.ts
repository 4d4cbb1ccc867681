/** Derives the rules of resources. */
import type { CallOfResource, ResourceRule } from "@toolwright/conformance/cases";
import type { Resource } from "../../model/behaviour.ts";
import type { Tool } from "../../model/model.ts";
import { type BehaviourContext, firstPlace, type Input } from "./context.ts";

export function resourceRule(resource: Resource, context: BehaviourContext): ResourceRule {
  const { model, at, tool } = context;
  const maker = resource.madeBy && tool(resource.madeBy.tool);
  const input = maker && makingInput(resource, maker, context);
  const ender = resource.endedBy && tool(resource.endedBy.tool);
  const ending = ender && callOf(resource, ender, resource.endedBy!.input as Input, context);
  return {
    at: at(resource.at),
    ...(maker && input && { madeBy: { tool: maker.name, input, path: resource.madeBy!.path } }),
    ...(ending && { endedBy: ending }),
    ...(resource.private !== undefined && { private: resource.private }),
    arguments: model.tools.flatMap((each) => places(each, context.argumentsOf(resource, each))),
    results: model.tools.flatMap((each) => places(each, context.resultsOf(resource, each))),
    observedBy: resource.observedBy.flatMap((name) => {
      const observer = tool(name);
      return observer ? observersOf(resource, observer, context) : [];
    }),
  };
}

/** The call of a tool about one resource: whole arguments, with an id. */
export function callOf(
  resource: Resource,
  tool: Tool,
  given: Input,
  context: BehaviourContext,
): CallOfResource | undefined {
  const id = idArgument(resource, tool, context);
  if (id === undefined) return undefined;
  const value = context.valueFor(tool, id);
  const name = id.slice(1);
  const isTop = value !== undefined && !name.includes("/");
  const input = context.whole(tool, isTop ? { ...given, [name]: value } : given);
  return input && { tool: tool.name, id, input };
}

/** The pointer to the first argument that takes an id of the resource: one that a call needs before others. */
function idArgument(resource: Resource, tool: Tool, context: BehaviourContext): string | undefined {
  const required = context.plainBaseOf(tool);
  const content = required === undefined ? {} : context.contentOf(required);
  const all = context.argumentsOf(resource, tool).map(firstPlace);
  return all.find((path) => Object.hasOwn(content, path.split("/")[1]!)) ?? all[0];
}

function makingInput({ madeBy }: Resource, tool: Tool, context: BehaviourContext): Input | undefined {
  const given = madeBy!.input as Input;
  const base = context.baseOf(tool);
  const merged = base === undefined ? given : { ...context.contentOf(base), ...given };
  return context.fitsInput(tool, merged) ? merged : context.whole(tool, given);
}

function observersOf(
  resource: Resource,
  tool: Tool,
  context: BehaviourContext,
): ResourceRule["observedBy"][number][] {
  const call = callOf(resource, tool, {}, context);
  const list = context.resultsOf(resource, tool).find((path) => path.includes("/*"));
  if (call) return [{ ...call, ...richest(tool, call, context), ...(list !== undefined && { list }) }];
  const base = context.plainBaseOf(tool);
  if (base === undefined || list === undefined) return [];
  return [{ tool: tool.name, input: context.contentOf(base), list }];
}

/** An example may show more than the required arguments do, such as the parts of a form. */
function richest(tool: Tool, call: CallOfResource, context: BehaviourContext): { input?: Input } {
  const base = context.baseOf(tool);
  if (base === undefined) return {};
  const content = context.contentOf(base);
  return Object.keys(content).length > Object.keys(call.input).length &&
    Object.hasOwn(content, call.id.split("/")[1]!)
    ? { input: content }
    : {};
}

function places(tool: Tool, paths: readonly string[]): { tool: string; path: string }[] {
  return paths.map((path) => ({ tool: tool.name, path }));
}
