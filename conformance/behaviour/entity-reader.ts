/** Reads one entity through the tools that show it. */

import type { Behaviour, ObserverRule } from "../cases/behaviour.ts";
import { edited, type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { valuesAt } from "../cases/places.ts";
import { type Called, type Calls, readStructured, showAnswer, withId } from "./calls.ts";
import type { EntityInstance } from "./entity-instance.ts";
import type { Observation, Snapshot } from "./observation.ts";
import { type Page, pagesOf } from "./pages.ts";
import { PreconditionError } from "./precondition-error.ts";
import { optionalSwitches } from "./switches.ts";

export interface ReadOptions {
  /** Leave these observers out. */
  readonly without?: readonly string[];
}

/** A list is read this far in search of one item. */
const maxPages = 20;

export class EntityReader {
  readonly #cases: CaseFile;
  readonly #calls: Calls;
  readonly #rules: Behaviour;
  readonly #fullestArguments = new Map<ObserverRule, Json>();

  constructor(cases: CaseFile, calls: Calls, rules: Behaviour) {
    this.#cases = cases;
    this.#calls = calls;
    this.#rules = rules;
  }

  /** Throws a PreconditionError if no tool shows the entity. */
  async read(instance: EntityInstance, { without = [] }: ReadOptions = {}): Promise<Observation> {
    const observers = this.#observersOf(instance).filter(({ tool }) => !without.includes(tool));
    if (observers.length === 0)
      throw new PreconditionError("unobserved", `no other tool shows a ${instance.entity}`);
    const snapshots: Snapshot[] = [];
    for (const observer of observers)
      snapshots.push(
        observer.id === undefined
          ? await this.#findInList(instance, observer)
          : await this.#readById(instance, observer),
      );
    return snapshots;
  }

  /** Learns with which arguments each tool shows most of the instance. */
  async learnFullestArguments(instance: EntityInstance): Promise<void> {
    for (const observer of this.#observersOf(instance)) {
      if (observer.id !== undefined) await this.#tryOptionalSwitches(instance, observer);
    }
  }

  /** Switches such as `include_comments` make a tool show more: the arguments with the longest answer are used. */
  async #tryOptionalSwitches(instance: EntityInstance, observer: ObserverRule): Promise<void> {
    const switches = optionalSwitches(this.#cases, observer);
    if (switches.length === 0) return;
    const plain = withId(observer, instance.id);
    const full = edited(
      plain,
      switches.map((name) => ({ set: `/${name}`, to: true })),
    );
    const less = await this.#call(instance, observer, plain);
    const more = await this.#call(instance, observer, full);
    if (resultSize(more) > resultSize(less)) this.#fullestArguments.set(observer, full);
  }

  async #readById(instance: EntityInstance, observer: ObserverRule): Promise<Snapshot> {
    const { tool } = observer;
    const { id } = instance;
    const full = this.#fullestArguments.get(observer);
    const input = withId({ ...observer, input: (full ?? observer.input) as never }, id);
    const called = await this.#call(instance, observer, input);
    return called.outcome.is === "success"
      ? { tool, id, value: readStructured(called), called }
      : { tool, id, absent: showAnswer(called), called };
  }

  async #findInList(instance: EntityInstance, observer: ObserverRule): Promise<Snapshot> {
    const { tool, list = "" } = observer;
    const { id } = instance;
    const call = (input: Json) => this.#call(instance, observer, input);
    let last: Page | undefined;
    for await (const page of pagesOf(this.#rules, tool, observer.input, maxPages, call)) {
      const { called } = page;
      const item = itemWith(readStructured(called), list, id);
      if (item !== undefined) return { tool, id, value: item, called };
      // Another case may have ended the item that the cursor names, so the rest of the list is unknown.
      if (called.outcome.is !== "success")
        return { tool, id, absent: showAnswer(called), called, ...(last && { unknown: true }) };
      last = page;
    }
    const { called, isLast } = last!;
    return { tool, id, absent: "not in the list", called, ...(!isLast && { unknown: true }) };
  }

  #observersOf({ entity }: EntityInstance): readonly ObserverRule[] {
    return this.#rules.entities[entity]!.observedBy;
  }

  #call({ account }: EntityInstance, { tool }: ObserverRule, input: Json): Promise<Called> {
    return this.#calls.call({ tool, input }, { account });
  }
}

function resultSize(called: Called): number {
  return called.outcome.is === "success" ? JSON.stringify(readStructured(called)).length : 0;
}

/** The item of a list that has the id: the innermost one. */
function itemWith(result: Json, list: string, id: Json): Json | undefined {
  const match = valuesAt(result, list).find(({ value }) => value === id);
  if (match === undefined) return undefined;
  const depth = list.split("/").lastIndexOf("*");
  return valueAt(
    result,
    match.pointer
      .split("/")
      .slice(0, depth + 1)
      .join("/"),
  );
}
