/** Brings a number of an entity to the one that a tool requires, such as a balance to 0, by a call with the difference. */
import { childPointer } from "@toolwright/runtime/json";
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour, RequirementRule } from "../../cases/behaviour.ts";
import { applyEdits, isObject, type Json, valueAt } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { forgetPostponed } from "../../results/postponed.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { readStructured } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import type { Instances } from "../instances/instances.ts";
import { listNamedEntities } from "../rules/rule-calls.ts";
import { isTransitionOf, listWriters } from "./earlier-calls.ts";
import { readField } from "./state-field.ts";

export interface RequiredNumbersOptions {
  readonly rules: Behaviour;
  readonly cases: CaseFile;
  readonly instances: Instances;
  readonly calls: Calls;
}

/** A call that moves the number by the argument at a pointer. */
interface Mover {
  readonly tool: string;
  readonly input: Json;
  readonly pointer: string;
}

/** Brings a new instance of an entity to a state in which a tool would be accepted. */
type BringBefore = (entity: string, instance: NamedEntity, tool: string) => Promise<void>;

/** The most calls that are tried out for one tool. */
const mostTrials = 6;

export class RequiredNumbers {
  readonly #options: RequiredNumbersOptions;
  readonly #bring: BringBefore;
  /** The call that was found for each requirement. */
  readonly #movers = new Map<RequirementRule, Promise<Mover | undefined>>();

  constructor(options: RequiredNumbersOptions, bring: BringBefore) {
    this.#options = options;
    this.#bring = bring;
  }

  /** Moves the number, unless the state of the instance refuses the tool: what is refused is to change nothing. */
  async meet(tool: string, rule: RequirementRule, instance: NamedEntity): Promise<void> {
    const missing = await this.#readMissing(rule, instance);
    if (missing === undefined || !(await this.#isAccepted(tool, rule.entity, instance))) return;
    const found = this.#movers.get(rule) ?? ifPossible(this.#findMover(tool, rule));
    this.#movers.set(rule, found);
    forgetPostponed(this.#movers, rule, found);
    const mover = await found;
    if (mover !== undefined) await this.#move(mover, rule.entity, instance, missing);
  }

  /** Tries out which call with the difference leads to the required number. */
  async #findMover(tool: string, rule: RequirementRule): Promise<Mover | undefined> {
    const { rules, cases, instances } = this.#options;
    const instance = await instances.make(rule.entity);
    await this.#bring(rule.entity, instance, tool);
    const movers = listWriters(tool, [rule.entity], rules, cases)
      .filter((writer) => listNamedEntities(rules, writer.tool, writer.input).has(rule.entity))
      .flatMap(listMovers);
    for (const mover of movers.slice(0, mostTrials)) {
      const missing = await this.#readMissing(rule, instance);
      if (missing === undefined) return undefined;
      await this.#move(mover, rule.entity, instance, missing);
      if ((await this.#readMissing(rule, instance)) === undefined) return mover;
    }
    return undefined;
  }

  /** Reads how far the number is from the required one; undefined where nothing is missing, or where it is no number. */
  async #readMissing(
    { entity, place, is }: RequirementRule,
    instance: NamedEntity,
  ): Promise<number | undefined> {
    const wanted = is.find((value) => typeof value === "number");
    if (wanted === undefined) return undefined;
    const shown = await this.#read(entity, place, instance);
    if (typeof shown !== "number" || is.includes(shown)) return undefined;
    return Math.abs(shown - wanted);
  }

  /** Whether the present state of an instance allows the transition that a tool makes. */
  async #isAccepted(tool: string, entity: string, instance: NamedEntity): Promise<boolean> {
    const { rules } = this.#options;
    const machine = Object.values(rules.states).find(
      (each) => each.entity === entity && isTransitionOf(each, tool),
    );
    if (machine === undefined) return true;
    const read = await ifPossible(readField(this.#options, instance, machine.field, { unprepared: true }));
    const state = read?.state;
    const own = Object.values(machine.transitions).filter(({ by }) => by.tool === tool);
    return own.some(({ from }) => from.some((each) => each === state));
  }

  async #read(entity: string, place: string, instance: NamedEntity): Promise<Json | undefined> {
    const { rules, instances } = this.#options;
    for (const observer of rules.entities[entity]?.observedBy ?? []) {
      if (observer.id === undefined) continue;
      const called = await ifPossible(instances.callAbout(instance, observer, { unprepared: true }));
      const shown = called && valueAt(readStructured(called), place);
      if (shown !== undefined) return shown;
    }
    return undefined;
  }

  async #move(
    { tool, input, pointer }: Mover,
    entity: string,
    { account, ...instance }: NamedEntity,
    by: number,
  ): Promise<void> {
    const { instances, calls } = this.#options;
    const named = { ...instance.parents, [entity]: { ...instance, account } };
    const filled = await instances.fill(tool, input, { account, instances: named, unprepared: true });
    await calls.call({ tool, input: applyEdits(filled, [{ set: pointer, to: by }]) }, { account });
  }
}

function listMovers({ tool, input }: { readonly tool: string; readonly input: Json }): Mover[] {
  return Object.entries(isObject(input) ? input : {})
    .filter(([, value]) => typeof value === "number")
    .map(([name]) => ({ tool, input, pointer: childPointer("", name) }));
}
