/** Finds out what a tenth of each quota is, before anything is drawn. */
import type { Engine } from "../behaviour/engine.ts";
import { listQuotas, type Spending } from "../calls/spending.ts";
import { readLeft } from "../kinds/limits/quota.ts";

/** @param say tells the user what the run may draw; of a quota that no tool shows that is nothing */
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
        ? `Nothing shows how much of ${quota} is left, so the run draws none of it; --spend ${quota}=N allows N.`
        : `Of ${quota}, ${left} are left, and the run draws at most ${most}; --spend ${quota}=N allows N.`,
    );
  }
}
