/** Brings entities to a state by calling transitions, and waits for transitions of the server. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import type { Called } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import { verdicts } from "../calls/verdicts.ts";
import { type Clock, passTime, requireClock, type TimeWindow } from "../clock.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { Instances } from "../instances/instances.ts";
import type { MakeOptions } from "../instances/options.ts";
import { collectParents, readNamedEntities } from "../rules/address.ts";
import { isIntervalTaken, mostIntervals } from "../rules/rule-calls.ts";
import { findRoute, listServerReachable } from "../rules/transitions.ts";
import type { Shapes } from "../rules/workflow-calls.ts";
import { CallsElsewhere } from "./calls-elsewhere.ts";
import { type Followed, type FollowOptions, follow } from "./follow.ts";
import {
  type BringOptions,
  findNearest,
  inCalls,
  listOtherStates,
  requiresMove,
  secondsOfWay,
} from "./other-states.ts";
import { findIntendedTransition, findLastTool, findPathBefore } from "./paths.ts";
import { type FieldReader, type Reading, readField } from "./state-field.ts";
import { findWindow } from "./transition-window.ts";

export interface StatesOptions {
  readonly rules: Behaviour;
  readonly instances: Instances;
  readonly clock: Clock;
  readonly calls: Calls;
  readonly cases: CaseFile;
  /** Prepares a call once more, in the state in which it is made. */
  prepareInState(tool: string, input: Json): Promise<void>;
  /** Finds how the things of a call are made. */
  findShapes(tool: string): Promise<Shapes | undefined>;
}

export interface MakeInOptions extends MakeOptions {
  /** The transition that is tried in the state. */
  readonly toward?: string | undefined;
}

/** How long before the end of a duration a look begins: so that calls and hooks are done until then, and little else changes. */
const lookSeconds = 60;

export class States {
  readonly #rules: Behaviour;
  readonly #instances: Instances;
  readonly #reader: FieldReader;
  readonly #clock: Clock;
  readonly #prepareInState: StatesOptions["prepareInState"];
  readonly #findShapes: StatesOptions["findShapes"];
  readonly #elsewhere: CallsElsewhere;
  /** A machine and a state that the server did not leave in time: it is not awaited again, since it may wait for other calls. */
  readonly #slow = new Map<string, PreconditionError>();
  /** Entities that are being led to what a call requires of their other states. */
  readonly #led = new Set<EntityInstance>();
  /** Entities that are being brought to a state by calls about others. */
  readonly #broughtByOthers = new Set<EntityInstance>();

  constructor(options: StatesOptions) {
    const { rules, instances, clock, prepareInState, findShapes } = options;
    this.#findShapes = findShapes;
    this.#elsewhere = new CallsElsewhere(options, this);
    this.#prepareInState = prepareInState;
    this.#reader = options;
    this.#rules = rules;
    this.#instances = instances;
    this.#clock = clock;
  }

