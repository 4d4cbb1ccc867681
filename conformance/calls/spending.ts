/**
 * Limits the draws of a run from the quotas of the spec, the calls that cost money, and the number of instances that it makes of entities
 * that nothing ends. Each call that draws, costs or makes is checked before it is sent.
 */
import type { Behaviour } from "../cases/behaviour.ts";
import type { Json } from "../cases/edits.ts";
import { isDrawing } from "../cases/limits.ts";
import type { Drawn } from "../results/report.ts";

/**
 * Quota, money or lasting entity -> the most draws, none from other quotas; or a tenth of the remaining draws of each; or as many as cases
 * need. Except in the last case, calls that cost money are made only where they are named, and of each lasting entity that is not named at
 * most 20 instances.
 */
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

/** Lists the names of what calls cost in money. */
export function listMoney({ spends }: Pick<Behaviour, "spends">): string[] {
  return [...new Set(Object.values(spends))];
}

/** The most instances of an entity that nothing ends, unless the user allows another number. */
export const mostLasting = 20;

/** Lists the entities that calls make and no call ends: their instances stay on the target. */
export function listLasting({ entities }: Pick<Behaviour, "entities">): string[] {
  return Object.keys(entities).filter((name) => entities[name]?.madeBy && !entities[name]?.endedBy);
}

/** The share of a limit that is kept for calls that must be refused: if the server accepts one, it draws or makes, too. */
const keptForRefusals = 0.1;

/** The draws of a run. With "a tenth", nothing may be drawn until `limit` sets the number. */
export class Spending {
  readonly #rules: Behaviour;
  readonly #fits: (tool: string, input: Json) => boolean;
  /** Quota or lasting entity -> the most draws; others have no limit. */
  readonly #most = new Map<string, number>();
  readonly #drawn = new Map<string, number>();

  /** @param fits whether arguments fit the schema of a tool, so that the call may draw or make */
  constructor(rules: Behaviour, spend: Spend, fits: (tool: string, input: Json) => boolean = () => true) {
    this.#rules = rules;
    this.#fits = fits;
    if (spend === "all") return;
    const named = spend === "a tenth" ? {} : spend;
    for (const each of [...listQuotas(rules), ...listMoney(rules)]) this.limit(each, named[each] ?? 0);
    for (const entity of listLasting(rules)) this.limit(entity, named[entity] ?? mostLasting);
  }

  /** Sets how often the run may draw from a quota. */
  limit(quota: string, draws: number): void {
    this.#most.set(quota, draws);
  }

  /**
   * Counts the draw of a call, if it draws, its price, if it costs money, and the instance that it makes, if that lasts. Returns a function
   * that takes them back. Throws a BudgetExhausted.
   * @param hasToken whether the call has a valid token, without which it must be refused
   */
  draw(tool: string, input: Json | undefined, hasToken = true): () => void {
    const counted = this.#listCounted(tool, input);
    const mayCount = counted.length > 0 && hasToken && this.#fits(tool, input ?? {});
    for (const each of counted)
      if (mayCount) this.requireRoom(each, 1, this.#countKept(each));
      else this.#requireRoomForRefusal(each);
    for (const each of counted) this.#add(each, 1);
    return () => {
      for (const each of counted) this.#add(each, -1);
    };
  }

  /** Lists the limits that a successful call counts against. */
  #listCounted(tool: string, input: Json | undefined): string[] {
    const { entities, spends } = this.#rules;
    const money = spends[tool];
    const made = listLasting(this.#rules).filter((name) => entities[name]?.madeBy?.tool === tool);
    return [this.#findQuota(tool, input), money, ...made].filter((each) => each !== undefined);
  }

  /** A call that must be refused is sent, too, where nothing may be drawn, until the server has accepted one. */
  #requireRoomForRefusal(each: string): void {
    this.requireRoom(each, this.#most.get(each) === 0 ? 0 : 1);
  }

  /** Throws a BudgetExhausted if the run may not draw this often. @param kept draws that must be left afterwards */
  requireRoom(quota: string, draws: number, kept = 0): void {
    const limit = this.#most.get(quota) ?? Number.POSITIVE_INFINITY;
    if ((this.#drawn.get(quota) ?? 0) + draws + kept <= limit) return;
    if (listMoney(this.#rules).includes(quota))
      throw new BudgetExhausted(
        "spent",
        `the call spends ${quota}, but the run may make only ${limit} such calls`,
      );
    if (this.#rules.limits[quota] === undefined)
      throw new BudgetExhausted(
        "spent",
        `the call makes one more ${quota}, but the run may make only ${limit}`,
      );
    const what = draws === 1 ? "the call draws" : `the case needs ${draws} draws`;
    throw new BudgetExhausted("spent", `${what} from ${quota}, but the run may draw only ${limit}`);
  }

  /** Lists the draws from each quota, the calls that cost money, and the instances of each lasting entity. */
  listDrawn(): Drawn[] {
    const names = [...listQuotas(this.#rules), ...listMoney(this.#rules), ...listLasting(this.#rules)];
    return names.map((quota) => ({
      quota,
      drawn: this.#drawn.get(quota) ?? 0,
      most: this.#most.get(quota),
    }));
  }

  /** Returns the number of draws that are kept for calls that must be refused. */
  #countKept(quota: string): number {
    return Math.floor((this.#most.get(quota) ?? 0) * keptForRefusals);
  }

  #add(quota: string, draws: number): void {
    this.#drawn.set(quota, (this.#drawn.get(quota) ?? 0) + draws);
  }

  #findQuota(tool: string, input: Json | undefined): string | undefined {
    const rule = this.#rules.draws[tool];
    return isDrawing(rule, input) ? rule?.limit : undefined;
  }
}
