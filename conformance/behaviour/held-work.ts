/** Holds what the target works on behind its answers, with the hook `work`, and lets one step go on at a time. */
import { setTimeout as delay } from "node:timers/promises";
import { valueAt } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import type { Hooks } from "./hooks.ts";

/** How a step ends. */
export type StepEnd = "done" | "failed";

/** Whether as many steps are held as things are shown at work, or something is shown at work that has no step any more. */
export type HeldState = "held" | "stopped";

/** The time until work has begun, or a step has ended. */
const longestMs = 60_000;
/** The time after which steps without a thing at work are those of earlier cases. A thing is shown at work soon after its step. */
const excessMs = 10_000;
const pauseMs = 50;
/** The number of looks without a held step after which the work of earlier cases has ended. */
const idleLooks = 3;

/** Steps are held of work that earlier cases began: on a busy machine they come after the looks that found none. */
class EarlierWork extends PreconditionError {}

export class HeldWork {
  readonly #hooks: Hooks;
  /** Whether a step was let go on, so that the hook is known to hold this work. */
  #hasStepped = false;

  private constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /**
   * Runs a function while work is held, and once more if work of earlier cases came between. Throws a PreconditionError if the target
   * has no such hook.
   */
  static async during<Result>(hooks: Hooks, run: (work: HeldWork) => Promise<Result>): Promise<Result> {
    hooks.requireHook("work");
    try {
      return await HeldWork.#hold(hooks, run);
    } catch (error) {
      if (!(error instanceof EarlierWork)) throw error;
      return HeldWork.#hold(hooks, run);
    }
  }

  static async #hold<Result>(hooks: Hooks, run: (work: HeldWork) => Promise<Result>): Promise<Result> {
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
    this.#hasStepped = true;
  }

  /**
   * Waits until as many steps are held as things are at work. What is seen then stays, since the steps were counted before the look.
   * If for a minute fewer steps are held, although a step of them was let go on before, some of the work has stopped. Throws a
   * PreconditionError if the numbers differ for another reason.
   */
  async waitUntilHeld(countAtWork: () => Promise<number>): Promise<HeldState> {
    const begin = performance.now();
    // The begin, or the last look with fewer steps than things at work.
    let lastFewer = begin;
    for (;;) {
      const steps = await this.#countHeld();
      const atWork = await countAtWork();
      if (steps === atWork) return "held";
      const now = performance.now();
      if (steps < atWork) lastFewer = now;
      const why = `the hook work holds ${steps} steps, and ${atWork} are shown at work`;
      if (now - lastFewer > excessMs) throw new EarlierWork("no-control", why);
      if (now - begin > longestMs) {
        if (this.#hasStepped && steps < atWork) return "stopped";
        throw new PreconditionError("no-control", why);
      }
      await delay(pauseMs);
    }
  }

  /** Lets what earlier cases have begun come to its end. */
  async #finishEarlier(): Promise<void> {
    const begin = performance.now();
    for (let idle = 0; idle < idleLooks && performance.now() - begin < longestMs; idle++) {
      const held = await this.#countHeld();
      for (let step = 0; step < held; step++) await this.#hooks.run("work", { step: "done" });
      if (held > 0) idle = -1;
      await delay(pauseMs);
    }
  }

  async #countHeld(): Promise<number> {
    return Number(valueAt(await this.#hooks.run("work", {}), "/held"));
  }
}
