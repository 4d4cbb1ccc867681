/** Finds calls about other entities in which the server changes a state: a returned copy makes the hold of another member ready. */
import { withArticle } from "@toolwright/runtime/problems";
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { valuesAt } from "../../cases/places.ts";
import { memoize } from "../../memoize.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import { type Called, readStructured } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { Instances } from "../instances/instances.ts";
import { listIdArguments, type ToolCall } from "../rules/rule-calls.ts";
import { placesInShown } from "../rules/shown-entities.ts";
import { listExamples } from "./earlier-calls.ts";
import type { BringOptions } from "./other-states.ts";
import { type Reading, readField } from "./state-field.ts";

export interface CallsElsewhereOptions {
  readonly rules: Behaviour;
  readonly cases: CaseFile;
  readonly instances: Instances;
  readonly calls: Calls;
}

interface Machines {
  makeIn(machine: string, state: string): Promise<EntityInstance>;
  readState(instance: EntityInstance, machine: string): Promise<Reading>;
  bringToState(tool: string, input: Json, options: BringOptions): Promise<boolean>;
}

/** The most examples of one tool that are tried: one may finish what another one cancels. */
const mostExamples = 4;

/** The most things of a list that are looked at. */
const mostListed = 3;

export class CallsElsewhere {
  readonly #options: CallsElsewhereOptions;
  readonly #machines: Machines;
  /** The entities that were made by calls in which the server moved an instance: a pay run locks a timesheet, and is closed later. */
  readonly #made = new WeakMap<EntityInstance, NamedEntities>();
  /** A machine, its transition and the state that this leaves -> the call that makes it. */
  readonly #found = memoize((key: string) => this.#find(...(JSON.parse(key) as [string, string, string])));

  constructor(options: CallsElsewhereOptions, machines: Machines) {
    this.#options = options;
    this.#machines = machines;
  }

  /**
   * Makes a call in which the server makes the transition of an instance. Throws a PreconditionError if none is found.
   * @param beforeCall called when everything that the call names is there
   */
  async make(
    instance: EntityInstance,
    machine: string,
    transition: string,
    beforeCall?: () => Promise<void>,
  ): Promise<Called> {
    const from = instance.states.get(machine)!;
    const { tool, input: example } = await this.#found(JSON.stringify([machine, transition, from]));
    const input = await this.#fill({ tool, input: example }, instance, machine);
    await beforeCall?.();
    const called = await this.#options.calls.call({ tool, input }, { account: instance.account });
    this.noteMade(called, instance);
    return called;
  }

  /** Notes what a call has made that moved an instance: later calls are about that. */
  noteMade(called: Called, instance: EntityInstance): void {
    this.#made.set(instance, { ...this.#made.get(instance), ...this.#readMade(called, instance) });
  }

