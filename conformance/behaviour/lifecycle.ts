/** Makes resources, and brings them to a state by walking transitions. */
import type { Behaviour, CallRule, StateRule, TransitionRule } from "../cases/behaviour.ts";
import { edited, type Json, valueAt } from "../cases/edits.ts";
import { leavesOf } from "../cases/places.ts";
import { type Called, type Calls, structuredOf, withId } from "./calls.ts";
import type { FillOptions } from "./fill.ts";
import { Obstacle } from "./obstacle.ts";
import type { JsonObject, Thing } from "./thing.ts";

export interface MakeOptions {
  readonly account?: string | undefined;
  /** Arguments that replace those of the rule. */
  readonly input?: JsonObject;
  /** Resource -> the one that arguments of the maker name, such as the parent. */
  readonly things?: FillOptions["things"];
  /** Resources for which this one is made: their ids in the arguments stay those of the example. */
  readonly within?: readonly string[];
}

export interface Lifecycle {
  /** Makes a resource. Throws an Obstacle if that does not succeed. */
  make(resource: string, options?: MakeOptions): Promise<Thing>;
  /** Makes a resource and brings it to a state. */
  makeIn(machine: string, state: string, options?: MakeOptions): Promise<Thing>;
  /** Brings a resource to a state. Throws an Obstacle if a transition on the way does not succeed. */
  bring(thing: Thing, machine: string, state: string): Promise<void>;
  /** Tries one transition. */
  attempt(thing: Thing, machine: string, transition: string): Promise<Called>;
  /** Reads the state. */
  stateOf(
    thing: Thing,
    machine: string,
  ): Promise<{ readonly state: Json | undefined; readonly called: Called }>;
  /**
   * Brings the new resource that arguments name to a state in which the transition that they make is allowed; or, with the
   * code of refused transitions, to one in which it is not. What goes wrong shows in the call itself.
   */
  bringToState(tool: string, input: Json, refusedWith?: string): Promise<void>;
  /** Calls the tool that ends it. Throws an Obstacle if the spec names none. */
  end(thing: Thing): Promise<Called>;
}

type Fill = (tool: string, input: Json, options?: FillOptions) => Promise<Json>;

