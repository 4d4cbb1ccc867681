/** Finds limits of what an account has at once that the spec does not declare: a tool refuses what it makes, each time at the same number. */
import type { CompletedCall } from "../calls/completed-call.ts";
import type { Behaviour, EntityRule } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { builtInCodes } from "../judge/outcome.ts";

/** The fewest refusals that show a limit, and how many of a hundred come at the same number: answers may come in another order. */
const leastRefusals = 5;
const leastShare = 90;

/** Counts the instances of an entity in the account of the run, and the refusals to make one more. */
class Counted {
  readonly entity: string;
  readonly #rule: EntityRule;
  readonly #ids = new Set<Json>();
  #most = 0;
  /** Code -> how many things were there at each refusal with it. */
  readonly #refusals = new Map<string, number[]>();

  constructor(entity: string, rule: EntityRule) {
    this.entity = entity;
    this.#rule = rule;
  }

  record({ tool, input = null, outcome }: CompletedCall): void {
    const { madeBy, endedBy } = this.#rule;
    if (outcome.is === "success" && tool === endedBy?.tool)
      this.#ids.delete(valueAt(input, endedBy.id) ?? null);
    if (tool !== madeBy?.tool) return;
    if (outcome.is === "success") {
      this.#ids.add(valueAt(outcome.result.structuredContent ?? null, madeBy.path) ?? null);
      this.#most = Math.max(this.#most, this.#ids.size);
    }
    if (outcome.is !== "refusal" || outcome.code === undefined || builtInCodes.includes(outcome.code)) return;
    this.#refusals.set(outcome.code, [...(this.#refusals.get(outcome.code) ?? []), this.#ids.size]);
  }

  /** Describes the limit that the refusals show; undefined if they show none, or one that is declared. */
  describe(limits: Behaviour["limits"]): string | undefined {
    const declared = Object.values(limits).map((rule) => "refused" in rule && rule.refused);
    const [found] = [...this.#refusals].filter(([code, counts]) => {
      const atMost = counts.filter((count) => count === this.#most).length;
      const isSteady = atMost >= leastRefusals && atMost * 100 >= counts.length * leastShare;
      return this.#most > 0 && isSteady && !declared.includes(code);
    });
    if (found === undefined) return undefined;
    const [code, { length }] = found;
    const { entity } = this;
    const tool = this.#rule.madeBy!.tool;
    const words = `${entity}s: { kind: count, max: ${this.#most}, of: ${entity}, per: account, refused: ${code}, applies_to: [${tool}] }`;
    return [
      `${tool} was refused with ${code} ${length} times while the run had ${this.#most} of ${entity}.`,
      `If an account can have no more at once, declare it in service.yaml below limits: ${words}.`,
      "Then the run ends what it no longer needs.",
    ].join(" ");
  }
}

export class UndeclaredCaps {
  readonly #limits: Behaviour["limits"];
  readonly #counted: readonly Counted[];

  constructor({ entities, limits }: Behaviour) {
    this.#limits = limits;
    this.#counted = Object.entries(entities)
      .filter(([, { madeBy }]) => madeBy !== undefined)
      .map(([entity, rule]) => new Counted(entity, rule));
  }

  /** Called with every call of the run. */
  record(call: CompletedCall): void {
    const { credential } = call;
    if (typeof credential === "string" || credential.account !== undefined) return;
    for (const each of this.#counted) each.record(call);
  }

  /** Returns notes for the report. */
  listNotes(): string[] {
    return this.#counted.flatMap((each) => each.describe(this.#limits) ?? []);
  }
}
