/** Judges the pages of a list in which own and shared entities are mixed. */
import { whileClockStands } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { findMaker } from "../../behaviour/lists/list-rule.ts";
import { makeWith } from "../../behaviour/lists/made-with.ts";
import { listMixedValues } from "../../behaviour/lists/mixed-values.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { findLimit, type Walk, walk } from "../../behaviour/lists/walk.ts";
import type { Json, JsonObject } from "../../cases/edits.ts";
import type { FilterRule, PagesRule } from "../../cases/rules/lists.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { findSelectionProblem } from "./filters.ts";
import type { PageTrial } from "./page-trial.ts";

/** The number of pairs, an own and a shared entity, that are made with equal times, and of those that are made one after another. */
const pairs = 3;
/** The approximate number of small pages in which a list is read. */
const smallPages = 12;

interface MixedList {
  readonly account: string;
  readonly input: Json;
  /** The ids of what was made with the values of an example. */
  readonly made: readonly Json[];
}

export async function sharedItems({ each, rule, engine }: PageTrial): Promise<Verdict> {
  const list = await mixList(each.tool, rule, engine);
  const { account, input } = list;
  const walkBy = (limit: number | undefined) => walk(engine, each.tool, rule, { input, account, limit });
  const large = await walkBy(rule.limit?.max);
  const size = Math.max(2, Math.ceil(large.ids.length / smallPages));
  // Pages of two sizes end between an own and a shared one, and the other way round.
  for (const limit of [size, size + 1]) {
    const small = await walkBy(rule.limit && findLimit(rule.limit, limit));
    const problem = findProblem(list, large, small);
    if (problem !== undefined) return engine.verdicts.failed(each.must, small.pages.at(-1)!.called, problem);
  }
  if (engine.isBrief) return held;
  const whole = await walkBy(rule.limit?.max);
  for (const filter of Object.values(rule.filters).filter(isExact)) {
    const problem = await findSelectionProblem({ each, rule, engine, list }, filter, whole);
    if (problem !== undefined) return problem;
  }
  return held;
}

/** Fills the list of an account with own and shared entities in turn, and for each filter with values that it tells apart. */
async function mixList(tool: string, rule: PagesRule, engine: Engine): Promise<MixedList> {
  const { input } = rule.first;
  const maker = findMaker(engine.rules, { tool, input, items: rule.items });
  const entity = requireDeclared(maker, `the spec names no tool that makes the items of ${tool}`);
  const sharing = await Sharing.find(engine, entity);
  const { account } = sharing;
  const made: Json[] = [];
  const makePair = async (values: JsonObject) => {
    const own = await makeWith(engine, entity, values, { account });
    const shared = await makeWith(engine, entity, values, {});
    await sharing.share(shared);
    return [own.id, shared.id];
  };
  const makePairs = async () => {
    for (let count = 0; count < pairs; count++) made.push(...(await makePair({})));
  };
  await makePairs();
  await whileClockStands(engine.hooks, engine.context.cases, makePairs);
  const filled = await engine.instances.fill(tool, input, { account });
  if (!engine.isBrief) {
    const { items } = await walk(engine, tool, rule, { input: filled, account, limit: rule.limit?.max });
    const supply = await createSupply(engine, { tool, input, items: rule.items }, account);
    const filters = Object.values(rule.filters).filter(({ is }) => is === "equal");
    // Not every value may be there in an account, or in a shared entity, and the list may leave some out by default.
    for (const values of listMixedValues(filters, items, (field) => supply.canGive(field)))
      await ifPossible(makePair(values));
  }
  return { account, made, input: filled };
}

/** Whether a filter says of each item whether it fits. */
function isExact({ is }: FilterRule): boolean {
  return is !== "similar";
}

function findProblem({ made }: MixedList, large: Walk, small: Walk): string | undefined {
  const twice = small.ids.find((id, index) => small.ids.indexOf(id) !== index);
  if (twice !== undefined) return `${JSON.stringify(twice)} is on two pages`;
  const lost = [...made, ...large.ids].find((id) => !small.ids.includes(id));
  if (lost !== undefined) return `${JSON.stringify(lost)} is on none`;
  const moved = large.ids.findIndex((id, index) => id !== small.ids[index]);
  if (moved >= 0) return `item ${moved + 1} is another one in smaller pages`;
  const total = small.pages.find(
    (page) => page.total !== undefined && page.total !== small.ids.length,
  )?.total;
  return total === undefined ? undefined : `there are ${small.ids.length}, and a page says ${total}`;
}
