/** Observes one resource through the tools that show it, and compares two observations. */
import { setTimeout as delay } from "node:timers/promises";
import { differences } from "@toolwright/runtime/json";
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import type { Behaviour, Observer } from "../cases/behaviour.ts";
import { edited, type Json, valueAt } from "../cases/edits.ts";
import { patternOf, valuesAt } from "../cases/places.ts";
import { describeDifference } from "../judge/difference.ts";
import type { Journal } from "../results/journal.ts";
import { answerOf, type Called, type Calls, structuredOf, withId } from "./calls.ts";
import { Obstacle } from "./obstacle.ts";
import { type Page, pagesOf } from "./pages.ts";
import { optionalSwitches } from "./switches.ts";
import type { Thing } from "./thing.ts";
import { isPassing } from "./transitions.ts";

/** What one tool says of a resource. */
export interface Sight {
  readonly tool: string;
  /** The id of the thing; absent where a whole account is observed. */
  readonly id?: Json;
  /** The result, or the item of a list. */
  readonly value?: Json;
  /** Why there is no value: the code of a refusal, or that the list does not have it. */
  readonly absent?: string;
  /** A list that is too long to read to its end tells nothing about what it did not show. */
  readonly unknown?: true;
  readonly called: Called;
}

/** What all observers say of a resource at one moment, in the order of the spec. */
export type Observation = readonly Sight[];

/** A place in an observation that is not as it was. */
export interface Change {
  readonly tool: string;
  /** JSON Pointer into the result or item. */
  readonly at: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly called: Called;
}

