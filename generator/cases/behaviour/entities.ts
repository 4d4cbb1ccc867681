/** Derives the rules of entities. */
import {
  type BehaviourCase,
  type CallOfEntity,
  type EntityRule,
  valueAt,
} from "@toolwright/conformance/cases";
import { withArticle, withCapitalArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../model/behaviour.ts";
import { withoutUndefined } from "../../model/members.ts";
import type { Tool } from "../../model/operation.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { addCheck, promise, unmade } from "../promise.ts";
import { type BehaviourContext, firstPlace, type Input } from "./context.ts";
import { listExistingIds } from "./open-ids.ts";

export function entityRule(entity: Entity, context: BehaviourContext): EntityRule {
  const { model, at, tool } = context;
  const maker = entity.madeBy && tool(entity.madeBy.tool);
  const input = maker && makingInput(entity, maker, context);
  const ender = entity.endedBy && tool(entity.endedBy.tool);
  const ending = ender && makeCall(entity, ender, entity.endedBy!.input as Input, context);
  return {
    at: at(entity.at),
    ...(maker && input && { madeBy: { tool: maker.name, input, path: entity.madeBy!.path } }),
    ...withoutUndefined({
      endedBy: ending && { ...ending, declared: entity.endedBy!.input as Input },
      private: entity.private,
    }),
    arguments: context.readers.flatMap((each) =>
      places(each, listExistingIds(entity, each, context.argumentsOf(entity, each))),
    ),
    results: model.tools.flatMap((each) => places(each, context.resultsOf(entity, each))),
    observedBy: entity.observedBy.flatMap((name) => {
      const observer = tool(name);
      return observer ? listObservers(entity, observer, context) : [];
    }),
  };
}

/** The call of a tool about one entity: whole arguments, with an id. @param required arguments that the call has */
export function makeCall(
  entity: Entity,
  tool: Tool,
  required: Input,
  context: BehaviourContext,
): CallOfEntity | undefined {
  const id = idArgument(entity, tool, context);
  if (id === undefined) return undefined;
  const value = context.valueFor(tool, id);
  const name = id.slice(1);
  const isTop = value !== undefined && !name.includes("/");
  const input = context.whole(tool, isTop ? { ...required, [name]: value } : required);
  return input && { tool: tool.name, id, input };
}

/** Returns the pointer to the first argument that takes an id of the entity; required arguments come first. */
function idArgument(entity: Entity, tool: Tool, context: BehaviourContext): string | undefined {
  const required = context.findPlainBase(tool);
  const content = required === undefined ? {} : context.readContent(required);
  const all = context.argumentsOf(entity, tool).map(firstPlace);
  return all.find((path) => Object.hasOwn(content, path.split("/")[1]!)) ?? all[0];
}

function makingInput({ madeBy }: Entity, tool: Tool, context: BehaviourContext): Input | undefined {
  const declared = madeBy!.input as Input;
  const base = context.baseOf(tool);
  const merged = base === undefined ? declared : { ...context.readContent(base), ...declared };
  return context.fitsInput(tool, merged) ? merged : context.whole(tool, declared);
}

function listObservers(
  entity: Entity,
  tool: Tool,
  context: BehaviourContext,
): EntityRule["observedBy"][number][] {
  const call = isListOf(entity, tool, context) ? undefined : makeCall(entity, tool, {}, context);
  const list = context.resultsOf(entity, tool).find((path) => path.includes("/*"));
  if (call) return [{ ...call, ...richest(tool, call, context), ...(list !== undefined && { list }) }];
  const base = context.findPlainBase(tool);
  if (base === undefined || list === undefined) return [];
  return [{ tool: tool.name, input: context.readContent(base), list }];
}

/**
 * Whether a list has the entities of an account as its items. An optional id of such an entity selects those within it, as the folders in
 * a folder, and shows nothing of the entity itself.
 */
export function isListOf(
  entity: Entity,
  tool: Tool,
  { resultsOf, argumentsOf, findPlainBase, readContent }: BehaviourContext,
): boolean {
  const { pages } = tool.behaviour;
  if (pages === undefined || !resultsOf(entity, tool).includes(`${pages.items}/*${pages.id}`)) return false;
  const base = findPlainBase(tool);
  const content = base === undefined ? {} : readContent(base);
  return argumentsOf(entity, tool).every((path) => valueAt(content, firstPlace(path)) === undefined);
}

/** An example may show more than the required arguments do, such as the parts of a form. */
function richest(tool: Tool, call: CallOfEntity, context: BehaviourContext): { input?: Input } {
  const base = context.baseOf(tool);
  if (base === undefined) return {};
  const content = context.readContent(base);
  return Object.keys(content).length > Object.keys(call.input).length &&
    Object.hasOwn(content, call.id.split("/")[1]!)
    ? { input: content }
    : {};
}

function places(tool: Tool, paths: readonly string[]): { tool: string; path: string }[] {
  return paths.map((path) => ({ tool: tool.name, path }));
}

export function endedCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const { name, endedBy, at } = entity;
  if (endedBy === undefined) return [];
  const must = `${withCapitalArticle(name)} that ${endedBy.tool} has ended is gone, or shows that it has ended.`;
  const place = context.at(locationBelow(at, ["ended_by"]));
  const promised = promise("states", `${name}/ended`, endedBy.tool, must, place);
  return [addCheck(promised, obstacle(entity, context) ?? { check: "ended", entity: name })];
}

function obstacle(entity: Entity, context: BehaviourContext): string | undefined {
  const rule = entityRule(entity, context);
  if (!rule.madeBy) return unmade(entity.name);
  if (!rule.endedBy) return `no valid arguments of ${entity.endedBy?.tool} were found`;
  return rule.observedBy.length > 0
    ? undefined
    : `the spec names no tool that shows ${withArticle(entity.name)} (observed_by)`;
}
