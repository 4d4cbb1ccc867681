/** Makes room in the accounts of a run, where a limit says how many things an account has at once (`per: account`). */
import { type Attempt, beginAttempt, runAttempt } from "../../calls/attempts.ts";
import type { Caller } from "../../calls/caller.ts";
import { listAccountCaps } from "../../calls/cap-reached.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { Postponed } from "../../results/postponed.ts";
import type { EndingCalls } from "./created-instance.ts";
import type { CreatedInstances } from "./created-instances.ts";
import { outsideOfTrials, runTrial } from "./trial-instances.ts";

export interface RoomOptions extends EndingCalls {
  readonly rules: Behaviour;
  readonly created: CreatedInstances;
  readonly caller: Caller;
  /** Empties everything that holds instances for later cases. */
  forget(): void;
}

export class Room {
  readonly #options: RoomOptions;
  readonly #isLimited: boolean;
  /** The cases since room was made. */
  #cases: Attempt = { isOver: false, within: undefined };

  constructor(options: RoomOptions) {
    this.#options = options;
    this.#isLimited = listAccountCaps(options.rules).length > 0;
  }

  /** Runs a case, or another part of the run that may be given up. */
  during<Result>(run: () => Promise<Result>): Promise<Result> {
    return runAttempt(this.#cases, run);
  }

  /** Ends all that the run has made. No case may be running: calls that one still makes are stopped. */
  async make(): Promise<void> {
    const { caller, forget } = this.#options;
    this.#cases.isOver = true;
    this.#cases = { isOver: false, within: undefined };
    await this.during(async () => {
      await caller.waitUntilSettled();
      forget();
      await this.#end();
    });
  }

  /** Runs a trial, and ends what it has made where an account has room for a limited number of things. */
  async duringTrial<Result>(run: () => Promise<Result>): Promise<Result> {
    if (!this.#isLimited) return run();
    const made = new Set<string>();
    const attempt = beginAttempt();
    try {
      return await runAttempt(attempt, () => runTrial(made, run));
    } finally {
      attempt.isOver = true;
      await this.#end(made);
    }
  }

  /** Resolves to `undefined` if an account has no room for what this makes, and ends what it has made so far. */
  async ifEnough<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    const made = new Set<string>();
    const attempt = beginAttempt();
    try {
      return await runAttempt(attempt, () => runTrial(made, run));
    } catch (error) {
      if (!(error instanceof Postponed)) throw error;
      attempt.isOver = true;
      await this.#end(made);
      return undefined;
    }
  }

  #end(keys?: ReadonlySet<string>): Promise<void> {
    const { created, calls, lead } = this.#options;
    return outsideOfTrials(() => created.endSome({ calls, lead }, keys));
  }
}
