/** Calls tools for behaviour cases, by any account. */
import type { Context } from "../../calls/context.ts";
import type { LiveValues } from "../../calls/live-values.ts";
import type { JsonObject } from "../../cases/edits.ts";
import { findUsedUpQuota } from "../../judge/used-up.ts";
import { type Called, readStructured } from "./called.ts";
import { findCredential, type Identity } from "./identity.ts";
import { verdicts } from "./verdicts.ts";

/** A call to make. */
type Wanted = Pick<Called, "tool" | "input">;

export class Calls {
  readonly #caller: Context["caller"];
  readonly #cases: Context["cases"];
  readonly #live: LiveValues;

  constructor({ caller, cases, live }: Pick<Context, "caller" | "cases"> & { readonly live: LiveValues }) {
    this.#caller = caller;
    this.#cases = cases;
    this.#live = live;
  }

  /** Sends a call with these arguments, except for live values that are undecided. Throws a PreconditionError if there is no token of the caller. */
  async call({ tool, input: wanted }: Wanted, by: Identity = {}): Promise<Called> {
    const input = await this.#live.into(tool, wanted);
    const answered = await this.#caller.call(tool, input, findCredential(by, this.#cases));
    const usedUp = findUsedUpQuota(this.#cases, tool, answered);
    return { tool, input, ...answered, ...(usedUp !== undefined && { usedUp }) };
  }

  /** Makes a call that must succeed. Throws a PreconditionError with the actual answer. */
  async requireSuccess(wanted: Wanted, by?: Identity): Promise<Called> {
    const called = await this.call(wanted, by);
    if (called.outcome.is === "success") return called;
    throw verdicts.setupFailed(called);
  }

  /** Makes a call that must succeed, and returns its structured result. Throws a PreconditionError with the actual answer. */
  async requireResult(wanted: Wanted, by?: Identity): Promise<JsonObject> {
    return readStructured(await this.requireSuccess(wanted, by));
  }
}

/** The number of concurrent calls. */
const concurrent = 8;

/** Makes `times` calls, several of them concurrently. */
export async function callTimes(times: number, call: () => Promise<Called>): Promise<Called[]> {
  const calls: Called[] = [];
  for (let sent = 0; sent < times; sent += concurrent)
    calls.push(...(await Promise.all(Array.from({ length: Math.min(concurrent, times - sent) }, call))));
  return calls;
}
