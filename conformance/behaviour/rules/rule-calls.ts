/** Compares calls with the rules of the spec that describe them. */
import type { AnsweredCall } from "../../calls/completed-call.ts";
import type { Behaviour, EntityRule } from "../../cases/behaviour.ts";
import type { CallRule, Pattern } from "../../cases/call-rules.ts";
import { applyEdits, type Json, type JsonObject } from "../../cases/edits.ts";
import { listLeaves, valuesAt } from "../../cases/places.ts";

type Rules = Pick<Behaviour, "entities">;

/** The tool and the arguments of a call. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Json;
}

/** Whether a call is the one that a rule describes, without regard to ids. */
export function matchesRule(rules: Rules, rule: CallRule, call: ToolCall): boolean {
  if (call.tool !== rule.tool) return false;
  const [wanted, sent] = [rule, call].map(
    ({ tool, input }) =>
      applyEdits(
        input,
        listIds(rules, tool, input).map((pointer) => ({ remove: pointer })),
      ) as JsonObject,
  );
  return JSON.stringify(sortEntries(wanted!)) === JSON.stringify(sortEntries(sent!));
}

/** An argument of a tool that takes ids of an entity. */
export interface IdArgument {
  readonly entity: string;
  /** The call that creates the entity; undefined if no tool makes one. */
  readonly madeBy: EntityRule["madeBy"];
  readonly path: Pattern;
}

export function listIdArguments({ entities }: Rules, tool: string): IdArgument[] {
  return Object.entries(entities).flatMap(([entity, { madeBy, arguments: places }]) =>
    places.filter((place) => place.tool === tool).map(({ path }) => ({ entity, madeBy, path })),
  );
}

/** Returns the arguments of a call without the ids of an entity. */
export function withoutIdsOf(rules: Rules, entity: string, { tool, input }: ToolCall): JsonObject {
  const places = listIdArguments(rules, tool).filter((place) => place.entity === entity);
  const ids = places.flatMap(({ path }) => valuesAt(input, path).map(({ pointer }) => ({ remove: pointer })));
  return applyEdits(input, ids) as JsonObject;
}

/** Lists the entities that the arguments of a call name. */
export function listNamedEntities(rules: Rules, tool: string, input: Json): Set<string> {
  const places = listIdArguments(rules, tool).filter(({ path }) => valuesAt(input, path).length > 0);
  return new Set(places.map(({ entity }) => entity));
}

/** Whether a call has all arguments that a rule declares, without regard to ids. */
export function hasArgumentsOf(rules: Rules, rule: CallRule, call: ToolCall): boolean {
  if (call.tool !== rule.tool) return false;
  const { declared = rule.input, free = [] } = rule;
  const ids = listIds(rules, rule.tool, declared);
  const values = new Map(listLeaves(call.input).map(({ pointer, value }) => [pointer, value]));
  return listLeaves(declared).every(
    ({ pointer, value }) =>
      ids.includes(pointer) ||
      values.get(pointer) === value ||
      (free.includes(pointer) && values.has(pointer)),
  );
}

/** Lists pointers to the ids of entities in the arguments of a tool. */
function listIds(rules: Rules, tool: string, input: Json): string[] {
  return listIdArguments(rules, tool).flatMap(({ path }) =>
    valuesAt(input, path).map(({ pointer }) => pointer),
  );
}

/** Lists the entities that the arguments of a call name and that tools make. */
export function listMadeEntities(tool: string, input: Json, rules: Rules): string[] {
  return [...listNamedEntities(rules, tool, input)].filter((entity) => rules.entities[entity]?.madeBy);
}

function sortEntries(input: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The most intervals that are tried until one is free. */
export const mostIntervals = 4;

/** Whether a call was refused since its interval overlaps another one. */
export function isIntervalTaken(
  { tool, outcome }: Pick<AnsweredCall, "outcome"> & { readonly tool: string },
  { overlaps }: Pick<Behaviour, "overlaps">,
): boolean {
  const rules = overlaps[tool] ?? [];
  return outcome.is === "refusal" && rules.some(({ refused }) => refused === outcome.code);
}

/** Whether a call was refused since what its arguments name has as many as a limit allows. */
export function isPlaceFull(
  { tool, outcome }: Pick<AnsweredCall, "outcome"> & { readonly tool: string },
  { limits }: Pick<Behaviour, "limits">,
): boolean {
  return (
    outcome.is === "refusal" &&
    Object.values(limits).some(
      (limit) => limit.kind === "places" && limit.tools.includes(tool) && limit.refused === outcome.code,
    )
  );
}

/** Whether a tool takes the id of an entity. */
export function takesId({ entities }: Pick<Behaviour, "entities">, entity: string, tool: string): boolean {
  return entities[entity]?.arguments.some((each) => each.tool === tool) ?? false;
}
