/** Calls tools for behaviour cases, by any account. */
import type { Context } from "../../calls/context.ts";
import type { JsonObject } from "../../cases/edits.ts";
import { type Called, readStructured } from "./called.ts";
import { findCredential, type Identity } from "./identity.ts";
import { verdicts } from "./verdicts.ts";

/** A call to make. */
type Wanted = Pick<Called, "tool" | "input">;

export class Calls {
  readonly #caller: Context["caller"];
  readonly #cases: Context["cases"];

  constructor({ caller, cases }: Pick<Context, "caller" | "cases">) {
    this.#caller = caller;
    this.#cases = cases;
  }

  /** Sends a call with unchanged arguments. Throws a PreconditionError if there is no token of the caller. */
  async call({ tool, input }: Wanted, by: Identity = {}): Promise<Called> {
    const answered = await this.#caller.call(tool, input, findCredential(by, this.#cases));
    return { tool, input, ...answered };
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
