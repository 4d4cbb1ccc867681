/** Observes one entity, compares two observations, and learns what changes by itself. */
import { setTimeout as delay } from "node:timers/promises";
import type { Behaviour } from "../../cases/behaviour.ts";
import { valueAt } from "../../cases/edits.ts";
import { toPattern } from "../../cases/places.ts";
import { memoize } from "../../memoize.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import type { RunLog } from "../../results/run-log.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { isPassing } from "../rules/transitions.ts";
import type { EntityReader, ReadOptions } from "./entity-reader.ts";
import { type Change, compareObservations, type Observation, showPlace } from "./observation.ts";

/** Observes something again. */
type Observe = () => Promise<Observation>;

export interface ObserverOptions {
  readonly rules: Behaviour;
  readonly runLog: RunLog;
  readonly reader: EntityReader;
  /** Makes an instance from which volatile places are learned, so that the instances of cases stay untouched. */
  readonly make: (entity: string) => Promise<EntityInstance>;
}

/** After so long a clock that counts seconds has moved on. */
const clockTickMs = 1_200;
/** How often something is observed until it is stable; for about a minute while a state says that the server goes on by itself. */
const maxObservations = 10;
const maxObservationsAtWork = 50;

export class Observer {
  readonly #options: ObserverOptions;
  readonly #volatile = new Set<string>();
  /** An instance of the entity that no case touches, which was there before the others. */
  readonly referenceInstance = memoize((entity: string) => this.#learnFromNew(entity));

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /** Throws a PreconditionError if nothing observes the entity. */
  async observe(instance: EntityInstance, options: ReadOptions = {}): Promise<Observation> {
    await this.referenceInstance(instance.entity);
    return this.#options.reader.read(instance, options);
  }

  /**
   * What changed between two observations, without what changes by itself. Before a change is reported, nothing is done for
   * a moment, and then observed again: places that change then are volatile.
   */
  async findChanges(observe: Observe, before: Observation, after: Observation): Promise<Change[]> {
    const candidates = compareObservations(before, after).filter(this.#isStable);
    if (candidates.length === 0) return [];
    await this.waitForClockTick();
    const later = await observe();
    // What is at work changes as its state says, and is compared again when it has ended.
    if (!this.isAtWork(after)) this.#learnVolatile(compareObservations(after, later));
    return candidates.filter(this.#isStable);
  }

  /** Observes until two observations agree: a server may go on working after it has answered. Gives up after some time. */
  async waitUntilStable(observe: Observe): Promise<Observation> {
    let before = await observe();
    for (let count = 1; ; count += 1) {
      await this.waitForClockTick();
      const after = await observe();
      const changes = compareObservations(before, after).filter(this.#isStable);
      if (!this.isAtWork(after, count) && (changes.length === 0 || count >= maxObservations)) return after;
      before = after;
    }
  }

  /**
   * Whether a declared state says that the server goes on by itself. Throws a PreconditionError if it still does after many
   * observations, of which this is number `count`.
   */
  isAtWork(observation: Observation, count = 1): boolean {
    const isAtWork = Object.values(this.#options.rules.states).some((machine) =>
      observation.some(({ tool, value = null }) => {
        const state = tool === machine.field.tool && valueAt(value, machine.field.path);
        return typeof state === "string" && isPassing(machine, state);
      }),
    );
    if (!isAtWork || count < maxObservationsAtWork) return isAtWork;
    throw new PreconditionError("slow", `the server was still at work after ${count} observations`);
  }

  /** Waits until a clock that counts seconds has moved on. */
  async waitForClockTick(): Promise<void> {
    await delay(clockTickMs);
  }

  /** Whether a place of a result changes by itself, as far as the run has learned. */
  isVolatile(tool: string, at: string): boolean {
    return this.#volatile.has(showPlace({ tool, at }));
  }

  /** The report lists the place. */
  addVolatile(tool: string, at: string): void {
    const key = showPlace({ tool, at });
    if (this.#volatile.has(key)) return;
    this.#volatile.add(key);
    this.#options.runLog.volatile.push({ tool, place: toPattern(at) });
  }

  /** Two observations of an instance that no call changes show what changes by itself, such as counters of use. */
  async #learnFromNew(entity: string): Promise<EntityInstance> {
    const { make, reader } = this.#options;
    const instance = await make(entity);
    await reader.learnFullestArguments(instance);
    const first = await reader.read(instance);
    this.#learnVolatile(compareObservations(first, await reader.read(instance)));
    return instance;
  }

  #learnVolatile(changes: readonly Change[]): void {
    for (const { tool, at } of changes) this.addVolatile(tool, at);
  }

  readonly #isStable = ({ tool, at }: Change) => !this.isVolatile(tool, at);
}
