/** What a run may draw from the quotas of the spec: each call that draws asks before it is sent. */
import type { Behaviour } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { Drawn } from "../results/report.ts";

/** Quota -> the most draws, none of quotas that are not named; or a tenth of what is left of each; or as cases need. */
export type Spend = Readonly<Record<string, number>> | "a tenth" | "all";

export type Spending = ReturnType<typeof makeSpending>;

/** The run has used all requests, or all draws, that it may use. */
export class BudgetExhausted extends Error {
  override readonly name = "Exhausted";
  readonly why: "left-out" | "spent";

  constructor(why: BudgetExhausted["why"], message: string) {
    super(message);
    this.why = why;
  }
}

export function listQuotas({ limits }: Behaviour): string[] {
  return Object.keys(limits).filter((name) => limits[name]?.kind === "quota");
}

/** Of a tenth nothing may be drawn until `limit` says how much that is. */
export function makeSpending(rules: Behaviour, spend: Spend) {
  const most = new Map<string, number>();
  const drawn = new Map<string, number>();
  if (spend !== "all")
    for (const quota of listQuotas(rules)) most.set(quota, spend === "a tenth" ? 0 : (spend[quota] ?? 0));
  const limit = (quota: string, draws: number) => void most.set(quota, draws);
  return { limit, draw, require: requireDraws, listDrawn };

  /** Counts a call. The function that is returned takes the draw back, if there is one. Throws a BudgetExhausted. */
  function draw(tool: string, input: Json | undefined): () => void {
    const quota = quotaOf(tool, input);
    if (quota === undefined) return () => undefined;
    requireDraws(quota, 1);
    add(quota, 1);
    return () => add(quota, -1);
  }

  /** What each quota came to. */
  function listDrawn(): Drawn[] {
    return listQuotas(rules).map((quota) => ({ quota, drawn: drawn.get(quota) ?? 0, most: most.get(quota) }));
  }

  function add(quota: string, draws: number): void {
    drawn.set(quota, (drawn.get(quota) ?? 0) + draws);
  }

  /** Throws a BudgetExhausted if the run may not draw so often. */
  function requireDraws(quota: string, draws: number): void {
    const limit = most.get(quota) ?? Number.POSITIVE_INFINITY;
    if ((drawn.get(quota) ?? 0) + draws <= limit) return;
    const what = draws === 1 ? "the call draws" : `the case takes ${draws} draws`;
    throw new BudgetExhausted("spent", `${what} from ${quota}, of which the run may draw ${limit}`);
  }

  function quotaOf(tool: string, input: Json | undefined): string | undefined {
    const rule = rules.draws[tool];
    const isDrawn = rule?.with === undefined || valueAt(input ?? null, rule.with) !== undefined;
    return isDrawn ? rule?.limit : undefined;
  }
}