export function lifecycleOf(rules: Behaviour, calls: Calls, fill: () => Fill): Lifecycle {
  return { make, makeIn, bring, attempt, stateOf, bringToState, end };

  async function make(
    resource: string,
    { account, input = {}, things, within = [] }: MakeOptions = {},
  ): Promise<Thing> {
    const maker = rules.resources[resource]?.madeBy;
    if (maker === undefined)
      throw new Obstacle("undeclared", `the spec names no tool that makes a ${resource}`);
    const example = { ...maker.input, ...input };
    const sent = await fill()(maker.tool, example, {
      account,
      within: [...within, resource],
      ...(things && { things }),
    });
    const result = await calls.succeed({ tool: maker.tool, input: sent }, { account });
    const id = valueAt(result, maker.path);
    if (id === undefined)
      throw new Obstacle("setup", `the result of ${maker.tool} has no id at ${maker.path}`);
    const states = Object.entries(rules.states).filter(([, machine]) => machine.resource === resource);
    return {
      resource,
      id,
      account,
      input: sent as JsonObject,
      result,
      states: new Map(states.map(([name, { initial }]) => [name, initial])),
    };
  }

  async function makeIn(machine: string, state: string, options?: MakeOptions): Promise<Thing> {
    const { resource } = rules.states[machine]!;
    if (resource === undefined)
      throw new Obstacle("undeclared", `the spec names no resource that has the states of ${machine}`);
    const thing = await make(resource, options);
    await bring(thing, machine, state);
    return thing;
  }

  async function bring(thing: Thing, machine: string, state: string): Promise<void> {
    const from = thing.states.get(machine)!;
    const path = pathTo(rules.states[machine]!, from, state);
    if (path === undefined) throw new Obstacle("state", `no transitions lead from ${from} to ${state}`);
    for (const transition of path) {
      const called = await attempt(thing, machine, transition);
      if (called.outcome.is !== "success") throw calls.setupFailed(called);
    }
  }

  async function attempt(thing: Thing, machine: string, transition: string): Promise<Called> {
    const { by, to } = rules.states[machine]!.transitions[transition]!;
    const called = await callAbout(thing, by);
    if (called.outcome.is === "success") thing.states.set(machine, to);
    return called;
  }

  async function stateOf(thing: Thing, machine: string) {
    const { field } = rules.states[machine]!;
    const called = await callAbout(thing, field);
    if (called.outcome.is !== "success") throw calls.setupFailed(called);
    return { state: valueAt(structuredOf(called), field.path), called };
  }

  async function end(thing: Thing): Promise<Called> {
    const rule = rules.resources[thing.resource]!.endedBy;
    if (rule === undefined)
      throw new Obstacle("undeclared", `the spec names no tool that ends a ${thing.resource}`);
    return callAbout(thing, rule);
  }

  async function bringToState(tool: string, input: Json, refusedWith?: string): Promise<void> {
    for (const machine of Object.values(rules.states)) {
      const made = Object.values(machine.transitions).find(
        ({ by }) => by.tool === tool && by.id !== undefined && isPartOf(by.input, input, by.id),
      );
      if (made?.by.id === undefined || (refusedWith !== undefined && refusedWith !== machine.refused))
        continue;
      const wanted = machine.states.filter(
        (state) => made.from.includes(state) === (refusedWith === undefined),
      );
      const [way = []] = wanted
        .map((state) => pathTo(machine, machine.initial, state))
        .filter((path) => path !== undefined)
        .sort((a, b) => a.length - b.length);
      const thing = { id: valueAt(input, made.by.id) ?? null, account: undefined };
      for (const name of way) await callAbout(thing, machine.transitions[name]!.by);
    }
  }

  async function callAbout(
    thing: Pick<Thing, "id" | "account">,
    rule: CallRule & { readonly id?: string },
  ): Promise<Called> {
    const input = await fill()(rule.tool, withId(rule, thing.id), {
      account: thing.account,
      keep: rule.id === undefined ? [] : [rule.id],
    });
    return calls.call({ tool: rule.tool, input }, { account: thing.account });
  }
}

/** The shortest way between two states; `undefined` if there is none. */
export function pathTo({ transitions }: StateRule, from: string, to: string): string[] | undefined {
  const ways = new Map<string, string[]>([[from, []]]);
  for (const [state, way] of ways) {
    if (state === to) return way;
    for (const [name, transition] of Object.entries(transitions)) {
      if (leadsFrom(transition, state) && !ways.has(transition.to)) ways.set(transition.to, [...way, name]);
    }
  }
  return undefined;
}

function leadsFrom({ from }: TransitionRule, state: string): boolean {
  return from.includes(state);
}

/** Whether a call is the one that a rule describes, whatever id it names. */
export function isCallOf(
  { tool, input, id }: CallRule & { readonly id?: string },
  call: { readonly tool: string; readonly input: Json },
): boolean {
  if (call.tool !== tool) return false;
  const blank = (value: Json) => (id === undefined ? value : edited(value, [{ remove: id }]));
  const [wanted, sent] = [blank(input) as JsonObject, blank(call.input) as JsonObject];
  return JSON.stringify(sortedEntries(wanted)) === JSON.stringify(sortedEntries(sent));
}

/** Whether arguments have all those of a rule, whatever id they name. */
export function isPartOf(part: Json, input: Json, id: string | undefined): boolean {
  const values = new Map(leavesOf(input).map(({ pointer, value }) => [pointer, value]));
  return leavesOf(part).every(({ pointer, value }) => pointer === id || values.get(pointer) === value);
}

function sortedEntries(input: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
}
