/** Lists the calls that may change what an entity shows at a place that another tool requires, such as one that marks an item as sold out. */
import { type Json, type Leader, steps } from "@toolwright/conformance/cases";
import type { Entity, Requirement } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import type { BehaviourContext, Input } from "../context.ts";
import { makeCall } from "../entities.ts";

/** The most calls that are tried out for one requirement. */
const mostLeaders = 6;

/**
 * Lists those with an argument of the name of the place first, then those that change it as the spec says or make something in the
 * entity, such as a segment of a job that has to be translated, then the one that ends the entity, then others that show the place.
 */
export function listLeaders(tool: Tool, rule: Requirement, context: BehaviourContext): Leader[] {
  const entity = context.model.entities.find(({ name }) => name === rule.entity);
  if (entity === undefined) return [];
  const writers = context.model.tools.filter((each) => isWriterOf(each, entity, context));
  const setters = writers.flatMap((each) => listSetters(each, entity, rule, context));
  const isEnder = ({ name }: Tool) => name === entity.endedBy?.tool;
  const others = writers.filter(
    (each) => (each !== tool || isEnder(each)) && !setters.some(({ out }) => out.tool === each.name),
  );
  const changers = others.filter((each) => changesPlace(each, rule) || makesPart(each, entity, context));
  const showers = others.filter((each) => showsPlace(each, rule, context) && !changers.includes(each));
  const plain = [...changers, ...showers.filter(isEnder), ...showers.filter((each) => !isEnder(each))];
  const inputOf = (each: Tool) => (isEnder(each) ? ((entity.endedBy?.input ?? {}) as Input) : {});
  const calls = plain.flatMap((each) => makeCall(entity, each, inputOf(each), context) ?? []);
  return [...setters, ...calls.map((out) => ({ out }))].slice(0, mostLeaders);
}

/** Whether calls of a tool may change an entity that they name: a project that is ended may still be shown, as closed. */
function isWriterOf(tool: Tool, entity: Entity, context: BehaviourContext): boolean {
  return (
    tool.annotations?.readOnlyHint !== true &&
    entity.madeBy?.tool !== tool.name &&
    context.argumentsOf(entity, tool).length > 0
  );
}

/** Whether the spec says that calls of a tool change the place. */
function changesPlace({ behaviour }: Tool, { entity, place }: Requirement): boolean {
  return behaviour.changes.some((change) => change.entity === entity && change.places.includes(place));
}

/** Whether a tool makes another entity within this one. */
function makesPart({ name }: Tool, entity: Entity, { model }: BehaviourContext): boolean {
  return model.entities.some((each) => each !== entity && each.madeBy?.tool === name);
}

/** Whether results of a tool show the place, of the entity itself or in a member with its name. */
function showsPlace(tool: Tool, { entity, place }: Requirement, context: BehaviourContext): boolean {
  const places = [place, `/${entity}${place}`, `/${entity}/${steps(place).at(-1)!}`];
  return places.some((each) => context.findSchemas(tool, "output", each).length > 0);
}

/** Makes a call with a value that is not required, and one with a required value, of each argument with the name of the place. */
function listSetters(tool: Tool, entity: Entity, rule: Requirement, context: BehaviourContext): Leader[] {
  const name = steps(rule.place).at(-1)!;
  if (context.findSchemas(tool, "input", `/${name}`).length === 0) return [];
  const call = (value: Json) => makeCall(entity, tool, { [name]: value }, context);
  const outside = context
    .valuesFor(tool, `/${name}`, rule.is.length + 1)
    .find((value) => !rule.is.some((required) => required === value));
  const out = outside === undefined ? undefined : call(outside);
  if (out === undefined) return [];
  const back = rule.is.map(call).find((found) => found !== undefined);
  return [{ out, ...(back !== undefined && { back }) }];
}
