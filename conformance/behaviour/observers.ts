/** Reads one resource through the tools that show it. */

import type { Behaviour, Observer } from "../cases/behaviour.ts";
import { edited, type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { valuesAt } from "../cases/places.ts";
import { answerOf, type Called, type Calls, structuredOf, withId } from "./calls.ts";
import { Obstacle } from "./obstacle.ts";
import { type Page, pagesOf } from "./pages.ts";
import type { Observation, Sight } from "./sights.ts";
import { optionalSwitches } from "./switches.ts";
import type { Thing } from "./thing.ts";

export interface ObserveOptions {
  /** Leave these observers out. */
  readonly without?: readonly string[];
}

export interface Observers {
  /** Throws an Obstacle if nothing observes the resource. */
  look(thing: Thing, options: ObserveOptions): Promise<Observation>;
  /** Learns with which arguments each tool that shows the thing shows most of it. */
  learnFullest(thing: Thing): Promise<void>;
}

/** A list is read this far in search of one item. */
const maxPages = 20;

export function observersOf(cases: CaseFile, calls: Calls, rules: Behaviour): Observers {
  const fullest = new Map<Observer, Json>();
  return { look, learnFullest };

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

  async function learnFullest(thing: Thing): Promise<void> {
    for (const observer of rules.resources[thing.resource]!.observedBy) {
      if (observer.id !== undefined) await findFullest(thing, observer);
    }
  }

  /** Switches such as `include_comments` make a tool show more: the arguments with the longest answer are used. */
  async function findFullest(thing: Thing, observer: Observer): Promise<void> {
    const switches = optionalSwitches(cases, observer);
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
