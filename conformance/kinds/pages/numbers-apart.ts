/** Makes items whose numbers come in another order than their texts. */
import { createSupply } from "../../behaviour/lists/supply.ts";
import { fieldWith } from "../../behaviour/lists/wanted-field.ts";
import type { Json } from "../../cases/edits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { PageTrial } from "./page-trial.ts";

/** As texts, the higher one comes first. */
const numbers = [9, 10];

/** Adds an item with each number at a place. Returns the arguments of the list; undefined if no call makes such items. */
export async function addNumbers(trial: PageTrial, path: string): Promise<Json | undefined> {
  const { each, rule, engine, list } = trial;
  const source = { tool: each.tool, input: rule.first.input, items: rule.items };
  // Cases share the list of an entity, and what they have read of it, so this one gets another.
  const supply = await createSupply(engine, source, list.account);
  for (const number of numbers)
    if ((await ifPossible(supply.add(1, fieldWith(path, number)))) === undefined) return undefined;
  return supply.input;
}
