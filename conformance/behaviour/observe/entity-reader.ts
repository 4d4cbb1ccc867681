/** Reads one entity through the tools that show it. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Behaviour, ObserverRule } from "../../cases/behaviour.ts";
import { applyEdits, type Json, type JsonObject } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Called, readStructured, showAnswer } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { withAddress } from "../rules/address.ts";
import { listOptionalSwitches } from "../rules/switches.ts";
import { findInList } from "./item-in-list.ts";
import type { Observation, Snapshot } from "./observation.ts";

export interface ReadOptions {
  /** Observers to skip. */
  readonly without?: readonly string[];
  /** The only tool that reads. */
  readonly only?: string;
  /** Called after each observer: the others do not read if it returns true. */
  isEnough?(snapshot: Snapshot): boolean;
}

export class EntityReader {
  readonly #cases: CaseFile;
  readonly #calls: Calls;
  readonly #rules: Behaviour;
  /** The arguments with which an observer returns the longest answer. */
  readonly #fullestArguments = new Map<ObserverRule, Json>();

  constructor(cases: CaseFile, calls: Calls, rules: Behaviour) {
    this.#cases = cases;
    this.#calls = calls;
    this.#rules = rules;
  }

  /** Reads an instance. Throws a PreconditionError if no tool shows the entity. */
  async read(instance: EntityInstance, options: ReadOptions = {}): Promise<Observation> {
    const { without = [], only, isEnough } = options;
    const observers = this.#listObservers(instance).filter(
      ({ tool }) => !without.includes(tool) && (only === undefined || tool === only),
    );
    if (observers.length === 0)
      throw new PreconditionError("undeclared", `no other tool shows ${withArticle(instance.entity)}`);
    const snapshots: Snapshot[] = [];
    for (const observer of observers) {
      const snapshot =
        observer.id === undefined
          ? await this.#readInList(instance, observer)
          : await this.#readById(instance, observer);
      snapshots.push(snapshot);
      if (isEnough?.(snapshot)) break;
    }
    return snapshots;
  }

  /** Learns the arguments with which each tool returns its longest answer about an instance. */
  async learnFullestArguments(instance: EntityInstance): Promise<void> {
    for (const observer of this.#listObservers(instance)) {
      if (observer.id !== undefined) await this.#tryOptionalSwitches(instance, observer);
    }
  }

  /** Tries switches such as `include_comments`, which make a tool return more, and keeps the arguments with the longest answer. */
  async #tryOptionalSwitches(instance: EntityInstance, observer: ObserverRule): Promise<void> {
    const switches = listOptionalSwitches(this.#cases, observer);
    if (switches.length === 0) return;
    const plain = withAddress(this.#rules, observer, instance);
    const full = applyEdits(
      plain,
      switches.map((name) => ({ set: `/${name}`, to: true })),
    );
    const less = await this.#call(instance, observer, plain);
    const more = await this.#call(instance, observer, full);
    if (resultSize(more) > resultSize(less)) this.#fullestArguments.set(observer, full);
  }

  /**
   * Finds an instance in a list. Where conditions choose the items (`lists`), one that is missing proves nothing: goods that come in are no longer
   * short. Whether the list has what meets them is a case of its own, and other tools show the values.
   */
  async #readInList(instance: EntityInstance, observer: ObserverRule): Promise<Snapshot> {
    const { tool } = observer;
    const found = await findInList(this.#rules, this.#calls, instance, observer);
    const isChosen = (name: string) => this.#rules.lists[name]?.entity === instance.entity;
    const isShownElsewhere = this.#listObservers(instance).some((other) => !isChosen(other.tool));
    const proves = found.absent === undefined || !isChosen(tool) || !isShownElsewhere;
    return { tool, of: instance, ...found, ...(!proves && { unknown: true }) };
  }

  async #readById(instance: EntityInstance, observer: ObserverRule): Promise<Snapshot> {
    const { tool } = observer;
    const full = this.#fullestArguments.get(observer) as JsonObject | undefined;
    const input = withAddress(this.#rules, { ...observer, input: full ?? observer.input }, instance);
    const called = await this.#call(instance, observer, input);
    return called.outcome.is === "success"
      ? { tool, of: instance, value: readStructured(called), called }
      : { tool, of: instance, absent: showAnswer(called), called };
  }

  #listObservers({ entity }: EntityInstance): readonly ObserverRule[] {
    return this.#rules.entities[entity]!.observedBy;
  }

  #call({ account }: EntityInstance, { tool }: ObserverRule, input: Json): Promise<Called> {
    return this.#calls.call({ tool, input }, { account });
  }
}

function resultSize(called: Called): number {
  return called.outcome.is === "success" ? JSON.stringify(readStructured(called)).length : 0;
}
