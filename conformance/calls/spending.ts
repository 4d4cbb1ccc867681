/**
 * Limits what a run uses up and leaves: the draws from the quotas of the spec, the calls that cost money, the counted refusals, and the
 * instances of entities that nothing ends. Each call that counts against one of these limits is checked before it is sent.
 */
import type { Behaviour } from "../cases/behaviour.ts";
import type { Json } from "../cases/edits.ts";
import { isDrawing } from "../cases/limits.ts";
import type { Outcome } from "../judge/outcome.ts";
import type { Drawn } from "../results/report.ts";

/**
 * Quota, money, counted refusals or lasting entity -> the most draws, none from other quotas; or a tenth of the remaining draws of each; or
 * as many as cases need. Except in the last case, calls that cost money are made only where they are named. Of each lasting entity that
 * is not named the run makes at most 20 instances, and of refusals that are counted it causes at most half.
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

/** Something that calls use up or leave, by which a run can be limited. */
export interface Spendable {
  /** The name of the limit, of the money or of the entity. */
  readonly name: string;
  readonly kind: "quota" | "money" | "refusals" | "entity";
  /** The tools whose calls use it up. */
  readonly tools: readonly string[];
  /** The most draws if the user names none; for a quota, the share of what is left comes in its place. */
  readonly byDefault: number;
}

/** The most instances of an entity that nothing ends, unless the user allows another number. */
const mostLasting = 20;

type SpendRules = Pick<Behaviour, "limits" | "draws" | "spends" | "entities">;

/** Lists everything that calls can use up or leave on the target. */
export function listSpendables({ limits, draws, spends, entities }: SpendRules): Spendable[] {
  return [
    ...Object.entries(limits).flatMap(([name, limit]): Spendable[] => {
      const drawing = Object.keys(draws).filter((tool) => draws[tool]?.limit === name);
      if (limit.kind === "quota") return [{ name, kind: "quota", tools: drawing, byDefault: 0 }];
      return limit.kind === "refusals"
        ? [{ name, kind: "refusals", tools: limit.tools, byDefault: Math.floor(limit.max / 2) }]
        : [];
    }),
    ...[...Map.groupBy(Object.keys(spends), (tool) => spends[tool]!)].map(
      ([name, tools]): Spendable => ({ name, kind: "money", tools, byDefault: 0 }),
    ),
    ...Object.entries(entities).flatMap(([name, { madeBy, endedBy }]): Spendable[] =>
      madeBy && !endedBy ? [{ name, kind: "entity", tools: [madeBy.tool], byDefault: mostLasting }] : [],
    ),
  ];
}

export function listQuotas(rules: SpendRules): string[] {
  return listSpendables(rules).flatMap(({ name, kind }) => (kind === "quota" ? [name] : []));
}

/** Returns the most draws that a run may make; `undefined` without a limit, and for a quota of which a tenth may be drawn. */
export function findMost({ name, kind, byDefault }: Spendable, spend: Spend): number | undefined {
  if (spend === "all" || (spend === "a tenth" && kind === "quota")) return undefined;
  return spend === "a tenth" ? byDefault : (spend[name] ?? byDefault);
}

/** The share of a limit that is kept for calls that must be refused: if the server accepts one, it draws or makes, too. */
const keptForRefusals = 0.1;

/** The draws of a run. With "a tenth", nothing may be drawn until `limit` sets the number. */
export class Spending {
  readonly #rules: Behaviour;
  readonly #spendables: readonly Spendable[];
  readonly #fits: (tool: string, input: Json) => boolean;
  /** Quota or lasting entity -> the most draws; others have no limit. */
  readonly #most = new Map<string, number>();
  /** Whether the run may use a tenth of what is left of each quota. */
  readonly #isTenth: boolean;
  /** The quotas of which the target has shown how much is left. */
  readonly #shown = new Set<string>();
  readonly #drawn = new Map<string, number>();
  /** Limits that calls of other accounts than that of the run used up. */
  readonly #usedByOthers = new Set<string>();

