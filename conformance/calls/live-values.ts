/** Decides the live values of arguments: times from now on the target's clock, and numbers that no call of the run has used. */
import { randomInt } from "node:crypto";
import { applyEdits, type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { type LiveValue, makeNth, makeTime, type NthValue } from "../cases/live-values.ts";

export interface LiveValuesOptions {
  readonly cases: Pick<CaseFile, "live">;
  /** Reads the time of the target, in milliseconds. */
  now(): Promise<number>;
  /** How often the clock of the target was moved; absent: never. */
  clockMoves?(): number;
  /** Whether arguments of a tool fit its schema. */
  fits(tool: string, input: Json): boolean;
}

/** The largest first numbers. A server may keep what other runs made, so a run begins at a random number. */
const firstNumbers = [900_000_000, 90_000_000, 9_000_000, 900_000, 90_000, 9_000, 900, 90, 9];

export class LiveValues {
  readonly #options: LiveValuesOptions;
  /** Tool -> the number of calls with times that are later in each further call. */
  readonly #counts = new Map<string, number>();
  /** The last number that the run has used in a text. */
  readonly #numbers = new Map<string, number>();

  constructor(options: LiveValuesOptions) {
    this.#options = options;
  }

  /** Returns a function that tells whether the clock of the target was moved since, so that a time from now may be none any more. */
  watchClock(): () => boolean {
    const { clockMoves = () => 0 } = this.#options;
    const before = clockMoves();
    return () => clockMoves() !== before;
  }

  /** Lists the live values whose samples stand in the arguments of a tool. */
  listIn(tool: string, input: Json): readonly LiveValue[] {
    const declared = this.#options.cases.live?.[tool] ?? [];
    return declared.filter(({ path, sample }) => valueAt(input, path) === sample);
  }

  /** Replaces the samples in the arguments of a tool. @param keep pointers of arguments that stay as they are */
  async into(tool: string, input: Json, keep: readonly string[] = []): Promise<Json> {
    const values = this.listIn(tool, input).filter(({ path }) => !keep.includes(path));
    return this.put(values, tool, input);
  }

  /** Puts live values at their places. */
  async put(values: readonly LiveValue[], tool: string, input: Json): Promise<Json> {
    const nextOf = this.begin(tool);
    let filled = input;
    for (const value of values)
      filled = applyEdits(filled, [{ set: value.path, to: await nextOf(value, filled) }]);
    return filled;
  }

  /**
   * Returns a function that decides the values of one call. Its times have one count, whatever other calls do meanwhile: the first
   * and the last day of a stay are as far apart as in the example.
   */
  begin(tool: string): (value: LiveValue, input: Json) => Promise<Json> {
    let own: number | undefined;
    return async (value, input) => {
      if ("nth" in value) return this.#nextNth(value, tool, input);
      if (value.each !== undefined) own ??= this.#takeCount(tool);
      return makeTime(value, await this.#options.now(), own ?? 0);
    };
  }

  #takeCount(tool: string): number {
    const count = this.#counts.get(tool) ?? 0;
    this.#counts.set(tool, count + 1);
    return count;
  }

  #nextNth(value: LiveValue & NthValue, tool: string, input: Json): Json {
    const fits = (n: number) => {
      const to = makeNth(value, n);
      return this.#options.fits(tool, applyEdits(input, [{ set: value.path, to }]));
    };
    const key = `${tool} ${value.path} ${value.nth}`;
    const last = this.#numbers.get(key);
    const firsts = firstNumbers.map((most) => randomInt(most / 9, most));
    const smallest = readSmallest(value);
    const candidates = last === undefined ? [...firsts, smallest] : [last + 1, smallest];
    const n = candidates.find(fits) ?? smallest;
    this.#numbers.set(key, n);
    return makeNth(value, n);
  }
}

/** Returns the number that the sample has, which is the smallest one that the schema allows. */
function readSmallest({ sample, nth }: LiveValue & NthValue): number {
  if (typeof sample === "number") return sample;
  const [before = ""] = nth.split("{n}");
  return Number(/^\d+/.exec(String(sample).slice(before.length))?.[0] ?? 1);
}
