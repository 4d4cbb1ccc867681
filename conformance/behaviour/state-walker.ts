/** Brings entities to a state by walking transitions, and waits for those that the server makes. */
import type { NamedEntity } from "../calls/named-entity.ts";
import type { Behaviour, CallRule, StateRule, TransitionRule } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { declared, PreconditionError } from "../results/precondition-error.ts";
import { namedBy, parentsFrom } from "./address.ts";
import { type Called, type Calls, readStructured } from "./calls.ts";
import { type Clock, pass } from "./clock.ts";
import type { EntityInstance } from "./entity-instance.ts";
import { type Followed, type FollowOptions, follow } from "./follow.ts";
import { hasArgumentsOf } from "./rule-calls.ts";
import { ledFrom, pathTo, routeTo } from "./transitions.ts";

/** Calls the tool of a rule with the id of an instance. */
export type CallAbout = (instance: NamedEntity, rule: CallRule & { readonly id?: string }) => Promise<Called>;

export function makeStateWalker(rules: Behaviour, calls: Calls, callAbout: CallAbout, clock: Clock) {
  return { bring, attempt, readState, follow: followInstance, bringToState };

  /** Brings an entity to a state. Throws a PreconditionError if a transition on the way does not succeed. */
  async function bring(instance: EntityInstance, machine: string, state: string): Promise<void> {
    const from = instance.states.get(machine)!;
    const route = routeTo(rules.states[machine]!, from, state);
    for (const { name, to, by } of declared(route, `no transitions lead from ${from} to ${state}`)) {
      if (by === "server") {
        await waitFor(instance, machine, name, to);
        continue;
      }
      const called = await attempt(instance, machine, name);
      if (called.outcome.is !== "success") throw calls.setupFailed(called);
    }
  }

  /** Waits until the server has made a transition; at the end of a duration, or by working. */
  async function waitFor(instance: EntityInstance, machine: string, name: string, to: string): Promise<void> {
    const { after } = rules.states[machine]!.serverTransitions[name]!;
    if (after !== undefined) await pass(after + 1, clock);
    const followed = await followInstance(instance, machine, { until: to });
    if (!("state" in followed))
      throw new PreconditionError("setup", `of a ${instance.entity}, ${followed.problem}`);
    if (followed.state !== to)
      throw new PreconditionError(
        "passing",
        `the server led it to ${followed.state}, and did not show it as ${to}`,
      );
  }

  /** Follows what the server does by itself, until a state lasts, or until a state is seen. */
  async function followInstance(
    instance: EntityInstance,
    machine: string,
    options: Pick<FollowOptions, "until" | "onStep"> = {},
  ): Promise<Followed> {
    const rule = rules.states[machine]!;
    const from = instance.states.get(machine)!;
    const followed = await follow({
      machine: rule,
      from,
      read: () => readState(instance, machine),
      ...options,
    });
    if ("state" in followed) instance.states.set(machine, followed.state);
    return followed;
  }

  /** Where the call makes no transition in the present state, as when it is repeated, the state stays as it was. */
  async function attempt(instance: EntityInstance, machine: string, transition: string): Promise<Called> {
    const rule = rules.states[machine]!;
    const { by, to, from } = rule.transitions[transition]!;
    const called = await callAbout(instance, by);
    const present = ledFrom(rule, instance.states.get(machine)!);
    if (called.outcome.is === "success" && from.some((state) => present.has(state)))
      instance.states.set(machine, to);
    return called;
  }

  async function readState(instance: EntityInstance, machine: string) {
    const { field } = rules.states[machine]!;
    const called = await callAbout(instance, field);
    if (called.outcome.is !== "success") throw calls.setupFailed(called);
    return { state: valueAt(readStructured(called), field.path), called };
  }

  /**
   * Brings the new entity that arguments name to a state in which the transition that they make is allowed; or, with the
   * code of refused transitions, to one in which it is not. What goes wrong shows in the call itself.
   */
  async function bringToState(tool: string, input: Json, refusedWith?: string): Promise<void> {
    for (const machine of Object.values(rules.states)) {
      const made = transitionBy(rules, machine, tool, input);
      if (made === undefined || (refusedWith !== undefined && refusedWith !== machine.refused)) continue;
      const parents = parentsFrom(machine.entity ?? "", namedBy(rules, tool, input));
      const instance = { id: valueAt(input, made.by.id) ?? null, account: undefined, parents };
      for (const name of pathBefore(machine, made, refusedWith === undefined))
        await callAbout(instance, machine.transitions[name]!.by);
    }
  }
}

type InstanceTransition = TransitionRule & { readonly by: { readonly id: string } };

/** The transition that a call makes of an instance that it names. */
function transitionBy(
  rules: Behaviour,
  { transitions }: StateRule,
  tool: string,
  input: Json,
): InstanceTransition | undefined {
  return Object.values(transitions).find(
    (transition): transition is InstanceTransition =>
      transition.by.id !== undefined && hasArgumentsOf(rules, transition.by, { tool, input }),
  );
}

/** The shortest way from the initial state to one in which a transition is allowed, or is not. */
function pathBefore(machine: StateRule, made: TransitionRule, isAllowed: boolean): readonly string[] {
  const [shortest = []] = machine.states
    .filter((state) => made.from.includes(state) === isAllowed)
    .map((state) => pathTo(machine, machine.initial, state))
    .filter((path) => path !== undefined)
    .filter((path) => !made.isRepeatable || path.every((name) => machine.transitions[name] !== made))
    .sort((a, b) => a.length - b.length);
  return shortest;
}
