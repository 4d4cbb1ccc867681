/** Judges the pages of a list in which own and shared entities are mixed. */
import { whileClockStands } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { Sharing } from "../../behaviour/instances/sharing.ts";
import { findMaker } from "../../behaviour/lists/list-rule.ts";
import { findLimit, type Walk, walk } from "../../behaviour/lists/walk.ts";
import type { PagesRule } from "../../cases/behaviour.ts";
import type { Json } from "../../cases/edits.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import type { PageTrial } from "./page-trial.ts";

/** The number of pairs, an own and a shared entity, that are made with equal times, and of those that are made one after another. */
const pairs = 3;
/** The approximate number of small pages in which a list is read. */
const smallPages = 12;

interface MixedList {
  readonly account: string;
  readonly input: Json;
  /** The ids of all that was made. */
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
  return held;
}

/** Fills the list of an account with own and shared entities in turn. */
async function mixList(tool: string, rule: PagesRule, engine: Engine): Promise<MixedList> {
  const { input } = rule.first;
  const maker = findMaker(engine.rules, { tool, input, items: rule.items });
  const entity = requireDeclared(maker, `the spec names no tool that makes the items of ${tool}`);
  const sharing = await Sharing.find(engine, entity);
  const { account } = sharing;
  const made: Json[] = [];
  const makePairs = async () => {
    for (let count = 0; count < pairs; count++) {
      const own = await engine.instances.make(entity, { account });
      const shared = await engine.instances.make(entity);
      await sharing.share(shared);
      made.push(own.id, shared.id);
    }
  };
  await makePairs();
  await whileClockStands(engine.hooks, engine.context.cases, makePairs);
  return { account, made, input: await engine.instances.fill(tool, input, { account }) };
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
