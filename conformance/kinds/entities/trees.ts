/** Judges the key `tree`: no entity is moved into itself, nor into one that is in it. */
import { type Called, isRefusedWith } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import type { Observation } from "../../behaviour/observe/observation.ts";
import { unchangedVerdict } from "../../behaviour/observe/refused-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { TreeCase } from "../../cases/change-rules.ts";
import { applyEdits } from "../../cases/edits.ts";
import type { Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";

/** Makes a row of entities, moves each into the one before it, and then tries to move the first into the last. */
export async function treeVerdict(each: TreeCase, engine: Engine): Promise<Verdict> {
  const { instances, observer, verdicts } = engine;
  const row: EntityInstance[] = [];
  while (row.length <= each.depth) row.push(await instances.make(each.entity));
  for (const [index, parent] of row.slice(0, -1).entries()) {
    const called = await move(each, row[index + 1]!, parent, engine);
    if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
  }
  const [first, last] = [row[0]!, row.at(-1)!];
  const observe = async (): Promise<Observation> =>
    (await Promise.all([...new Set([first, last])].map((one) => observer.observe(one)))).flat();
  const before = await observe();
  const called = await move(each, first, last, engine);
  if (!isRefusedWith(each.refused, called))
    return verdicts.failed(each.must, called, describeAnswer(called.exchange.answer));
  return unchangedVerdict(called, before, observe, engine);
}

/** Moves an instance into another one, or into itself. */
async function move(
  each: TreeCase,
  moved: EntityInstance,
  parent: EntityInstance,
  { instances, calls, context }: Engine,
): Promise<Called> {
  const { tool } = each;
  const example = applyEdits(exampleArguments(context.cases, each), [
    { set: each.moved, to: moved.id },
    { set: each.parent, to: parent.id },
  ]);
  const keep = [each.moved, each.parent];
  const input = await instances.fill(tool, example, { keep, isChanged: true });
  return calls.call({ tool, input });
}
