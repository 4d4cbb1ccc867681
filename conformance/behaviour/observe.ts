/** Observes one resource, compares two observations, and learns what changes by itself. */
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../calls/context.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import { valueAt } from "../cases/edits.ts";
import { patternOf } from "../cases/places.ts";
import type { Journal } from "../results/journal.ts";
import { accountObserverOf } from "./account-sights.ts";
import type { Calls } from "./calls.ts";
import { type ObserveOptions, observersOf } from "./observers.ts";
import { type Change, differencesOf, type Observation } from "./sights.ts";
import type { Thing } from "./thing.ts";
import { isPassing } from "./transitions.ts";

/** Observes something again. */
type Look = () => Promise<Observation>;

export interface Observatory {
  /** Throws an Obstacle if nothing observes the resource. */
  observe(thing: Thing, options?: ObserveOptions): Promise<Observation>;
  /**
   * What changed between two observations, without what changes by itself. Before a change is reported, the resource is
   * left alone for a moment and observed again: places that change then are volatile.
   */
  changes(thing: Thing, before: Observation, after: Observation, options?: ObserveOptions): Promise<Change[]>;
  /** The same for anything that `again` observes. */
  changesSeen(again: Look, before: Observation, after: Observation): Promise<Change[]>;
  /**
   * What the reading tools of the account show with the arguments of their first examples, for specs without resources.
   * Perhaps none of them answers. Other cases must not run at the same time.
   */
  observeAccount(options?: ObserveOptions): Promise<Observation>;
  /**
   * Observes something once it rests: what a server goes on doing after it has answered a call is done, or has taken too long.
   */
  atRest(again: Look): Promise<Observation>;
  /** Waits until a clock that counts seconds has moved on. */
  pause(): Promise<void>;
  /** Whether a place of a result changes by itself, as far as the run has learned. */
  isVolatile(tool: string, at: string): boolean;
  /** A thing of the resource that no case touches, which was there before the others. */
  bystander(resource: string): Promise<Thing>;
}

/** After so long a clock that counts seconds has moved on. */
const clockTickMs = 1_200;
/** How often something is observed until it rests. */
const maxLooks = 10;

/** @param make makes a resource from which volatile places are learned, so that the things of cases stay untouched. */
export function observatoryOf(
  context: Context,
  calls: Calls,
  rules: Behaviour,
  journal: Journal,
  make: (resource: string) => Promise<Thing>,
): Observatory {
  const volatile = new Set<string>();
  const learned = new Map<string, Promise<Thing>>();
  const { look, learnFullest } = observersOf(context.cases, calls, rules);
  const observeAccount = accountObserverOf(context, calls);
  return { observe, changes, changesSeen, observeAccount, atRest, pause, isVolatile, bystander };

  async function observe(thing: Thing, options: ObserveOptions = {}): Promise<Observation> {
    await bystander(thing.resource);
    return look(thing, options);
  }

  /** Two idle observations of a thing of the resource show what changes by itself, such as counters of use. */
  function bystander(resource: string): Promise<Thing> {
    const learning = learned.get(resource) ?? make(resource).then(learn);
    learned.set(resource, learning);
    return learning;
  }

  async function learn(thing: Thing): Promise<Thing> {
    await learnFullest(thing);
    const first = await look(thing, {});
    remember(differencesOf(first, await look(thing, {})));
    return thing;
  }

  async function changes(
    thing: Thing,
    before: Observation,
    after: Observation,
    options: ObserveOptions = {},
  ): Promise<Change[]> {
    return changesSeen(() => look(thing, options), before, after);
  }

  async function changesSeen(again: Look, before: Observation, after: Observation): Promise<Change[]> {
    const candidates = differencesOf(before, after).filter(isSteady);
    if (candidates.length === 0) return [];
    await pause();
    remember(differencesOf(after, await again()));
    return candidates.filter(isSteady);
  }

  async function atRest(again: Look): Promise<Observation> {
    let before = await again();
    for (let look = 1; look < maxLooks; look += 1) {
      await pause();
      const after = await again();
      if (!isAtWork(rules, after) && !differencesOf(before, after).some(isSteady)) return after;
      before = after;
    }
    return before;
  }

  async function pause(): Promise<void> {
    await delay(clockTickMs);
  }

  function isVolatile(tool: string, at: string): boolean {
    return volatile.has(keyOf(tool, at));
  }

  function isSteady({ tool, at }: Change): boolean {
    return !isVolatile(tool, at);
  }

  function remember(found: readonly Change[]): void {
    for (const { tool, at } of found) {
      const key = keyOf(tool, at);
      if (volatile.has(key)) continue;
      volatile.add(key);
      journal.volatile.push({ tool, place: patternOf(at) });
    }
  }
}

function keyOf(tool: string, at: string): string {
  return `${tool} ${patternOf(at)}`;
}

/** A busy server may pause in its work: while a state says that it goes on, two equal looks are no rest. */
function isAtWork(rules: Behaviour, observation: Observation): boolean {
  return Object.values(rules.states).some((machine) =>
    observation.some(({ tool, value }) => {
      if (tool !== machine.field.tool || value === undefined) return false;
      const state = valueAt(value, machine.field.path);
      return typeof state === "string" && isPassing(machine, state);
    }),
  );
}