  /** Finds how an entity has to be made, if calls lead it to a state, or make a transition there, only of those that are made so. */
  async findShapesToward(machine: string, state: string, toward?: string): Promise<Shapes | undefined> {
    const tool = findLastTool(this.#machine(machine), state, toward);
    return tool === undefined ? undefined : this.#findShapes(tool);
  }

  /** Creates an entity and brings it to a state. Throws a PreconditionError if that fails. */
  async makeIn(machine: string, state: string, options: MakeInOptions = {}): Promise<EntityInstance> {
    const rule = this.#machine(machine);
    const entity = requireDeclared(rule.entity, `the spec names no entity that has the states of ${machine}`);
    const way = findRoute(rule, rule.initial, state) ?? [];
    requireClock(secondsOfWay(this.#rules, machine, way), this.#clock);
    const shapes = await this.findShapesToward(machine, state, options.toward);
    const instance = await this.#instances.make(entity, { ...options, ...(shapes && { shapes }) });
    await this.bring(instance, machine, state);
    return instance;
  }

  /** Brings an entity to a state. Throws a PreconditionError if a transition on the path fails. */
  async bring(instance: EntityInstance, machine: string, state: string): Promise<void> {
    const from = instance.states.get(machine)!;
    const route = findRoute(this.#machine(machine), from, state);
    for (const { name, to, by } of requireDeclared(route, `no transitions lead from ${from} to ${state}`)) {
      if (by === "server") {
        await this.lead(instance, machine, name, to);
        continue;
      }
      const called = await this.attempt(instance, machine, name);
      if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
    }
  }

  /**
   * Makes the call of a transition. The recorded state changes only if the call is allowed in the present state; a repeated call
   * leaves it as it is. At most `most` calls are made until the interval of one is free.
   */
  async attempt(
    instance: EntityInstance,
    machine: string,
    transition: string,
    most = mostIntervals,
  ): Promise<Called> {
    const rule = this.#machine(machine);
    const { by, to, from } = rule.transitions[transition]!;
    await this.meetOtherMachines(instance, machine, transition);
    let called = await this.#instances.callAbout(instance, by, { tried: instance });
    // Another case may have made something at this time; the next call begins later.
    for (let calls = 1; calls < most && isIntervalTaken(called, this.#rules); calls += 1)
      called = await this.#instances.callAbout(instance, by, { tried: instance });
    this.#elsewhere.noteMade(called, instance);
    const present = listServerReachable(rule, instance.states.get(machine)!);
    if (called.outcome.is === "success" && from.some((state) => present.has(state)))
      instance.states.set(machine, to);
    return called;
  }

  /**
   * Brings an entity to what the call of a transition requires of its other states: a deposit is returned when the lease has ended.
   * Returns whether it was led anywhere. Throws a PreconditionError if a transition on the path fails.
   */
  async meetOtherMachines(instance: EntityInstance, machine: string, transition: string): Promise<boolean> {
    // Two machines may require states of each other.
    if (this.#led.has(instance)) return false;
    this.#led.add(instance);
    let isMoved = false;
    try {
      for (const required of listOtherStates(this.#rules, machine, transition)) {
        const present = instance.states.get(required.machine);
        if (present === undefined || required.states.includes(present)) continue;
        const state = findNearest(this.#machine(required.machine), present, required.states);
        if (state === undefined) continue;
        await this.bring(instance, required.machine, state);
        isMoved = true;
      }
    } finally {
      this.#led.delete(instance);
    }
    return isMoved;
  }

  /** Reads the state that the server shows. Throws a PreconditionError if it shows none. */
  async readState(instance: EntityInstance, machine: string): Promise<Reading> {
    const { field } = this.#machine(machine);
    const reading = await readField(this.#reader, instance, field);
    const { shown, called } = reading;
    if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
    if (shown === undefined)
      throw new PreconditionError("unobserved", `${field.tool} does not list the ${instance.entity}`);
    return reading;
  }

  /** Returns the seconds until the server has made a transition at the end of a duration, or when a notice begins; `undefined` if it makes it when its work is done. */
  async secondsUntilTransition(
    instance: EntityInstance,
    machine: string,
    transition: string,
  ): Promise<number | undefined> {
    return (await this.windowOfTransition(instance, machine, transition))?.until;
  }

  /** Returns when the server makes a transition at the end of a duration, or when a notice begins: where the end is shown as a day, it is not known to the second. */
  async windowOfTransition(
    instance: EntityInstance,
    machine: string,
    transition: string,
  ): Promise<TimeWindow | undefined> {
    const rule = this.#machine(machine).serverTransitions[transition]!;
    const read = async () => (await this.readState(instance, machine)).shown ?? null;
    return findWindow(rule, read, this.#clock);
  }

  /** Follows the transitions of the server until a lasting state, or until a given state is seen. */
  async follow(
    instance: EntityInstance,
    machine: string,
    options: Pick<FollowOptions, "until" | "onStep"> = {},
  ): Promise<Followed> {
    const from = instance.states.get(machine)!;
    const slow = this.#slow.get(`${machine} ${from}`);
    if (slow !== undefined) throw slow;
    const followed = await follow({
      machine: this.#machine(machine),
      from,
      read: () => this.readState(instance, machine),
      ...options,
    }).catch((error: unknown) => {
      if (error instanceof PreconditionError && error.why === "slow")
        this.#slow.set(`${machine} ${from}`, error);
      throw error;
    });
    if ("state" in followed) instance.states.set(machine, followed.state);
    return followed;
  }

  /**
   * Brings the new entity that arguments name to a state in which their transition is allowed; or, with the code of refused
   * transitions, to a state in which it is not. Errors are ignored here: they show in the call of the case. Returns whether it made calls.
   */
  async bringToState(tool: string, input: Json, options: BringOptions = {}): Promise<boolean> {
    let isMoved = false;
    for (const machine of Object.keys(this.#rules.states)) {
      isMoved = (await this.#bringBefore(machine, tool, input, options)) || isMoved;
      // The way may have moved a number that was right: a guest who checks in owes the nights.
      if (isMoved && options.refusedWith === undefined && options.unprepared !== true)
        await this.#prepareInState(tool, input);
    }
    return isMoved;
  }

  async #bringBefore(name: string, tool: string, input: Json, options: BringOptions): Promise<boolean> {
    const { refusedWith, unprepared, leave, account } = options;
    const machine = this.#machine(name);
    const made = findIntendedTransition(this.#rules, machine, tool, input);
    if (made === undefined || (refusedWith !== undefined && refusedWith !== made.refused)) return false;
    const parents = collectParents(machine.entity ?? "", readNamedEntities(this.#rules, tool, input));
    const instance = { id: valueAt(input, made.by.id) ?? null, account, parents };
    const path = findPathBefore(machine, made, refusedWith === undefined);
    if (leave?.instance.id === instance.id && requiresMove(this.#rules, leave, name, path)) return false;
    for (const transition of path)
      await this.#instances.callAbout(instance, machine.transitions[transition]!.by, { unprepared });
    if (path.length > 0 || refusedWith !== undefined || unprepared === true) return path.length > 0;
    return this.#bringByOthers(name, made.from, instance.id);
  }

  /**
   * Has the server make a transition: in a call about another entity, at the end of a duration, or when its work is done. Returns the
   * call; `undefined` if there is none.
   * @param lookBefore called just before the call, or at most a minute before the end of the duration
   */
  async lead(
    instance: EntityInstance,
    machine: string,
    name: string,
    to: string,
    lookBefore?: () => Promise<void>,
  ): Promise<Called | undefined> {
    const isInCall = this.#machine(machine).serverTransitions[name]!.during !== undefined;
    const called = isInCall
      ? await this.#elsewhere.make(instance, machine, name, lookBefore)
      : await this.#passTime(instance, machine, name, lookBefore);
    const followed = await this.follow(instance, machine, { until: to });
    if (!("state" in followed))
      throw new PreconditionError("setup", `${withArticle(instance.entity)}: ${followed.problem}`);
    if (followed.state === to) return called;
    const why = `the server moved it to ${followed.state} and never showed ${to}`;
    throw new PreconditionError("passing", why);
  }

  /** Lets the duration end after which the server makes a transition. */
  async #passTime(
    instance: EntityInstance,
    machine: string,
    name: string,
    lookBefore?: () => Promise<void>,
  ): Promise<undefined> {
    const window = await this.windowOfTransition(instance, machine, name);
    const early = lookBefore === undefined ? 0 : Math.max(0, (window?.from ?? 0) - lookSeconds);
    if (early > 0) await passTime(early, this.#clock);
    await lookBefore?.();
    if (window !== undefined) await passTime(window.until - early + 1, this.#clock);
  }

  /** Brings an instance of the run to a state to which calls about others lead, such as a review. Returns whether it made calls. */
  async #bringByOthers(machine: string, states: readonly string[], id: Json): Promise<boolean> {
    const rule = this.#machine(machine);
    const instance = this.#instances.known.find(rule.entity ?? "", id);
    const present = instance?.states.get(machine);
    if (instance === undefined || present === undefined || this.#broughtByOthers.has(instance)) return false;
    const nearest = states.includes(present) ? undefined : findNearest(inCalls(rule), present, states);
    if (nearest === undefined) return false;
    this.#broughtByOthers.add(instance);
    await ifPossible(this.bring(instance, machine, nearest));
    this.#broughtByOthers.delete(instance);
    return true;
  }

  #machine(name: string): StateRule {
    return this.#rules.states[name]!;
  }
}
