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

export function induction() {
  let steps = 0;
  let total = 0;
  let depth = 0;
  const open = new Map<string, { readonly at: number; readonly index: number }>();
  const known = new Map<string, Answer>();
  /** Proofs that rest on an open question, in the order in which they were found: they go when it is answered with "no". */
  let resting: string[] = [];
  /** The outermost open question that was assumed to hold, since the innermost one began. */
  let assumed = Infinity;
  /** How often the search was cut off. */
  let cuts = 0;
  return { question, /** How deep in the value the present question is. */ depth: () => depth, start };

  /** Answers a question once. If a question leads back to itself for a smaller part of the value, it is assumed to hold. */
  function question(key: string, at: number, answer: () => boolean): boolean {
    const settled = settle(key, at);
    if (settled !== undefined) return settled;
    const [outer, mark, before, outside, index] = [depth, resting.length, cuts, assumed, open.size];
    open.set(key, { at, index });
    depth = at;
    assumed = Infinity;
    const holds = answer();
    const restsOn = assumed < index ? assumed : Infinity;
    depth = outer;
    assumed = outside;
    open.delete(key);
    if (holds) {
      keep(key, restsOn, mark);
      assumed = Math.min(assumed, restsOn);
    } else {
      for (const dropped of resting.splice(mark)) known.delete(dropped);
      // Assumptions can only turn a "no" into a "yes", so a "no" stays one, unless the search was cut off.
      if (cuts === before) known.set(key, { holds: false, restsOn: Infinity });
    }
    return holds;
  }

  /** The answer that needs no search: a known one, an assumption, or "no" where the search is cut off. */
  function settle(key: string, at: number): boolean | undefined {
    const answered = known.get(key);
    const since = open.get(key);
    if (answered) {
      assumed = Math.min(assumed, answered.restsOn);
      return answered.holds;
    }
    if (since && at > since.at) {
      assumed = Math.min(assumed, since.index);
      return true;
    }
    if (!since && ++steps <= maxSteps && ++total <= maxTotal && open.size <= maxOpen) return undefined;
    cuts++;
    return false;
  }

  /** Records a proof. Proofs since `mark` that rest on this question now rest on the question's own assumption. */
  function keep(key: string, restsOn: number, mark: number): void {
    for (const each of [key, ...resting.slice(mark)]) known.set(each, { holds: true, restsOn });
    if (restsOn === Infinity) resting = resting.slice(0, mark);
    else resting.push(key);
  }

  /** Asks an independent question, with all its steps. */
  function start<T>(act: () => T): T {
    steps = 0;
    depth = 0;
    return act();
  }
}
