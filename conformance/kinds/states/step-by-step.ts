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
  const ended = await make();
  await engine.states.bring(ended, each.machine, each.state);
  await engine.observer.observeFinished(() => engine.observer.observe(ended));
  return HeldWork.during(engine.hooks, async (work) =>
    new Steps(each, engine, { work, ended }).follow([await make(), await make()]),
  );
}

interface StepsOptions {
  readonly work: HeldWork;
  /** An instance of which all work has ended. */
  readonly ended: EntityInstance;
}

/** A look at instances as soon as the next steps are held, or when no step is left. */
interface Look {
  readonly observation: Observation;
  readonly hasStopped: boolean;
}

/** The steps of the work on two instances. */
class Steps {
  readonly #each: StepCase;
  readonly #engine: Engine;
  readonly #options: StepsOptions;

  constructor(each: StepCase, engine: Engine, options: StepsOptions) {
    this.#each = each;
    this.#engine = engine;
    this.#options = options;
  }

  async follow([first, second]: readonly [EntityInstance, EntityInstance]): Promise<Verdict> {
    const { work, ended } = this.#options;
    const { tool } = this.#engine.rules.states[this.#each.machine]!.field;
    const { observation: alone } = await this.#begin(first, [ended, first]);
    const { observation: later } = await this.#begin(second, [ended, first, second]);
    const moved = this.#compare(alone, later);
    if (moved !== undefined)
      return this.#fail("what is at work and what has ended stay as they are when other work begins", moved);
    let before = later;
    for (let step = 0; step < mostSteps; step++) {
      const broken = findBrokenRule(tool, this.#each, this.#engine);
      if (broken !== undefined) return broken;
      if (this.#listAtWork(before).length === 0) return held;
      await work.step();
      const { observation: after, hasStopped } = await this.#look([ended, first, second]);
      const changeOf = (of: EntityInstance) => this.#compare(pick(before, of), pick(after, of));
      const [ofEnded, ofFirst, ofSecond] = [changeOf(ended), changeOf(first), changeOf(second)];
      if (ofEnded !== undefined)
        return this.#fail("a step of the work on one changes nothing of another, which has ended", ofEnded);
      if (ofFirst !== undefined && ofSecond !== undefined)
        return this.#fail("a step of the work on one changes nothing of another", ofFirst);
      if (hasStopped) return this.#failAsStopped(after);
      before = after;
    }
    throw new PreconditionError("slow", `the server was still at work after ${mostSteps} steps`);
  }

  /** Starts the work on an instance, and looks at all. */
  async #begin(instance: EntityInstance, all: readonly EntityInstance[]): Promise<Look> {
    const { machine, state } = this.#each;
    await this.#engine.states.bring(instance, machine, state);
    return this.#look(all);
  }

  async #look(all: readonly EntityInstance[]): Promise<Look> {
    let observation: Observation = [];
    const state = await this.#options.work.waitUntilHeld(async () => {
      observation = (await Promise.all(all.map((each) => this.#engine.observer.observe(each)))).flat();
      return this.#listAtWork(observation).length;
    });
    return { observation, hasStopped: state === "stopped" };
  }

  /** Lists what is shown of each instance that is at work. */
  #listAtWork(observation: Observation): Observation[] {
    const byInstance = Map.groupBy(observation, ({ of }) => of);
    return [...byInstance.values()].filter((own) => this.#engine.observer.isAtWork(own));
  }

  #failAsStopped(observation: Observation): Verdict {
    const { tool } = this.#engine.rules.states[this.#each.machine]!.field;
    const { called } = this.#listAtWork(observation)
      .flat()
      .find((seen) => seen.tool === tool)!;
    const got = "one is shown as at work for a minute, and the server has no step of it left";
    return this.#engine.verdicts.failed("the work on each comes to an end", called, got);
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
