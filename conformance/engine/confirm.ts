/**
 * The one place that turns a suspicion into a finding. A suspicion is tried again on new things, first alone, and at last while a second
 * attempt runs. Only the same problem at the same location is a finding. Problems differ in time:
 *
 * - An answer is tried again without waiting: to wait would hide one that is wrong for a moment, such as that of a cache.
 * - A changed location may be late work. It is observed when the server has come to rest, and beside a control, in which the same time
 *   passes on new things without the acts. What changes there, too, changes by itself. What changes only before the server has come to
 *   rest is compared with a control that does not wait either.
 * - A location that should have changed may change late: it is observed at rest.
 *
 * What is seen once and not again is said: the case is not verified.
 */
import { showPlace } from "../behaviour/observe/observation.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { type AttemptOptions, makeAttempt, type Tried } from "./attempt.ts";
import { type Budget, countRepetitions } from "./budget.ts";
import { open } from "./judgements.ts";
import type { Attempt, Broken, Judgement } from "./law.ts";
import { type Judged, judgeAttempt, type Trying } from "./trying.ts";

/** A problem that was seen once. */
export interface Suspicion {
  readonly attempt: Attempt;
  readonly broken: Broken;
  /** The time between the two observations. */
  readonly ms: number;
}

/** Returns the problem if it was seen again; else what is known instead. */
export async function confirm(suspicion: Suspicion, trying: Trying, budget: Budget): Promise<Judgement> {
  const repetitions = countRepetitions(trying.law, budget);
  const confirmation = new Confirmation(suspicion, trying);
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    const known = await confirmation.repeat(1);
    if (known !== undefined) return known;
  }
  return (await confirmation.repeat(2)) ?? (await confirmation.explainLateWork()) ?? confirmation.seenOnce;
}

class Confirmation {
  readonly #suspicion: Suspicion;
  readonly #trying: Trying;
  readonly #isAnswer: boolean;
  /** The problems that were seen. */
  readonly #seen: Set<string>;
  /** The locations that changed in a control. */
  readonly #volatile = new Set<string>();
  /** The last attempt that showed no problem. */
  #healthy: Judgement | undefined;

  constructor(suspicion: Suspicion, trying: Trying) {
    this.#suspicion = suspicion;
    this.#trying = trying;
    this.#isAnswer = suspicion.broken.in === "answer";
    this.#seen = new Set([suspicion.broken.key]);
    const { location, key } = suspicion.broken;
    // Another case may have found that it changes by itself.
    if (location !== undefined && trying.world.observations.isVolatile(location)) this.#volatile.add(key);
  }

  /**
   * Makes the attempt again. Returns the problem that was seen again, or that nothing is left of it without the locations that change by
   * themselves; undefined if it has to be tried once more.
   * @param company how many attempts are made at the same time
   */
  async repeat(company: number): Promise<Judgement | undefined> {
    const again = await Promise.all(Array.from({ length: company }, () => this.#judgeAgain()));
    for (const judged of again) {
      const known = await this.#compare(judged);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** Returns the judgement without the problem if the location changes by itself before the server has come to rest. */
  async explainLateWork(): Promise<Judgement | undefined> {
    const { broken, ms } = this.#suspicion;
    if (broken.in !== "change") return undefined;
    const control = await this.#makeControl({ idleMs: ms });
    const isLate = control?.shown.changes.some((change) => showPlace(change) === broken.key);
    return isLate ? this.#healthy : undefined;
  }

  get seenOnce(): Judgement {
    const { expected, got, shownBy } = this.#suspicion.broken;
    return open("once", `it was seen once, and not again: expected ${expected}, got ${got}`, shownBy);
  }

  #judgeAgain(): Promise<Judged> {
    return judgeAttempt(this.#suspicion.attempt, this.#trying, { isAtRest: !this.#isAnswer });
  }

  async #compare({ judgement, tried }: Judged): Promise<Judgement | undefined> {
    if (judgement.is !== "broken") {
      if (judgement.is === "held") this.#healthy = judgement;
      return this.#isExplained ? judgement : undefined;
    }
    if (!this.#seen.has(judgement.key)) {
      this.#seen.add(judgement.key);
      return undefined;
    }
    if (judgement.in !== "change" || tried === undefined) return judgement;
    await this.#learnFromControl(tried.ms);
    return this.#volatile.has(judgement.key) ? undefined : judgement;
  }

  /** Whether all problems that were seen are at locations that change by themselves. */
  get #isExplained(): boolean {
    return [...this.#seen].every((key) => this.#volatile.has(key));
  }

  /** What changes in the same time without the acts changes by itself. */
  async #learnFromControl(ms: number): Promise<void> {
    const { observations } = this.#trying.world;
    const control = await this.#makeControl({ isAtRest: true, idleMs: ms });
    // While the server is working on it, a thing changes as its state says.
    if (control === undefined || observations.isAtWork(control.shown.after)) return;
    observations.learnVolatile(control.shown.changes);
    for (const change of control.shown.changes) this.#volatile.add(showPlace(change));
  }

  /** Makes the attempt without its acts. */
  #makeControl(options: AttemptOptions): Promise<Tried | undefined> {
    return makeAttempt(this.#suspicion.attempt, this.#trying.world, options).catch((error: unknown) => {
      if (error instanceof PreconditionError && error.why === "setup") return undefined;
      throw error;
    });
  }
}
