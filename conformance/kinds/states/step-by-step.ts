/** Judges the work of the server on two instances, of which each step is held and let go on by itself. */
import type { Engine } from "../../behaviour/engine.ts";
import { HeldWork } from "../../behaviour/held-work.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  type Change,
  compareObservations,
  describeChange,
  type Observation,
} from "../../behaviour/observe/observation.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { findBrokenRule } from "../results.ts";

type StepCase = Extract<StateCase, { readonly check: "step-by-step" }>;

/** The most steps of the work on two instances. */
const mostSteps = 40;

export async function stepVerdict(each: StepCase, engine: Engine): Promise<Verdict> {
  const machine = engine.rules.states[each.machine]!;
  const make = () => engine.states.makeIn(each.machine, machine.initial);
  const pair = [await make(), await make()] as const;
  return HeldWork.during(engine.hooks, (work) => new Steps(each, engine, work).follow(pair));
}

/** The steps of the work on two instances. */
class Steps {
  readonly #each: StepCase;
  readonly #engine: Engine;
  readonly #work: HeldWork;

  constructor(each: StepCase, engine: Engine, work: HeldWork) {
    this.#each = each;
    this.#engine = engine;
    this.#work = work;
  }

  async follow([first, second]: readonly [EntityInstance, EntityInstance]): Promise<Verdict> {
    const { tool } = this.#engine.rules.states[this.#each.machine]!.field;
    const alone = await this.#begin(first, [first]);
    const later = await this.#begin(second, [first, second]);
    const moved = this.#compare(alone, later);
    if (moved !== undefined)
      return this.#fail(`what is at work stays as it is when other work begins`, moved);
    let before = later;
    for (let step = 0; step < mostSteps; step++) {
      const broken = findBrokenRule(tool, this.#each, this.#engine);
      if (broken !== undefined) return broken;
      if (this.#countAtWork(before) === 0) return held;
      await this.#work.step();
      const after = await this.#look([first, second]);
      const changes = [first, second].map((of) => this.#compare(pick(before, of), pick(after, of)));
      if (changes.every((change) => change !== undefined))
        return this.#fail("a step of the work on one changes nothing of another", changes[0]!);
      before = after;
    }
    throw new PreconditionError("slow", `the server was still at work after ${mostSteps} steps`);
  }

  /** Starts the work on an instance, and looks at all. */
  async #begin(instance: EntityInstance, all: readonly EntityInstance[]): Promise<Observation> {
    const { machine, state } = this.#each;
    await this.#engine.states.bring(instance, machine, state);
    return this.#look(all);
  }

  /** Looks at instances as soon as the next steps are held. */
  async #look(all: readonly EntityInstance[]): Promise<Observation> {
    let observation: Observation = [];
    await this.#work.waitUntilHeld(async () => {
      observation = (await Promise.all(all.map((each) => this.#engine.observer.observe(each)))).flat();
      return this.#countAtWork(observation);
    });
    return observation;
  }

  #countAtWork(observation: Observation): number {
    const byInstance = Map.groupBy(observation, ({ of }) => of);
    return [...byInstance.values()].filter((own) => this.#engine.observer.isAtWork(own)).length;
  }

  /** Finds a change, but for that of the time after which to look again. */
  #compare(before: Observation, after: Observation): Change | undefined {
    const { field } = this.#engine.rules.states[this.#each.machine]!;
    return compareObservations(before, after).find(
      ({ tool, at }) =>
        !(tool === field.tool && at === field.poll) && !this.#engine.observer.isVolatile(tool, at),
    );
  }

  #fail(expected: string, change: Change): Verdict {
    return this.#engine.verdicts.failed(expected, change.called, describeChange(change));
  }
}

function pick(observation: Observation, instance: EntityInstance): Observation {
  return observation.filter(({ of }) => of === instance);
}
