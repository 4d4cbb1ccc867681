/** Makes resources, and brings them to a state by walking transitions. */
import type { Behaviour, CallRule } from "../cases/behaviour.ts";
import { edited, type Json, valueAt } from "../cases/edits.ts";
import { leavesOf } from "../cases/places.ts";
import { type Called, type Calls, structuredOf, withId } from "./calls.ts";
import { type Clock, pass, requireClock } from "./clock.ts";
import type { FillOptions } from "./fill.ts";
import { type Followed, follow, type Reading } from "./follow.ts";
import { Obstacle } from "./obstacle.ts";
import type { JsonObject, Thing } from "./thing.ts";
import { ledFrom, pathTo, routeTo } from "./transitions.ts";

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
  stateOf(thing: Thing, machine: string): Promise<Reading>;
  /** Follows what the server does by itself, until a state lasts, or until a state is seen. */
  follow(thing: Thing, machine: string, options?: FollowingOptions): Promise<Followed>;
  /**
   * Brings the new resource that arguments name to a state in which the transition that they make is allowed; or, with the
   * code of refused transitions, to one in which it is not. What goes wrong shows in the call itself.
   */
  bringToState(tool: string, input: Json, refusedWith?: string): Promise<void>;
  /** Calls the tool that ends it. Throws an Obstacle if the spec names none. */
  end(thing: Thing): Promise<Called>;
}

export interface FollowingOptions {
  readonly until?: string;
  onStep?(from: string, to: string): void;
}

type Fill = (tool: string, input: Json, options?: FillOptions) => Promise<Json>;

export function lifecycleOf(rules: Behaviour, calls: Calls, fill: () => Fill, clock: Clock): Lifecycle {
  return { make, makeIn, bring, attempt, stateOf, follow: followThing, bringToState, end };

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
    const route = routeTo(rules.states[machine]!, from, state);
    if (route === undefined) throw new Obstacle("state", `no transitions lead from ${from} to ${state}`);
    for (const { name, to, by } of route) {
      if (by === "server") {
        await waitFor(thing, machine, name, to);
        continue;
      }
      const called = await attempt(thing, machine, name);
      if (called.outcome.is !== "success") throw calls.setupFailed(called);
    }
  }

  /** Waits until the server has made a transition; at the end of a duration, or by working. */
  async function waitFor(thing: Thing, machine: string, name: string, to: string): Promise<void> {
    const { after } = rules.states[machine]!.serverTransitions[name]!;
    if (after !== undefined) {
      requireClock(after + 1, clock);
      await pass(after + 1, clock);
    }
    const followed = await followThing(thing, machine, { until: to });
    if (!("state" in followed)) throw new Obstacle("setup", `of a ${thing.resource}, ${followed.problem}`);
    if (followed.state !== to)
      throw new Obstacle("state", `the server led it to ${followed.state}, and did not show it as ${to}`);
  }

  async function followThing(
    thing: Thing,
    machine: string,
    options: FollowingOptions = {},
  ): Promise<Followed> {
    const rule = rules.states[machine]!;
    const from = thing.states.get(machine)!;
    const followed = await follow({ machine: rule, from, read: () => stateOf(thing, machine), ...options });
    if ("state" in followed) thing.states.set(machine, followed.state);
    return followed;
  }

  /** Where the call makes no transition in the present state, as when it is repeated, the state stays as it was. */
  async function attempt(thing: Thing, machine: string, transition: string): Promise<Called> {
    const rule = rules.states[machine]!;
    const { by, to, from } = rule.transitions[transition]!;
    const called = await callAbout(thing, by);
    const present = ledFrom(rule, thing.states.get(machine)!);
    if (called.outcome.is === "success" && from.some((state) => present.has(state)))
      thing.states.set(machine, to);
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
        .filter((path) => !made.isRepeatable || path.every((name) => machine.transitions[name] !== made))
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
