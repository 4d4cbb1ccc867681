/** Holds what the target works on behind its answers, with the hook `work`, and lets one step go on at a time. */
import { setTimeout as delay } from "node:timers/promises";
import { valueAt } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import type { Hooks } from "./hooks.ts";

/** How a step ends. */
export type StepEnd = "done" | "failed";

/** The time until work has begun, or a step has ended. */
const longestMs = 60_000;
const pauseMs = 50;
/** The number of looks without a held step after which the work of earlier cases has ended. */
const idleLooks = 3;

export class HeldWork {
  readonly #hooks: Hooks;

  private constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Runs a function while work is held. Throws a PreconditionError if the target has no such hook. */
  static async during<Result>(hooks: Hooks, run: (work: HeldWork) => Promise<Result>): Promise<Result> {
    hooks.requireHook("work");
    await hooks.run("work", { hold: true });
    try {
      const work = new HeldWork(hooks);
      await work.#finishEarlier();
      return await run(work);
    } finally {
      await hooks.run("work", { hold: false });
    }
  }

  /** Lets the step that has waited for the longest time end. */
  async step(end: StepEnd = "done"): Promise<void> {
    await this.#hooks.run("work", { step: end });
  }

  /**
   * Waits until as many steps are held as things are at work. What is seen then stays, since the steps were counted before the look.
   * Throws a PreconditionError if that does not come about.
   */
  async waitUntilHeld(countAtWork: () => Promise<number>): Promise<void> {
    const begin = performance.now();
    while ((await this.#countHeld()) !== (await countAtWork())) {
      if (performance.now() - begin > longestMs)
        throw new PreconditionError("no-control", "the hook work does not hold what the target works on");
      await delay(pauseMs);
    }
  }

  /** Lets what earlier cases have begun come to its end. */
  async #finishEarlier(): Promise<void> {
    const begin = performance.now();
    for (let idle = 0; idle < idleLooks && performance.now() - begin < longestMs; idle++) {
      const held = await this.#countHeld();
      for (let step = 0; step < held; step++) await this.step();
      if (held > 0) idle = -1;
      await delay(pauseMs);
    }
  }

  async #countHeld(): Promise<number> {
    return Number(valueAt(await this.#hooks.run("work", {}), "/held"));
  }
}
