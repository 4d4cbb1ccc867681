/** Derives the cases of tools that read what another tool or a resource writes. */
import { type BehaviourCase, type Edit, valueAt } from "@toolwright/conformance/cases";
import { isSchemaObject } from "@toolwright/json-schema";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import { withoutUndefined } from "../../../model/members.ts";
import type { Tool } from "../../../model/operation.ts";
import type { RoundTrip } from "../../../model/round-trip.ts";
import { parseCondition } from "../../../scenarios/condition.ts";
import { noArguments, promise, unmade } from "../../promise.ts";
import type { BehaviourContext } from "../context.ts";
import { listSources } from "./copies.ts";

/**
 * Makes one case of a tool. It begins with the example whose arguments are the longest of those that make or change an entity and
 * cost nothing: that gives most to write.
 */
export function roundTripCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { roundTrip } = tool.behaviour;
  const writer = roundTrip && context.readers.find(({ name }) => name === roundTrip.from.tool);
  const entity = writer && context.model.entities.find((each) => isAbout(each, writer, tool, context));
  if (roundTrip === undefined || entity === undefined) return [];
  const { argument, from, same, ignores, when, at } = roundTrip;
  const must = `What ${writer!.name} writes of ${withArticle(entity.name)} is read by ${tool.name} as ${argument.slice(1)}, and is written in the same way again.`;
  const promiseOf = (name: string) =>
    promise("effects", `${tool.name}/round-trip/${name}`, tool.name, must, context.at(at));
  const [source, ...others] = listSources(entity, undefined, context);
  if (source === undefined)
    return [{ ...promiseOf(entity.name), untestable: entity.madeBy ? noArguments : unmade(entity.name) }];
  const call = findCall(tool, roundTrip, context);
  if (call === undefined) return [{ ...promiseOf(entity.name), untestable: noArguments }];
  const takesId = context.argumentsOf(entity, tool).length > 0;
  return [
    {
      ...promiseOf((source.change ?? source.made).replace(":", "/")),
      ...call,
      check: "round-trip",
      entity: entity.name,
      ...source,
      others,
      argument,
      writer: from,
      same,
      ...withoutUndefined({
        ignores,
        copy: takesId ? undefined : context.resultsOf(entity, tool)[0],
        when: when === undefined ? undefined : { text: when, condition: parseCondition(when) },
      }),
    },
  ];
}

/** Whether the writer takes an id of the entity, and the tool takes or returns one. */
function isAbout(
  entity: Entity,
  writer: BehaviourContext["readers"][number],
  tool: Tool,
  context: BehaviourContext,
): boolean {
  return (
    context.argumentsOf(entity, writer).length > 0 &&
    [...context.argumentsOf(entity, tool), ...context.resultsOf(entity, tool)].length > 0
  );
}

/** Returns a call with the argument, without optional arguments that say more than what was written. */
function findCall(
  tool: Tool,
  { argument }: RoundTrip,
  context: BehaviourContext,
): { readonly base: string; readonly edits?: readonly Edit[] } | undefined {
  const call = context.callWith(tool, argument);
  if (call === undefined) return undefined;
  const { schema } = tool.input;
  const required: readonly unknown[] =
    isSchemaObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const content = context.readContent(call.base);
  const others = Object.keys(content).filter((name) => !required.includes(name) && `/${name}` !== argument);
  const ids = context.model.entities.flatMap((entity) => context.argumentsOf(entity, tool));
  const edits: readonly Edit[] = [
    ...others.filter((name) => !ids.includes(`/${name}`)).map((name) => ({ remove: `/${name}` })),
    ...(valueAt(content, argument) === undefined ? (call.edits ?? []) : []),
  ];
  return edits.length === 0 ? { base: call.base } : { base: call.base, edits };
}
