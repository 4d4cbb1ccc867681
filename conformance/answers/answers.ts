/** The answers of several runs: what they have in common, place by place. */
import { toPattern } from "../cases/places.ts";
import type { Exchange } from "../wire/client.ts";
import type { Scalar } from "./spec-texts.ts";

/** The value at a place of an answer. */
export interface Leaf {
  /** Without its times. */
  readonly exact: Scalar;
  /** Without ids and random words, too. */
  readonly loose: Scalar;
}

/** An answer to one question, or what an answer says of one thing in a list. */
export interface SeenAnswer {
  /** Equal for one question of two runs: one tool, one kind of caller, equal arguments, things with one history. */
  readonly key: string;
  readonly tool: string;
  /** Whether the question names no thing, so that its answer is about the account. */
  readonly isOfAccount: boolean;
  /** Whether it is a file, which is compared as a whole. */
  readonly isFile?: true;
  /** JSON Pointer into the answer -> the value, with `*` for the number of a thing in a list. The empty one is the outcome. */
  readonly places: ReadonlyMap<string, Leaf>;
  readonly exchange: Exchange;
}

/** The values at a place that all calls of a question had in common. */
export interface CommonLeaf {
  /** Left out if only the values without ids and random words are equal. */
  readonly exact?: Scalar;
  readonly loose: Scalar;
}

/** The parts that all answers to one question have in common. */
export interface CommonAnswer {
  readonly tool: string;
  /** Whether the question names no thing, so that its answer is about the account. */
  readonly isOfAccount: boolean;
  readonly isFile?: true;
  /** The number of runs that asked it. */
  readonly runs: number;
  readonly places: ReadonlyMap<string, CommonLeaf>;
}

/** A run whose answers were recorded. */
export interface RecordedRun {
  /** When it ended: ISO 8601, UTC. */
  readonly date: string;
  readonly target: string;
  readonly seed: number;
}

/** Answers, and what is known of their places. */
export interface Answers {
  /** By the key of the question. */
  readonly answers: ReadonlyMap<string, CommonAnswer>;
  /** Tool -> patterns of places at which one question was answered in two ways, for `isVolatile`. */
  readonly volatile: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Recording extends Answers {
  readonly runs: readonly RecordedRun[];
}

/** The fewest runs with which one can be compared: a single one does not show what changes by itself. */
export const fewestRuns = 2;

/** The recording before the first run. */
export const noRecording: Recording = { runs: [], answers: new Map(), volatile: new Map() };

type Places = Map<string, CommonLeaf>;

/** Collects the answers of one run. */
export class AnswerCollection implements Answers {
  readonly #answers = new Map<string, CommonAnswer & { readonly places: Places }>();
  readonly #volatile: VolatilePlaces = new Map();

  get answers(): ReadonlyMap<string, CommonAnswer> {
    return this.#answers;
  }

  get volatile(): Answers["volatile"] {
    return this.#volatile;
  }

  /** Replaces tokens in all values, since files of answers are kept. */
  redact(redact: (text: string) => string): void {
    const known = new Map<string, string>();
    const clean = <Value extends Scalar | undefined>(value: Value): Value | string => {
      if (typeof value !== "string") return value;
      const redacted = known.get(value) ?? redact(value);
      known.set(value, redacted);
      return redacted;
    };
    for (const { places } of this.#answers.values())
      for (const [place, { exact, loose }] of places)
        places.set(place, { ...(exact !== undefined && { exact: clean(exact) }), loose: clean(loose) });
  }

  add({ key, exchange: _, ...seen }: SeenAnswer): void {
    const known = this.#answers.get(key);
    if (known === undefined) this.#answers.set(key, { ...seen, runs: 1, places: new Map(seen.places) });
    else noteVolatile(this.#volatile, known, keepCommon(known, seen.places));
  }
}

/** Adds a run to a recording. What the run answers otherwise is in it no longer. */
export function mergeRun({ runs, ...earlier }: Recording, run: RecordedRun, ofRun: Answers): Recording {
  const answers = new Map(earlier.answers);
  const volatile: VolatilePlaces = new Map();
  for (const [tool, places] of [...earlier.volatile, ...ofRun.volatile])
    volatile.set(tool, new Set([...(volatile.get(tool) ?? []), ...places]));
  for (const [key, own] of ofRun.answers) {
    const known = earlier.answers.get(key);
    const places: Places = new Map(known?.places ?? own.places);
    noteVolatile(volatile, own, keepCommon({ ...own, places }, own.places));
    answers.set(key, { ...own, runs: (known?.runs ?? 0) + 1, places });
  }
  return { runs: [...runs, run], answers, volatile };
}

/**
 * Whether a value is not compared since another question of its tool was answered in two ways at its place: what an account has used, has
 * left, or has at all depends on the calls before. So do numbers, and whether a list is empty, in answers about a thing.
 */
export function isVolatile(
  { volatile }: Pick<Answers, "volatile">,
  { tool, isOfAccount }: Pick<CommonAnswer, "tool" | "isOfAccount">,
  [place, leaf]: readonly [string, CommonLeaf],
): boolean {
  return (isOfAccount || isCount(leaf)) && volatile.get(tool)?.has(toPattern(place)) === true;
}

function isCount({ loose }: CommonLeaf): boolean {
  return typeof loose === "number" || loose === "[]";
}

/**
 * Removes what another answer does not have, or has otherwise. Of a file all is removed then: a picture with a look by chance is equal in
 * parts now and then. Returns what was removed.
 */
function keepCommon(
  { places, isFile }: { readonly places: Places; readonly isFile?: true },
  others: ReadonlyMap<string, CommonLeaf>,
): readonly (readonly [string, CommonLeaf])[] {
  const removed: [string, CommonLeaf][] = [];
  for (const [place, leaf] of places) {
    const other = others.get(place);
    if (other === undefined || leaf.loose !== other.loose) {
      places.delete(place);
      removed.push([place, leaf]);
    } else if (leaf.exact !== undefined && leaf.exact !== other.exact)
      places.set(place, { loose: leaf.loose });
  }
  if (isFile && (removed.length > 0 || others.size > places.size)) places.clear();
  return removed;
}

type VolatilePlaces = Map<string, Set<string>>;

function noteVolatile(
  volatile: VolatilePlaces,
  { tool, isOfAccount }: Pick<CommonAnswer, "tool" | "isOfAccount">,
  removed: readonly (readonly [string, CommonLeaf])[],
): void {
  const noted = removed.filter(([, leaf]) => isOfAccount || isCount(leaf));
  if (noted.length === 0) return;
  const known = volatile.get(tool) ?? new Set();
  volatile.set(tool, known);
  for (const [place] of noted) known.add(toPattern(place));
}

/** Whether a value is the one that earlier answers have in common. */
export function isAsBefore(earlier: CommonLeaf, now: CommonLeaf | undefined): boolean {
  if (now === undefined) return false;
  return earlier.exact === undefined ? earlier.loose === now.loose : earlier.exact === now.exact;
}
