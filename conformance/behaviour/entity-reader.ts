/** Reads one entity through the tools that show it. */
import type { Behaviour, ObserverRule } from "../cases/behaviour.ts";
import { edited, type Json, type JsonObject } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { withAddress } from "./address.ts";
import { type Called, type Calls, readStructured, showAnswer } from "./calls.ts";
import type { EntityInstance } from "./entity-instance.ts";
import { findInList } from "./item-in-list.ts";
import type { Observation, Snapshot } from "./observation.ts";
import { optionalSwitches } from "./switches.ts";

export interface ReadOptions {
  /** Leave these observers out. */
  readonly without?: readonly string[];
}

export type EntityReader = ReturnType<typeof makeEntityReader>;

export function makeEntityReader(cases: CaseFile, calls: Calls, rules: Behaviour) {
  const fullestArguments = new Map<ObserverRule, Json>();
  return { read, learnFullestArguments };

  /** Throws a PreconditionError if no tool shows the entity. */
  async function read(instance: EntityInstance, { without = [] }: ReadOptions = {}): Promise<Observation> {
    const observers = observersOf(instance).filter(({ tool }) => !without.includes(tool));
    if (observers.length === 0)
      throw new PreconditionError("undeclared", `no other tool shows a ${instance.entity}`);
    const snapshots: Snapshot[] = [];
    for (const observer of observers)
      snapshots.push(
        observer.id === undefined
          ? await findInList(rules, calls, instance, observer)
          : await readById(instance, observer),
      );
    return snapshots;
  }

  /** Learns with which arguments each tool shows most of the instance. */
  async function learnFullestArguments(instance: EntityInstance): Promise<void> {
    for (const observer of observersOf(instance)) {
      if (observer.id !== undefined) await tryOptionalSwitches(instance, observer);
    }
  }

  /** Switches such as `include_comments` make a tool show more: the arguments with the longest answer are used. */
  async function tryOptionalSwitches(instance: EntityInstance, observer: ObserverRule): Promise<void> {
    const switches = optionalSwitches(cases, observer);
    if (switches.length === 0) return;
    const plain = withAddress(rules, observer, instance);
    const full = edited(
      plain,
      switches.map((name) => ({ set: `/${name}`, to: true })),
    );
    const less = await call(instance, observer, plain);
    const more = await call(instance, observer, full);
    if (resultSize(more) > resultSize(less)) fullestArguments.set(observer, full);
  }

  async function readById(instance: EntityInstance, observer: ObserverRule): Promise<Snapshot> {
    const { tool } = observer;
    const full = fullestArguments.get(observer) as JsonObject | undefined;
    const input = withAddress(rules, { ...observer, input: full ?? observer.input }, instance);
    const called = await call(instance, observer, input);
    return called.outcome.is === "success"
      ? { tool, of: instance, value: readStructured(called), called }
      : { tool, of: instance, absent: showAnswer(called), called };
  }

  function observersOf({ entity }: EntityInstance): readonly ObserverRule[] {
    return rules.entities[entity]!.observedBy;
  }

  function call({ account }: EntityInstance, { tool }: ObserverRule, input: Json): Promise<Called> {
    return calls.call({ tool, input }, { account });
  }
}

function resultSize(called: Called): number {
  return called.outcome.is === "success" ? JSON.stringify(readStructured(called)).length : 0;
}
