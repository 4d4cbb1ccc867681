/** Leaves out answers during which a thing that they are about was changed: they may show it before the change, or after it. */
import type { SeenAnswer } from "./answers.ts";

/** A call, from its request to its answer. */
export interface Period {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** An answer, and the things that it is about. */
export interface AboutThings {
  readonly seen: SeenAnswer;
  readonly things: ReadonlySet<string>;
}

/** An answer that may still turn out to have been given during a change, whose own answer is on its way. */
interface Waiting extends Period, AboutThings {}

/** The most answers that wait. Fewer are given while one call is under way. */
const mostWaiting = 400;

export class Changes {
  /** Thing -> the end of the last call that changed it. */
  readonly #changedAt = new Map<string, number>();
  #waiting: Waiting[] = [];

  /** Notes a call that has changed things, and drops what was answered about them while it was under way. */
  note(things: ReadonlySet<string>, { startedAt, endedAt }: Period): void {
    for (const thing of things) this.#changedAt.set(thing, endedAt);
    this.#waiting = this.#waiting.filter(
      (one) => one.endedAt < startedAt || one.things.isDisjointFrom(things),
    );
  }

  /**
   * Adds the answers of a call, but those about a thing that was changed since it began.
   *
   * @param changed the things that the call itself has changed
   * @returns the answers that have waited long enough
   */
  add(answers: readonly AboutThings[], period: Period, changed: ReadonlySet<string>): readonly SeenAnswer[] {
    const isKnown = ({ things }: AboutThings) =>
      [...things].every((thing) => (this.#changedAt.get(thing) ?? 0) <= period.startedAt);
    const known = answers.filter(isKnown).map((one): Waiting => ({ ...one, ...period }));
    this.note(changed, period);
    this.#waiting.push(...known);
    return this.#take(mostWaiting);
  }

  /** Returns the answers that wait. No call is under way. */
  end(): readonly SeenAnswer[] {
    return this.#take(0);
  }

  #take(kept: number): readonly SeenAnswer[] {
    const taken = this.#waiting.splice(0, Math.max(0, this.#waiting.length - kept));
    return taken.map(({ seen }) => seen);
  }
}