  /** @param fits whether arguments fit the schema of a tool, so that the call may draw or make */
  constructor(rules: Behaviour, spend: Spend, fits: (tool: string, input: Json) => boolean = () => true) {
    this.#rules = rules;
    this.#fits = fits;
    this.#spendables = listSpendables(rules);
    this.#isTenth = spend === "a tenth";
    if (spend === "all") return;
    for (const each of this.#spendables) this.#most.set(each.name, findMost(each, spend) ?? 0);
  }

  /** Sets how often the run may draw from a quota of which the target shows how much is left. */
  limit(quota: string, draws: number): void {
    this.#shown.add(quota);
    this.#most.set(quota, draws);
  }

  /**
   * Counts a call that is about to be sent against everything that it may use up. Returns a function that is called with its outcome, and
   * takes back what the call did not use up. Throws a BudgetExhausted.
   * @param hasToken whether the call has a valid token, without which it must be refused
   * @param account the account of the call; if undefined, that of the run
   */
  draw(
    tool: string,
    input: Json | undefined,
    hasToken = true,
    account?: string,
  ): (outcome?: Outcome) => void {
    const counted = this.#listCounted(tool, input);
    const mayCount = counted.length > 0 && hasToken && this.#fits(tool, input ?? {});
    for (const { name } of counted)
      if (mayCount) this.requireRoom(name, 1, this.#countKept(name));
      else this.#requireRoomForRefusal(name);
    for (const { name } of counted) {
      this.#add(name, 1);
      if (account !== undefined) this.#usedByOthers.add(name);
    }
    return (outcome) => {
      for (const each of counted) if (!this.#isUsed(each, outcome)) this.#add(each.name, -1);
    };
  }

  /** Whether a call counts after its outcome. Without an answer it is unknown, so the call counts. */
  #isUsed({ name, kind }: Spendable, outcome: Outcome | undefined): boolean {
    if (outcome === undefined) return false;
    if (outcome.is === "nothing") return true;
    if (kind !== "refusals") return outcome.is === "success";
    const limit = this.#rules.limits[name];
    return limit?.kind === "refusals" && outcome.is === "refusal" && outcome.code === limit.code;
  }

  /** Lists everything that a call may use up. */
  #listCounted(tool: string, input: Json | undefined): Spendable[] {
    const quota = this.#findQuota(tool, input);
    return this.#spendables.filter(({ name, kind, tools }) =>
      kind === "quota" ? name === quota : tools.includes(tool),
    );
  }

  /** A call that must be refused is sent, too, where nothing may be drawn, until the server has accepted one. */
  #requireRoomForRefusal(each: string): void {
    this.requireRoom(each, this.#most.get(each) === 0 ? 0 : 1);
  }

  /** Throws a BudgetExhausted if the run may not use up anything of a limit. */
  requireAny(name: string): void {
    if (this.#most.get(name) === 0) throw new BudgetExhausted("spent", this.#explain(name, 1, 0));
  }

  /** Throws a BudgetExhausted if the run may not draw this often. @param kept draws that must be left afterwards */
  requireRoom(quota: string, draws: number, kept = 0): void {
    const limit = this.#most.get(quota) ?? Number.POSITIVE_INFINITY;
    if ((this.#drawn.get(quota) ?? 0) + draws + kept <= limit) return;
    throw new BudgetExhausted("spent", this.#explain(quota, draws, limit));
  }

  #explain(name: string, draws: number, limit: number): string {
    const more = limit === 0 ? "allows N" : "allows more";
    return `${this.#describe(name, draws, limit)} (--spend ${name}=N ${more})`;
  }

  #describe(name: string, draws: number, limit: number): string {
    switch (this.#spendables.find((each) => each.name === name)?.kind) {
      case "money":
        return `the call spends ${name}, and the run makes ${limit === 0 ? "no" : `at most ${limit}`} such calls`;
      case "entity":
        return `the call makes one more ${name}, and the run makes ${limit === 0 ? "none" : `at most ${limit}`}`;
      case "refusals":
        return `the refusal of the call may count for ${name}, and the run causes ${limit === 0 ? "none" : `at most ${limit}`}`;
      default: {
        const what = draws === 1 ? "the call draws" : `the case needs ${draws} draws`;
        if (limit > 0) return `${what} from ${name}, and the run draws at most ${limit}`;
        return `${what} from ${name}, and the run draws nothing from it${this.#isTenth ? this.#describeTenth(name) : ""}`;
      }
    }
  }

  #describeTenth(quota: string): string {
    return this.#shown.has(quota)
      ? ", since a tenth of what is left is less than one draw"
      : ", since no tool shows how much of it is left";
  }

  /** Whether only the account of the run used up a limit: then its own view of a quota shows the same use. */
  isOfRun(name: string): boolean {
    return !this.#usedByOthers.has(name);
  }

  /** Lists what the run used up and left so far, and what it may. */
  listDrawn(): Drawn[] {
    return this.#spendables.map(({ name, kind }) => ({
      quota: name,
      kind,
      drawn: this.#drawn.get(name) ?? 0,
      most: this.#most.get(name),
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