export interface ObserveOptions {
  /** Leave these observers out. */
  readonly without?: readonly string[];
}

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
/** A tool that takes longer for its answer observes the account only once. */
const longestLookMs = 5_000;
/** How often something is observed until it rests. */
const maxLooks = 10;
/** A list is read this far in search of one item. */
const maxPages = 20;

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
  const fullest = new Map<Observer, Json>();
  /** Tools that are left out of further observations of the account, which would take most of the run. */
  const slow = new Set<string>();
  return { observe, changes, changesSeen, observeAccount, atRest, pause, isVolatile, bystander };

  async function observe(thing: Thing, options: ObserveOptions = {}): Promise<Observation> {
    await bystander(thing.resource);
    return look(thing, options);
  }

  async function look(thing: Thing, { without = [] }: ObserveOptions): Promise<Observation> {
    const observers = rules.resources[thing.resource]!.observedBy.filter(
      ({ tool }) => !without.includes(tool),
    );
    if (observers.length === 0) throw new Obstacle("unobserved", `no other tool shows a ${thing.resource}`);
    const sights: Sight[] = [];
    for (const observer of observers)
      sights.push(
        observer.id === undefined ? await findInList(thing, observer) : await read(thing, observer),
      );
    return sights;
  }

  /** Two idle observations of a thing of the resource show what changes by itself, such as counters of use. */
  function bystander(resource: string): Promise<Thing> {
    const learning = learned.get(resource) ?? make(resource).then(learn);
    learned.set(resource, learning);
    return learning;
  }

  async function learn(thing: Thing): Promise<Thing> {
    for (const observer of rules.resources[thing.resource]!.observedBy) {
      if (observer.id !== undefined) await findFullest(thing, observer);
    }
    const first = await look(thing, {});
    remember(differencesOf(first, await look(thing, {})));
    return thing;
  }

  /** Switches such as `include_comments` make a tool show more: the arguments with the longest answer are used. */
  async function findFullest(thing: Thing, observer: Observer): Promise<void> {
    const switches = optionalSwitches(context.cases, observer);
    if (switches.length === 0) return;
    const plain = withId(observer, thing.id);
    const full = edited(
      plain,
      switches.map((name) => ({ set: `/${name}`, to: true })),
    );
    const [less, more] = [await callBy(thing, observer, plain), await callBy(thing, observer, full)];
    const size = (called: Called) =>
      called.outcome.is === "success" ? JSON.stringify(structuredOf(called)).length : 0;
    if (size(more) > size(less)) fullest.set(observer, full);
  }

  async function read(thing: Thing, observer: Observer): Promise<Sight> {
    const input = withId(
      { ...observer, input: (fullest.get(observer) ?? observer.input) as never },
      thing.id,
    );
    const called = await callBy(thing, observer, input);
    return called.outcome.is === "success"
      ? { tool: observer.tool, id: thing.id, value: structuredOf(called), called }
      : { tool: observer.tool, id: thing.id, absent: answerOf(called), called };
  }

  async function findInList(thing: Thing, observer: Observer): Promise<Sight> {
    const { tool, list = "" } = observer;
    const call = (input: Json) => callBy(thing, observer, input);
    let last: Page | undefined;
    for await (const page of pagesOf(rules, tool, observer.input, maxPages, call)) {
      const { called } = page;
      const item = itemWith(structuredOf(called), list, thing.id);
      if (item !== undefined) return { tool, id: thing.id, value: item, called };
      if (called.outcome.is !== "success") return { tool, id: thing.id, absent: answerOf(called), called };
      last = page;
    }
    const { called, isLast } = last!;
    return { tool, id: thing.id, absent: "not in the list", called, ...(!isLast && { unknown: true }) };
  }

  function callBy(thing: Thing, { tool }: Observer, input: Json): Promise<Called> {
    return calls.call({ tool, input }, { account: thing.account });
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
      if (!isAtWork(after) && !differencesOf(before, after).some(isSteady)) return after;
      before = after;
    }
    return before;
  }

  /** A busy server may pause in its work: while a state says that it goes on, two equal looks are no rest. */
  function isAtWork(observation: Observation): boolean {
    return Object.values(rules.states).some((machine) =>
      observation.some(({ tool, value }) => {
        if (tool !== machine.field.tool || value === undefined) return false;
        const state = valueAt(value, machine.field.path);
        return typeof state === "string" && isPassing(machine, state);
      }),
    );
  }

  async function observeAccount({ without = [] }: ObserveOptions = {}): Promise<Observation> {
    const sights: Sight[] = [];
    const { tools, bases } = context.cases;
    for (const [tool, { readOnly }] of Object.entries(tools)) {
      if (!readOnly || bases[tool] === undefined || without.includes(tool)) continue;
      if (slow.has(tool)) continue;
      const input = await context.bindings.shared().into(tool, baseArguments(context.cases, tool));
      const called = await calls.call({ tool, input });
      if (called.ms > longestLookMs) slow.add(tool);
      if (called.outcome.is !== "success") {
        sights.push({ tool, absent: answerOf(called), called });
        continue;
      }
      const { structuredContent, content } = called.outcome.result;
      sights.push({ tool, value: structuredContent ?? content ?? null, called });
    }
    return sights;
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

/** What the same observer says of the same thing in another observation. */
export function sightLike({ tool, id }: Sight, observation: Observation): Sight | undefined {
  return observation.find((sight) => sight.tool === tool && sight.id === id);
}

/** Every place that differs between two observations by the same observers. */
export function differencesOf(before: Observation, after: Observation): Change[] {
  return before.flatMap((was) => {
    const is = sightLike(was, after);
    if (is === undefined) return [];
    const { tool, called } = is;
    if (was.unknown || is.unknown) return [];
    if (was.absent !== undefined || is.absent !== undefined) {
      if (was.absent === is.absent) return [];
      return [{ tool, at: "", before: was.value ?? was.absent, after: is.value ?? is.absent, called }];
    }
    return differences(was.value, is.value, Number.POSITIVE_INFINITY).map(({ at, expected, actual }) => ({
      tool,
      at,
      before: expected as Json | undefined,
      after: actual as Json | undefined,
      called,
    }));
  });
}

export function describeChange({ tool, at, before, after }: Change): string {
  return `${tool}: ${describeDifference({ at, expected: before, actual: after })}`;
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
