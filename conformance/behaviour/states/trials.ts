/** Results of trials, one for each tool. A trial may need those of other tools, and these its own. */
import { AsyncLocalStorage } from "node:async_hooks";
import { forgetPostponed } from "../../results/postponed.ts";

export class Trials<Result> {
  readonly #tryOut: (tool: string) => Promise<Result>;
  /** The result for a tool whose trial needs its own result. */
  readonly #none: Result;
  readonly #pending = new Map<string, Promise<Result>>();
  readonly #ended = new Map<string, Result>();
  /** The tools whose trials the present call belongs to. */
  readonly #within = new AsyncLocalStorage<ReadonlySet<string>>();

  constructor(tryOut: (tool: string) => Promise<Result>, none: Result) {
    this.#tryOut = tryOut;
    this.#none = none;
  }

  /** Returns the result of a tool whose trial has ended. */
  endedResultOf(tool: string): Result | undefined {
    return this.#ended.get(tool);
  }

  /** Returns the result of a tool. A trial does not wait for a pending one, which may wait for it: it makes its own. */
  async resultOf(tool: string): Promise<Result> {
    const ended = this.#ended.get(tool);
    if (ended !== undefined) return ended;
    const within = this.#within.getStore();
    if (within?.has(tool)) return this.#none;
    if (within !== undefined) return this.#run(tool, within);
    const pending = this.#pending.get(tool) ?? this.#run(tool, new Set());
    this.#pending.set(tool, pending);
    forgetPostponed(this.#pending, tool, pending);
    return pending;
  }

  async #run(tool: string, within: ReadonlySet<string>): Promise<Result> {
    const result = await this.#within.run(new Set([...within, tool]), () => this.#tryOut(tool));
    this.#ended.set(tool, result);
    return result;
  }
}
