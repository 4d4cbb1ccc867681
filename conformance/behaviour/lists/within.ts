/** Adds items within things by whose optional id a list is filtered: the folders in a folder. */
import { baseArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { FilterRule } from "../../cases/rules/lists.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import { lastStep } from "./list-rule.ts";

/** The things, whose items take turns in the list, and the items of each. */
const wholes = 2;
const itemsOfEach = 2;

/** @param tool the list @param item the entity of its items */
export async function addWithin(
  engine: Engine,
  tool: string,
  item: string,
  filter: FilterRule,
  account: string | undefined,
): Promise<void> {
  const { rules, instances } = engine;
  const whole = listIdArguments(rules, tool).find(({ path }) => path === filter.argument)?.entity;
  const making = findMaking(engine, item, filter);
  if (whole === undefined || making === undefined || !rules.entities[whole]?.madeBy) return;
  const made = [];
  while (made.length < wholes) {
    const one = await ifPossible(instances.make(whole, { account }));
    if (one === undefined) return;
    made.push(one);
  }
  for (let index = 0; index < wholes * itemsOfEach; index++) {
    const { id } = made[index % wholes]!;
    const input = applyEdits(making.input, [{ set: making.argument, to: id }]) as JsonObject;
    // The id is one of a thing that is there: no other takes its place.
    await ifPossible(instances.make(item, { account, input, within: [whole] }));
  }
}

/** Finds arguments that make an item with a value at the place of the filter, where those of other items have none. */
function findMaking(
  { rules, context: { cases } }: Engine,
  item: string,
  { path, argument }: FilterRule,
): { readonly argument: string; readonly input: Json } | undefined {
  const { madeBy } = rules.entities[item]!;
  const repeated = (rules.repeats[madeBy!.tool] ?? []).find((rule) => lastStep(rule.path) === lastStep(path));
  const name = repeated?.argument ?? argument;
  const inputs = Object.keys(cases.bases)
    .filter((base) => cases.bases[base]!.tool === madeBy!.tool)
    .map((base) => baseArguments(cases, base));
  const input = inputs.find((each) => valueAt(each, name) !== undefined);
  return input === undefined ? undefined : { argument: name, input };
}
