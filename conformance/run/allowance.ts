/** Reads the quotas of the target before and after a run, and limits the draws to a tenth of what is left. */
import type { Engine } from "../behaviour/engine.ts";
import { BudgetExhausted, listQuotas, type Spending } from "../calls/spending.ts";
import { readLeft } from "../kinds/limits/quota.ts";

/** The quotas of the account of the run, as the target shows them. */
export class ShownQuotas {
  /** Quota -> what was left before the run. */
  readonly #leftBefore = new Map<string, number>();

  /** @param say tells the user the allowed draws; a quota that no tool shows allows none */
  async allowTenths(
    spending: Spending,
    engine: Engine,
    say: (sentence: string) => void = () => undefined,
  ): Promise<void> {
    for (const quota of listQuotas(engine.rules)) {
      const left = await readLeft(quota, engine);
      const most = Math.floor((left ?? 0) / 10);
      if (left !== undefined) {
        spending.limit(quota, most);
        this.#leftBefore.set(quota, left);
      }
      say(
        left === undefined
          ? `No tool shows how much of ${quota} is left, so the run draws nothing from it; --spend ${quota}=N allows N draws.`
          : `${quota}: ${left} left, the run draws at most ${most}; --spend ${quota}=N allows N draws.`,
      );
    }
  }

  /** The number of requests that reading them again needs. */
  pendingRequests(): number {
    return this.#leftBefore.size;
  }

  /** Reads the quotas again. Returns by how much the use of each rose; a quota that began a new period is left out. */
  async readUse(engine: Engine): Promise<ReadonlyMap<string, number>> {
    const before = [...this.#leftBefore];
    this.#leftBefore.clear();
    const use = new Map<string, number>();
    for (const [quota, leftBefore] of before) {
      const left = await readLeft(quota, engine).catch((error: unknown) => {
        if (error instanceof BudgetExhausted) return undefined;
        throw error;
      });
      if (left !== undefined && left <= leftBefore) use.set(quota, leftBefore - left);
    }
    return use;
  }
}
