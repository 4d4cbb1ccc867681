/** Decides cases again in the next period of a quota that other cases have used up. */
import { type Clock, passTime, periodSeconds } from "../behaviour/clock.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import { Postponed } from "../results/postponed.ts";
import type { Verdict } from "../results/verdict.ts";

/** Thrown when a case was not decided since nothing is left of a quota. */
export class QuotaUsedUp extends Postponed {
  override readonly name = "QuotaUsedUp";
  /** The verdict on the case if it cannot be decided in the next period either. */
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super("nothing is left of a quota");
    this.verdict = verdict;
  }
}

export class NextPeriod {
  readonly #clock: Clock;
  /** The seconds until the longest period has ended; undefined where the spec has no quota, or the target no clock. */
  readonly #seconds: number | undefined;
  #isWanted = false;

  constructor({ limits = {} }: Partial<Pick<Behaviour, "limits">>, clock: Clock) {
    this.#clock = clock;
    const periods = Object.values(limits).flatMap((limit) =>
      limit.kind === "quota" && limit.refused !== undefined ? [periodSeconds[limit.period]] : [],
    );
    this.#seconds = periods.length === 0 || !clock.has("clock") ? undefined : Math.max(...periods);
  }

  /** Returns the verdict on a case. Throws a QuotaUsedUp if the case may be decided in the next period. */
  require(verdict: Verdict): Verdict {
    const isUsedUp = verdict.status === "unverified" && verdict.cause === "used-up";
    if (!isUsedUp || this.#seconds === undefined) return verdict;
    this.#isWanted = true;
    throw new QuotaUsedUp(verdict);
  }

  /** Moves the clock of the target to the next period, if a case waits for it. No case may be running. */
  async begin(): Promise<void> {
    if (!this.#isWanted || this.#seconds === undefined) return;
    this.#isWanted = false;
    await passTime(this.#seconds, this.#clock);
  }
}
