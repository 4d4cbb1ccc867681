/** Judges the key `queue`: of those that wait in the same entity, a call leads the one on that was made first. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

type QueueCase = Extract<StateCase, { readonly check: "queue" }>;

/** The lengths of queues that are tried: one call may lead several on, such as that of a larger room. */
const lengths = [4, 6];
/** The length if requests are limited. */
const shortest = 2;

export async function queueVerdict(each: QueueCase, engine: Engine): Promise<Verdict> {
  let verdict: Verdict = held;
  for (const length of engine.isBrief ? [shortest] : lengths) {
    verdict = await tryQueue(each, length, engine);
    if (verdict.status !== "unverified" || verdict.cause !== "unobserved") return verdict;
  }
  return verdict;
}

/**
 * Makes some that wait in the same entity, and calls in which the server leads on the first of them, until one is left: another order, such
 * as that of random ids, may begin with the first one by chance.
 */
async function tryQueue(each: QueueCase, length: number, engine: Engine): Promise<Verdict> {
  const { machine, state, transition, entity } = each;
  const { states, verdicts, rules } = engine;
  const { to } = rules.states[machine]!.serverTransitions[transition]!;
  const first = await states.makeIn(machine, state);
  const what = first.entity;
  const queue = first.parents[entity];
  if (queue === undefined)
    return unverified("undeclared", `${withArticle(what)} of the run is made in no ${entity}`);
  const waiting: EntityInstance[] = [first];
  while (waiting.length < length)
    waiting.push(await states.makeIn(machine, state, { instances: { [entity]: queue } }));
  const readAll = () => Promise.all(waiting.map((instance) => states.readState(instance, machine)));
  if ((await readAll()).some((reading) => reading.state !== state))
    return unverified("passing", `one ${what} left ${state} when another one was made`);
  let count = 0;
  for (;;) {
    // It throws if the server does not lead the next one on.
    await ifPossible(states.lead(waiting[count]!, machine, transition, to));
    const readings = await readAll();
    const left = readings.findIndex((reading) => reading.state === state);
    const early = readings.findIndex((reading, index) => left >= 0 && index > left && reading.state === to);
    if (early >= 0) {
      const expected = `of those that are ${state} in the same ${entity}, the ${what} that was made first becomes ${to}`;
      const got = `number ${early + 1} did, and number ${left + 1} is still ${state}`;
      return verdicts.failed(expected, readings[early]!.called, got);
    }
    const isLedOn = left > count;
    count = Math.max(count, left);
    if (isLedOn && count < length - 1) continue;
    if (count > 0) return held;
    const led = left < 0 ? `led all ${length} on` : "led none on";
    return unverified("unobserved", `the call that was found for it ${led}, so their order was not seen`);
  }
}
