/** Makes items whose numbers come in another order than their texts. */
import { createSupply } from "../../behaviour/lists/supply.ts";
import { fieldWith } from "../../behaviour/lists/wanted-field.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { type PageTrial, walkFrom } from "./page-trial.ts";

/** As texts, the higher number of a pair comes first. A schema may allow no low numbers, such as an amount in cents. */
const pairs = [9, 99, 999, 9_999].map((number) => [number, number + 1]);

/** Adds an item with each number of a pair at a place. Returns the arguments of the list; undefined if no call makes such items. */
export async function addNumbers(trial: PageTrial, path: string): Promise<Json | undefined> {
  const { each, rule, engine, list } = trial;
  const source = { tool: each.tool, input: rule.first.input, items: rule.items };
  // Cases share the list of an entity, and what they have read of it, so this one gets another.
  const supply = await createSupply(engine, source, list.account);
  for (const pair of pairs) {
    for (const number of pair)
      if ((await ifPossible(supply.add(1, fieldWith(path, number)))) === undefined) return undefined;
    // A number that the call does not take is left out.
    const { items } = await walkFrom(trial, supply.input, rule.limit?.max);
    const shown = new Set(items.map((item) => valueAt(item, path)));
    if (pair.every((number) => shown.has(number))) return supply.input;
  }
  return supply.input;
}