  /** Reads what a call has made. */
  #readMade({ tool, outcome, ...called }: Called, { parents }: EntityInstance): NamedEntities {
    if (outcome.is !== "success") return {};
    const result = readStructured({ tool, outcome, ...called });
    const made = Object.entries(this.#options.rules.entities).flatMap(([entity, { madeBy }]) => {
      const [first] = madeBy?.tool === tool ? valuesAt(result, madeBy.path) : [];
      return first === undefined
        ? []
        : [[entity, { id: first.value, parents: omit(parents, entity) }] as const];
    });
    return Object.fromEntries(made);
  }

  /** Tries the tools with a new instance each, and with what it was made in. */
  async #find(machine: string, transition: string, from: string): Promise<ToolCall> {
    const { rules, cases } = this.#options;
    const { to, during = [] } = rules.states[machine]!.serverTransitions[transition]!;
    const tried: string[] = [];
    for (const tool of during) {
      const inputs = listExamples(tool, rules, cases);
      if (inputs.length === 0) tried.push(`${tool} has no example`);
      for (const input of inputs.slice(0, mostExamples)) {
        const problem = await this.#try({ tool, input }, machine, from, to);
        if (problem === undefined) return { tool, input };
        tried.push(`${tool} ${problem}`);
      }
    }
    const why = `no call of ${during.join(" or ")} about what it was made in led from ${from} to ${to}`;
    throw new PreconditionError(
      "setup",
      `${withArticle(rules.states[machine]!.entity ?? machine)}: ${why}: ${tried.join("; ")}`,
    );
  }

  /** Makes a call beside a new instance. Returns why the server did not make the transition; `undefined` if it did. */
  async #try(call: ToolCall, machine: string, from: string, to: string): Promise<string | undefined> {
    const instance = await this.#machines.makeIn(machine, from);
    const input = await ifPossible(this.#fill(call, instance, machine));
    if (input === undefined) return "names something that could not be made";
    if ((await this.#stateOf(instance, machine)) !== from) return "names something whose making changed it";
    const called = await this.#options.calls.call({ tool: call.tool, input });
    const state = await this.#stateOf(instance, machine);
    return state === to ? undefined : `left it ${String(state)}${describeRefusal(called)}`;
  }

  async #fill({ tool, input }: ToolCall, instance: EntityInstance, machine: string): Promise<Json> {
    const { entity, account, parents } = instance;
    const shown = await this.#findShown(tool, instance, machine);
    const known = { ...shown, ...parents, ...this.#made.get(instance), [entity]: instance };
    const fill = async (isNewPossible: boolean) => {
      const beside = await this.#findBeside(tool, instance, known, isNewPossible);
      return this.#options.instances.fill(tool, input, { account, instances: { ...beside, ...known } });
    };
    // There may be no room for a new one, as somebody waits for a seat until all are taken.
    const filled = (await ifPossible(fill(true))) ?? (await fill(false));
    await this.#machines.bringToState(tool, filled, { leave: { instance, machine } });
    return filled;
  }

  /**
   * Finds things that the call is about in lists of what the instance was made in, in a state from which the call leads them on: a member waits
   * for a costume, and the hire of it that is out comes back. A new one would not be in this state.
   * @param isNewPossible a thing is made anew where the call leads on from its initial state
   */
  async #findBeside(
    tool: string,
    instance: EntityInstance,
    known: NamedEntities,
    isNewPossible: boolean,
  ): Promise<NamedEntities> {
    const { rules } = this.#options;
    const found: Record<string, NamedEntity> = {};
    for (const entity of new Set(listIdArguments(rules, tool).map((place) => place.entity))) {
      const machine = Object.values(rules.states).find((each) => each.entity === entity);
      const own = Object.values(machine?.transitions ?? {}).filter(({ by }) => by.tool === tool);
      const from = new Set(own.flatMap((each) => each.from));
      if (entity in known || machine === undefined || from.size === 0) continue;
      if (isNewPossible && from.has(machine.initial)) continue;
      for (const one of await this.#listWithin(entity, instance)) {
        const read = await ifPossible(readField(this.#options, one, machine.field));
        if (!from.has(String(read?.state))) continue;
        found[entity] = one;
        break;
      }
    }
    return found;
  }

  /** Lists things that tools list of one of those in which an instance was made. */
  async #listWithin(entity: string, { account, parents }: EntityInstance): Promise<NamedEntity[]> {
    const { rules, calls } = this.#options;
    const listed: NamedEntity[] = [];
    for (const { tool, id, input, list } of rules.entities[entity]?.observedBy ?? []) {
      if (id !== undefined || list === undefined) continue;
      for (const { entity: outer, path } of listIdArguments(rules, tool)) {
        const parent = parents[outer];
        if (parent === undefined || path.includes("*")) continue;
        const about = applyEdits(input, [{ set: path, to: parent.id }]);
        const called = await calls.call({ tool, input: about }, { account });
        const ids = valuesAt(readStructured(called), list).slice(0, mostListed);
        listed.push(...ids.map(({ value }) => ({ id: value, account, parents: { [outer]: parent } })));
      }
    }
    return listed;
  }

  /** Finds the entities for a call that the instance shows with its state, such as the tickets of a paid order. */
  async #findShown(tool: string, instance: EntityInstance, machine: string): Promise<NamedEntities> {
    const { rules } = this.#options;
    const { field } = rules.states[machine]!;
    const { shown } = await this.#machines.readState(instance, machine);
    const found = listIdArguments(rules, tool).flatMap(({ entity }): [string, NamedEntity][] => {
      const places = placesInShown(field, rules.entities[entity]!.results);
      const [first] = places.flatMap((path) => valuesAt(shown, path));
      return first === undefined
        ? []
        : [[entity, { id: first.value, parents: { ...instance.parents, [instance.entity]: instance } }]];
    });
    return Object.fromEntries(found);
  }

  async #stateOf(instance: EntityInstance, machine: string): Promise<Json | undefined> {
    return (await this.#machines.readState(instance, machine)).state;
  }
}

function describeRefusal({ outcome }: Called): string {
  return outcome.is === "refusal" ? `, refused with ${outcome.code ?? "no code"}` : "";
}

function omit(named: NamedEntities, entity: string): NamedEntities {
  return Object.fromEntries(Object.entries(named).filter(([name]) => name !== entity));
}
