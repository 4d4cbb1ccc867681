/** What a run may draw from the quotas of the spec: each call that draws asks before it is sent. */
import type { Behaviour } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import type { Drawn } from "../results/report.ts";

/** Quota -> the most draws, none of quotas that are not named; or a tenth of what is left of each; or as cases need. */
export type Spend = Readonly<Record<string, number>> | "a tenth" | "all";

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

/** The draws of a run. Of a tenth nothing may be drawn until `limit` says how much that is. */
export class Spending {
  readonly #rules: Behaviour;
  /** Quota -> the most draws; a quota that is not named has no limit. */
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

  /** Counts a call. The function that is returned takes the draw back, if there is one. Throws a BudgetExhausted. */
  draw(tool: string, input: Json | undefined): () => void {
    const quota = this.#quotaOf(tool, input);
    if (quota === undefined) return () => undefined;
    this.requireRoom(quota, 1);
    this.#add(quota, 1);
    return () => this.#add(quota, -1);
  }

  /** Throws a BudgetExhausted if the run may not draw so often. */
  requireRoom(quota: string, draws: number): void {
    const limit = this.#most.get(quota) ?? Number.POSITIVE_INFINITY;
    if ((this.#drawn.get(quota) ?? 0) + draws <= limit) return;
    const what = draws === 1 ? "the call draws" : `the case takes ${draws} draws`;
    throw new BudgetExhausted("spent", `${what} from ${quota}, of which the run may draw ${limit}`);
  }

  /** What each quota came to. */
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

  #quotaOf(tool: string, input: Json | undefined): string | undefined {
    const rule = this.#rules.draws[tool];
    const isDrawn = rule?.with === undefined || valueAt(input ?? null, rule.with) !== undefined;
    return isDrawn ? rule?.limit : undefined;
  }
}
