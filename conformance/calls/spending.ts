/** Limits the draws of a run from the quotas of the spec. Each call that draws is checked before it is sent. */
import type { Behaviour } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { Drawn } from "../results/report.ts";

/** Quota -> the most draws, none from other quotas; or a tenth of the remaining draws of each; or as many as cases need. */
export type Spend = Readonly<Record<string, number>> | "a tenth" | "all";

/** The run has used all requests or draws that it may use. */
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

/** The draws of a run. With "a tenth", nothing may be drawn until `limit` sets the number. */
export class Spending {
  readonly #rules: Behaviour;
  /** Quota -> the most draws; other quotas have no limit. */
  readonly #most = new Map<string, number>();
  readonly #drawn = new Map<string, number>();

  constructor(rules: Behaviour, spend: Spend) {
    this.#rules = rules;
    if (spend === "all") return;
    for (const quota of listQuotas(rules)) this.limit(quota, spend === "a tenth" ? 0 : (spend[quota] ?? 0));
  }

  /** Sets how often the run may draw from a quota. */
  limit(quota: string, draws: number): void {
    this.#most.set(quota, draws);
  }

  /** Counts the draw of a call, if it draws. Returns a function that takes the draw back. Throws a BudgetExhausted. */
  draw(tool: string, input: Json | undefined): () => void {
    const quota = this.#findQuota(tool, input);
    if (quota === undefined) return () => undefined;
    this.requireRoom(quota, 1);
    this.#add(quota, 1);
    return () => this.#add(quota, -1);
  }

  /** Throws a BudgetExhausted if the run may not draw this often. */
  requireRoom(quota: string, draws: number): void {
    const limit = this.#most.get(quota) ?? Number.POSITIVE_INFINITY;
    if ((this.#drawn.get(quota) ?? 0) + draws <= limit) return;
    const what = draws === 1 ? "the call draws" : `the case needs ${draws} draws`;
    throw new BudgetExhausted("spent", `${what} from ${quota}, but the run may draw only ${limit}`);
  }

  /** Lists the draws from each quota. */
  listDrawn(): Drawn[] {
    return listQuotas(this.#rules).map((quota) => ({
      quota,
      drawn: this.#drawn.get(quota) ?? 0,
      most: this.#most.get(quota),
    }));
  }

  #add(quota: string, draws: number): void {
    this.#drawn.set(quota, (this.#drawn.get(quota) ?? 0) + draws);
  }

  #findQuota(tool: string, input: Json | undefined): string | undefined {
    const rule = this.#rules.draws[tool];
    const isDrawn = rule?.with === undefined || valueAt(input ?? null, rule.with) !== undefined;
    return isDrawn ? rule?.limit : undefined;
  }
}
