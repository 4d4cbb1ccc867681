/** Moves an item of a list: a call about it changes the value by which the list is sorted. */
import { isDeepStrictEqual } from "node:util";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { findMaker } from "../../behaviour/lists/list-rule.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { listNamedEntities, type ToolCall } from "../../behaviour/rules/rule-calls.ts";
import { startsWork } from "../../behaviour/rules/transitions.ts";
import { listExamples } from "../../behaviour/states/earlier-calls.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { isDrawing } from "../../cases/limits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { type PageTrial, walkFrom } from "./page-trial.ts";

/** The most calls that are tried. */
const mostCalls = 6;

/**
 * Makes two items, and changes the older one by the first call after which it has another value at a place. Returns the arguments of
 * the list; undefined if no call about it is accepted. Where no call changes the value, the item has been changed in other places.
 */
export async function moveItem(trial: PageTrial, path: string): Promise<Json | undefined> {
  const { each, rule, engine, list } = trial;
  const source = { tool: each.tool, input: rule.first.input, items: rule.items };
  const entity = findMaker(engine.rules, source);
  const calls = entity === undefined ? [] : listCallsAbout(entity, engine);
  if (entity === undefined || calls.length === 0) return undefined;
  // Cases share the list of an entity, and what they have read of it, so this one gets another.
  const supply = await createSupply(engine, source, list.account);
  const made = await ifPossible(supply.add(1));
  const instance = made && engine.instances.known.find(entity, made[0] ?? null);
  if (instance === undefined) return undefined;
  // Two times within one moment have no order.
  await engine.observer.waitForClockTick();
  if ((await ifPossible(supply.add(1))) === undefined) return undefined;
  const readValue = async () => {
    const { ids, items } = await walkFrom(trial, supply.input, rule.limit?.max);
    const item = items[ids.findIndex((id) => isDeepStrictEqual(id, instance.id))];
    return item === undefined ? undefined : valueAt(item, path);
  };
  const before = await readValue();
  if (before === undefined) return undefined;
  await engine.observer.waitForClockTick();
  let isChanged = false;
  for (const call of calls.slice(0, mostCalls)) {
    if (!(await ifPossible(callAbout(instance, call, engine)))) continue;
    isChanged = true;
    const after = await readValue();
    if (after !== undefined && !isDeepStrictEqual(after, before)) break;
  }
  return isChanged ? supply.input : undefined;
}

/** Lists calls of writing tools that name the entity and cost nothing. */
function listCallsAbout(entity: string, { rules, context: { cases } }: Engine): ToolCall[] {
  return Object.entries(cases.tools)
    .filter(([tool, { readOnly }]) => {
      const isMaker = rules.entities[entity]?.madeBy?.tool === tool;
      return !readOnly && !isMaker && rules.spends[tool] === undefined && !startsWork(rules, tool);
    })
    .flatMap(([tool]) =>
      listExamples(tool, rules, cases)
        .filter((input) => listNamedEntities(rules, tool, input).has(entity))
        .filter((input) => !isDrawing(rules.draws[tool], input))
        .map((input) => ({ tool, input })),
    );
}

/** Returns whether the server accepts the call. */
async function callAbout(
  instance: EntityInstance,
  { tool, input }: ToolCall,
  { instances, calls }: Engine,
): Promise<boolean> {
  const { account, entity, parents } = instance;
  const named = { ...parents, [entity]: instance };
  const filled = await instances.fill(tool, input, { account, instances: named });
  return (await calls.call({ tool, input: filled }, { account })).outcome.is === "success";
}
