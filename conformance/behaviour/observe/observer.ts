/** Observes entities, compares two observations, and learns which places change by themselves. */
import { setTimeout as delay } from "node:timers/promises";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import { valueAt } from "../../cases/edits.ts";
import { toPattern } from "../../cases/places.ts";
import { memoize } from "../../memoize.ts";
import { forgetPostponed } from "../../results/postponed.ts";
import { isSetupFailure, PreconditionError } from "../../results/precondition-error.ts";
import type { RunLog } from "../../results/run-log.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { outsideOfTrials } from "../instances/trial-instances.ts";
import { isTransient, listServerReachable } from "../rules/transitions.ts";
import type { EntityReader, ReadOptions } from "./entity-reader.ts";
import {
  type Change,
  compareObservations,
  findSnapshot,
  type Observation,
  type Snapshot,
  showPlace,
} from "./observation.ts";
import { isPosition } from "./positions.ts";

/** Makes the same observation again. */
type Observe = () => Promise<Observation>;

export interface ObserverOptions {
  readonly rules: Behaviour;
  readonly runLog: RunLog;
  readonly reader: Pick<EntityReader, "read" | "learnFullestArguments">;
  /** Creates an instance to learn volatile places from, so that the instances of cases stay unchanged. */
  readonly make: (entity: string) => Promise<EntityInstance>;
  /** Whether requests are limited, so that most cases look at an instance by one tool. */
  readonly isBrief: boolean;
}

/** The time after which a clock that counts seconds has advanced. */
const clockTickMs = 1_200;
/** The first pause while the server is working; each one is twice as long as the one before, up to `clockTickMs`. */
const firstPauseMs = 150;
/** The most observations until a state is stable, and the most while a state says that the server is still working: about a minute. */
const maxObservations = 10;
const maxObservationsAtWork = 50;

export class Observer {
  readonly #options: ObserverOptions;
  readonly #volatile = new Set<string>();
  /** Entity -> the tools that show it, the one that shows most first. */
  readonly #byFullness = new Map<string, readonly string[]>();
  /** Entity that the run cannot make -> what it learns from an instance. */
  readonly #learnt = new Map<string, Promise<unknown>>();
  /** Returns an instance of the entity that no case uses and that was created before the others. */
  referenceInstance = this.#makeReferences();

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /** Makes new reference instances for later cases: those before were ended. */
  forgetInstances(): void {
    this.referenceInstance = this.#makeReferences();
  }

  /** Observes an instance. Throws a PreconditionError if no tool shows the entity. */
  async observe(instance: EntityInstance, options: ReadOptions = {}): Promise<Observation> {
    await this.#learnAbout(instance);
    return this.#options.reader.read(instance, options);
  }

  /**
   * Observes an instance; if requests are limited, by the one tool that shows most of it: that the others agree with it is what
   * the cases of kind `results` decide. Throws a PreconditionError if no tool shows the entity.
   */
  async observeBriefly(
    instance: EntityInstance,
    options: Omit<ReadOptions, "only"> = {},
  ): Promise<Observation> {
    await this.#learnAbout(instance);
    const { isBrief, reader } = this.#options;
    const others = this.#byFullness.get(instance.entity)?.filter((tool) => !options.without?.includes(tool));
    const [only] = isBrief ? (others ?? []) : [];
    return reader.read(instance, { ...options, ...(only !== undefined && { only }) });
  }

  /**
   * Lists the changes between two observations, without volatile places and without positions in a list, which change when another
   * item leaves it.
   */
  async findChanges(observe: Observe, before: Observation, after: Observation): Promise<Change[]> {
    if (compareObservations(before, after).every(isPosition)) return [];
    const changes = await this.findChangesAndMoves(observe, before, after);
    return changes.filter((change) => !isPosition(change));
  }

