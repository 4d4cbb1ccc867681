/** Answers questions that lead to each other, and to themselves, each once: by induction over the depth of a value. */

/** A proof takes no more steps than this. */
const maxSteps = 10_000;

/** The limit for all proofs of one comparison. Later questions stay undecided, unless a value answers them. */
const maxTotal = 20_000;

/** Questions that wait for the answers to others. Only schemas that grow while they are split have more. */
const maxOpen = 150;

interface Answer {
  readonly holds: boolean;
  /** The index of the outermost open question whose answer this one assumes; `Infinity` if it assumes nothing. */
  readonly restsOn: number;
}

/** A question that waits for the answers to others. */
interface OpenQuestion {
  readonly depth: number;
  /** The number of open questions when it was asked. */
  readonly index: number;
}

/** The questions of one comparison, and their answers. */
export class Induction {
  /** Steps of the present proof, and of all proofs. */
  #steps = 0;
  #total = 0;
  #depth = 0;
  readonly #open = new Map<string, OpenQuestion>();
  readonly #known = new Map<string, Answer>();
  /** Proofs that rest on an open question, in the order in which they were found: they go when it is answered with "no". */
  #resting: string[] = [];
  /** The outermost open question that was assumed to hold, since the innermost one began. */
  #assumed = Infinity;
  /** How often the search was cut off. */
  #cuts = 0;

  /** How deep in the value the present question is. */
  get depth(): number {
    return this.#depth;
  }

  /** Asks an independent question, with all its steps. */
  start<Result>(ask: () => Result): Result {
    this.#steps = 0;
    this.#depth = 0;
    return ask();
  }

  /**
   * Answers a question once. If a question leads back to itself for a smaller part of the value, it is assumed to hold.
   * @param key equal for equal questions
   * @param depth how deep in the value the question is
   * @param search finds the answer, and may ask other questions
   */
  answer(key: string, depth: number, search: () => boolean): boolean {
    return this.#settle(key, depth) ?? this.#search(key, depth, search);
  }

  /** The answer that needs no search: a known one, an assumption, or "no" where the search is cut off. */
  #settle(key: string, depth: number): boolean | undefined {
    const answered = this.#known.get(key);
    if (answered) {
      this.#assumed = Math.min(this.#assumed, answered.restsOn);
      return answered.holds;
    }
    const open = this.#open.get(key);
    if (open && depth > open.depth) {
      this.#assumed = Math.min(this.#assumed, open.index);
      return true;
    }
    if (!open && this.#takeStep()) return undefined;
    this.#cuts++;
    return false;
  }

  /** Counts a step of the search; false where the search is cut off. */
  #takeStep(): boolean {
    return ++this.#steps <= maxSteps && ++this.#total <= maxTotal && this.#open.size <= maxOpen;
  }

  #search(key: string, depth: number, search: () => boolean): boolean {
    const outerDepth = this.#depth;
    const outerAssumed = this.#assumed;
    const restingBefore = this.#resting.length;
    const cutsBefore = this.#cuts;
    const index = this.#open.size;
    this.#open.set(key, { depth, index });
    this.#depth = depth;
    this.#assumed = Infinity;
    const holds = search();
    const restsOn = this.#assumed < index ? this.#assumed : Infinity;
    this.#depth = outerDepth;
    this.#assumed = outerAssumed;
    this.#open.delete(key);
    if (holds) {
      this.#keep(key, restsOn, restingBefore);
      this.#assumed = Math.min(this.#assumed, restsOn);
      return true;
    }
    for (const dropped of this.#resting.splice(restingBefore)) this.#known.delete(dropped);
    // Assumptions can only turn a "no" into a "yes", so a "no" stays one, unless the search was cut off.
    if (this.#cuts === cutsBefore) this.#known.set(key, { holds: false, restsOn: Infinity });
    return false;
  }

  /** Records a proof. Later proofs than the first `count`, which rest on this question, now rest on its own assumption. */
  #keep(key: string, restsOn: number, count: number): void {
    for (const each of [key, ...this.#resting.slice(count)]) this.#known.set(each, { holds: true, restsOn });
    if (restsOn === Infinity) this.#resting = this.#resting.slice(0, count);
    else this.#resting.push(key);
  }
}
