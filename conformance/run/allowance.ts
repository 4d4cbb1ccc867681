/** Limits the draws to a tenth of each quota, before the first draw. */
import type { Engine } from "../behaviour/engine.ts";
import { listQuotas, type Spending } from "../calls/spending.ts";
import { readLeft } from "../kinds/limits/quota.ts";

/** @param say tells the user the allowed draws; a quota that no tool shows allows none */
export async function allowTenths(
  spending: Spending,
  engine: Engine,
  say: (sentence: string) => void = () => undefined,
): Promise<void> {
  for (const quota of listQuotas(engine.rules)) {
    const left = await readLeft(quota, engine);
    const most = Math.floor((left ?? 0) / 10);
    spending.limit(quota, most);
    say(
      left === undefined
        ? `No tool shows how much of ${quota} is left, so the run draws nothing from it; --spend ${quota}=N allows N draws.`
        : `${quota}: ${left} left, the run draws at most ${most}; --spend ${quota}=N allows N draws.`,
    );
  }
}