  /**
   * Lists the changes between two observations, without volatile places, and without those of an instance on which the server was at work
   * and that it has led on. Before it reports a change, it waits for a moment without calls and observes again: places that change in that
   * time are volatile.
   */
  async findChangesAndMoves(observe: Observe, before: Observation, after: Observation): Promise<Change[]> {
    const candidates = compareObservations(before, after)
      .filter(this.#isStable)
      .filter((change) => !this.#isLedOn(change, before, after));
    if (candidates.length === 0) return [];
    await this.waitForClockTick();
    const later = await observe();
    // While the server is working on it, an instance changes as its state says. It is compared again afterwards.
    if (!this.isAtWork(after)) this.#learnVolatile(compareObservations(after, later));
    return candidates.filter(this.#isStable);
  }

  /** Observes until no declared state says that the server is still working. Throws a PreconditionError if it does not end. */
  async observeFinished(observe: Observe): Promise<Observation> {
    return observeUntil(observe, (observation, count) => !this.isAtWork(observation, count));
  }

  /** Observes until no declared state says that the server is still working, for some seconds: work may go on for hours. */
  async observeSettled(observe: Observe): Promise<Observation> {
    return observeUntil(
      observe,
      (observation, count) => count >= maxObservations || !this.isAtWork(observation),
    );
  }

  /** Observes until two observations agree, since a server may continue to work after its answer. Gives up after some time. */
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
   * Whether a declared state says that the server is still working. Throws a PreconditionError if it still is after many
   * observations; `count` is the number of this one.
   */
  isAtWork(observation: Observation, count = 1): boolean {
    const isAtWork = Object.values(this.#options.rules.states).some((machine) =>
      observation.some((snapshot) => {
        const state = shownState(machine, snapshot);
        return state !== undefined && isTransient(machine, state);
      }),
    );
    if (!isAtWork || count < maxObservationsAtWork) return isAtWork;
    throw new PreconditionError("slow", `the server was still at work after ${count} observations`);
  }

  /** Whether the server has led the instance of a change on between two observations. All that tools show of it may change with its state. */
  #isLedOn({ of }: Change, before: Observation, after: Observation): boolean {
    return Object.values(this.#options.rules.states).some((machine) => {
      const shown = { tool: machine.field.tool, of };
      const [was, is] = [before, after].map((each) => shownState(machine, findSnapshot(shown, each)));
      if (was === undefined || is === undefined || was === is) return false;
      return isTransient(machine, was) && listServerReachable(machine, was).has(is);
    });
  }

  /** Waits until a clock that counts seconds has advanced. */
  async waitForClockTick(): Promise<void> {
    await delay(clockTickMs);
  }

  /** Whether the run has learned that a place of a result changes by itself. */
  isVolatile(tool: string, at: string): boolean {
    return this.#volatile.has(showPlace({ tool, at }));
  }

  /** Marks a place as volatile. The report lists it. */
  addVolatile(tool: string, at: string): void {
    const key = showPlace({ tool, at });
    if (this.#volatile.has(key)) return;
    this.#volatile.add(key);
    this.#options.runLog.volatile.push({ tool, place: toPattern(at) });
  }

  #makeReferences(): (entity: string) => Promise<EntityInstance> {
    return memoize((entity: string) => outsideOfTrials(() => this.#learnFromNew(entity)));
  }

  /** Learns from a new instance of the entity; if the run can make none, from this one, to which the steps of a workflow led. */
  async #learnAbout(instance: EntityInstance): Promise<void> {
    try {
      await this.referenceInstance(instance.entity);
    } catch (error) {
      if (!isSetupFailure(error)) throw error;
      const learning = this.#learnt.get(instance.entity) ?? this.#learnFrom(instance);
      this.#learnt.set(instance.entity, learning);
      forgetPostponed(this.#learnt, instance.entity, learning);
      await this.#learnt.get(instance.entity);
    }
  }

  /** Learns volatile places, such as usage counters, from two observations of a new instance that no call changes. */
  async #learnFromNew(entity: string): Promise<EntityInstance> {
    return this.#learnFrom(await this.#options.make(entity));
  }

  async #learnFrom(instance: EntityInstance): Promise<EntityInstance> {
    const { entity } = instance;
    const { reader } = this.#options;
    await reader.learnFullestArguments(instance);
    // A thing that the server still works on changes with its state, and not by itself.
    const first = await this.observeSettled(() => reader.read(instance));
    this.#learnFullness(entity, first);
    this.#learnVolatile(compareObservations(first, await reader.read(instance)));
    return instance;
  }

  /** Learns which tool shows most of an entity. One that shows a state comes first, since it says whether the server is still working. */
  #learnFullness(entity: string, observation: Observation): void {
    const machines = Object.values(this.#options.rules.states).filter((machine) => machine.entity === entity);
    const showsState = ({ tool }: Snapshot) => Number(machines.some(({ field }) => field.tool === tool));
    const size = ({ value }: Snapshot) => JSON.stringify(value).length;
    const shown = observation
      .filter(({ value }) => value !== undefined)
      .toSorted((a, b) => showsState(b) - showsState(a) || size(b) - size(a));
    this.#byFullness.set(
      entity,
      shown.map(({ tool }) => tool),
    );
  }

  #learnVolatile(changes: readonly Change[]): void {
    for (const { tool, at } of changes) this.addVolatile(tool, at);
  }

  readonly #isStable = ({ tool, at }: Change) => !this.isVolatile(tool, at);
}

/** Returns the state that a snapshot shows; undefined if another tool shows it, or none. */
function shownState({ field }: StateRule, snapshot: Snapshot | undefined): string | undefined {
  if (snapshot?.value === undefined || snapshot.tool !== field.tool) return undefined;
  const state = valueAt(snapshot.value, field.path);
  return typeof state === "string" ? state : undefined;
}

/** Observes until an observation is the wanted one, with longer and longer pauses. */
async function observeUntil(
  observe: Observe,
  isLast: (observation: Observation, count: number) => boolean,
): Promise<Observation> {
  let pauseMs = firstPauseMs;
  for (let count = 1; ; count += 1) {
    const observation = await observe();
    if (isLast(observation, count)) return observation;
    await delay(pauseMs);
    pauseMs = Math.min(2 * pauseMs, clockTickMs);
  }
}
