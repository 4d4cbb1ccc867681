/** Counts how often a run used up each rate of the spec. */
import type { Behaviour } from "../cases/behaviour.ts";
import type { RateLimitRule } from "../cases/limits.ts";

export class UsedUpRates {
  readonly #rates: readonly (readonly [name: string, rule: RateLimitRule])[];
  /** Rate -> the windows in which a call was refused for it, by the time of the last refusal. */
  readonly #windows = new Map<string, { count: number; last: number }>();

  constructor({ limits }: Pick<Behaviour, "limits">) {
    this.#rates = Object.entries(limits).flatMap(([name, rule]) =>
      rule.kind === "rate" ? [[name, rule] as const] : [],
    );
  }

  /** Counts an answer that says that there were too many requests. Those within one window count once. */
  count(tool: string | undefined, now = performance.now()): void {
    const isOf = (rule: RateLimitRule) =>
      rule.tools !== "all" && tool !== undefined && rule.tools.includes(tool);
    const own = this.#rates.find(([, rule]) => isOf(rule));
    const [name, rule] = own ?? this.#rates.find(([, { tools }]) => tools === "all") ?? [];
    if (name === undefined || rule === undefined) return;
    const { count, last } = this.#windows.get(name) ?? { count: 0, last: Number.NEGATIVE_INFINITY };
    const isNew = now - last > rule.seconds * 1000;
    this.#windows.set(name, { count: count + (isNew ? 1 : 0), last: isNew ? now : last });
  }

  /** Returns how often a rate was used up. */
  read(name: string): number {
    return this.#windows.get(name)?.count ?? 0;
  }
}
