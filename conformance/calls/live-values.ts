/** Decides the live values of arguments: times from now on the target's clock, and numbers that no call of the run has used. */
import { randomInt } from "node:crypto";
import { applyEdits, type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { type LiveValue, makeNth, makeTime, type NthValue } from "../cases/live-values.ts";

export interface LiveValuesOptions {
  readonly cases: Pick<CaseFile, "live">;
  /** Reads the time of the target, in milliseconds. */
  now(): Promise<number>;
  /** Whether arguments of a tool fit its schema. */
  fits(tool: string, input: Json): boolean;
}

/** The largest first numbers. A server may keep what other runs made, so a run begins at a random number. */
const firstNumbers = [900_000_000, 900_000, 9_000, 900, 90];

export class LiveValues {
  readonly #options: LiveValuesOptions;
  /** The number of values that the run has made of a time. */
  readonly #counts = new Map<string, number>();
  /** The last number that the run has used in a text. */
  readonly #numbers = new Map<string, number>();

  constructor(options: LiveValuesOptions) {
    this.#options = options;
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
    let filled = input;
    for (const value of values)
      filled = applyEdits(filled, [{ set: value.path, to: await this.next(value, tool, filled) }]);
    return filled;
  }

  /** Returns the next value for a place in the arguments of a tool. */
  async next(value: LiveValue, tool: string, input: Json): Promise<Json> {
    if ("nth" in value) return this.#nextNth(value, tool, input);
    const key = `${tool} ${value.path} ${value.now}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return makeTime(value, await this.#options.now(), count);
  }

  #nextNth(value: LiveValue & NthValue, tool: string, input: Json): Json {
    const fits = (n: number) => {
      const to = makeNth(value, n);
      return this.#options.fits(tool, applyEdits(input, [{ set: value.path, to }]));
    };
    const key = `${tool} ${value.path} ${value.nth}`;
    const last = this.#numbers.get(key);
    const firsts = firstNumbers.map((most) => randomInt(most / 9, most));
    const smallest = typeof value.sample === "number" ? value.sample : 1;
    const candidates = last === undefined ? [...firsts, smallest] : [last + 1, smallest];
    const n = candidates.find(fits) ?? smallest;
    this.#numbers.set(key, n);
    return makeNth(value, n);
  }
}
