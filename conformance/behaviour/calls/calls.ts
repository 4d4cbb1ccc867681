/** Calls of tools by behaviour cases, by any account. */
import type { Context } from "../../calls/context.ts";
import type { JsonObject } from "../../cases/edits.ts";
import { type Called, readStructured } from "./called.ts";
import { findCredential, type Identity } from "./identity.ts";
import { verdicts } from "./verdicts.ts";

/** What is to be called. */
type Wanted = Pick<Called, "tool" | "input">;

export class Calls {
  readonly #caller: Context["caller"];
  readonly #cases: Context["cases"];

  constructor({ caller, cases }: Pick<Context, "caller" | "cases">) {
    this.#caller = caller;
    this.#cases = cases;
  }

  /** Sends these arguments as they are. Throws a PreconditionError if there is no token of the caller. */
  async call({ tool, input }: Wanted, by: Identity = {}): Promise<Called> {
    const answered = await this.#caller.call(tool, input, findCredential(by, this.#cases));
    return { tool, input, ...answered };
  }

  /** A call that has to succeed. Throws a PreconditionError that says what came instead. */
  async succeeding(wanted: Wanted, by?: Identity): Promise<Called> {
    const called = await this.call(wanted, by);
    if (called.outcome.is === "success") return called;
    throw verdicts.setupFailed(called);
  }

  /** The structured result of a call that has to succeed. Throws a PreconditionError that says what came instead. */
  async succeed(wanted: Wanted, by?: Identity): Promise<JsonObject> {
    return readStructured(await this.succeeding(wanted, by));
  }
}

/** Calls that are under way at once. */
const concurrent = 8;

/** Makes `times` calls, several at once. */
export async function callTimes(times: number, call: () => Promise<Called>): Promise<Called[]> {
  const calls: Called[] = [];
  for (let sent = 0; sent < times; sent += concurrent)
    calls.push(...(await Promise.all(Array.from({ length: Math.min(concurrent, times - sent) }, call))));
  return calls;
}
