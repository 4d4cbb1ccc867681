/** Stores in memory what the callers of a mock have created. */
import { canonical } from "@toolwright/runtime/json";
import { type StateMachine, serverTransitions, type Transition } from "../model/behaviour.ts";
import type { Limit } from "../model/model.ts";
import type { IdKind } from "./id-kinds.ts";

/** The state of a thing in one state machine, and when it began, in milliseconds since the epoch. */
export interface State {
  value: string;
  since: number;
}

export interface Thing {
  readonly kind: IdKind;
  readonly id: unknown;
  readonly owner: string;
  /** Grows from thing to thing. */
  readonly number: number;
  readonly createdAt: number;
  /** The states by the name of the state machine. */
  readonly states: Map<string, State>;
  /** The values that results show, by property name; `undefined` for optional fields that the creator left out. */
  readonly fields: Map<string, unknown>;
  /** The ids of other things that it was made with. */
  readonly parents: ReadonlySet<unknown>;
}

/** How long the server stays in a state that it leaves by itself as soon as its work is done. */
const workSeconds = 1;

export class Things {
  readonly #byKey = new Map<string, Thing>();
  readonly #now: () => number;
  readonly #limits: readonly Limit[];
  #made = 0;

  constructor(now: () => number, limits: readonly Limit[]) {
    this.#now = now;
    this.#limits = limits;
  }

  add(kind: IdKind, id: unknown, owner: string, parents: readonly unknown[]): Thing {
    const thing = { ...this.unkept(kind, id, owner, parents), number: ++this.#made };
    this.#byKey.set(makeKey(kind, id), thing);
    return thing;
  }

  /** Returns a thing for one call, without storing it. */
  unkept(kind: IdKind, id: unknown, owner: string, parents: readonly unknown[] = []): Thing {
    const now = this.#now();
    return {
      kind,
      id,
      owner,
      number: 0,
      createdAt: now,
      states: new Map(kind.machines.map(({ name, initial }) => [name, { value: initial, since: now }])),
      fields: new Map(),
      parents: new Set(parents),
    };
  }

  /** The thing with this id, in its present state, if the account has access to it. */
  find(kind: IdKind, id: unknown, account: string): Thing | undefined {
    const thing = this.#byKey.get(makeKey(kind, id));
    return thing && isVisible(thing, account) ? this.#present(thing) : undefined;
  }

  isTaken(kind: IdKind, id: unknown): boolean {
    return this.#byKey.has(makeKey(kind, id));
  }

  remove({ kind, id }: Thing): void {
    this.#byKey.delete(makeKey(kind, id));
  }

  /** Lists the things that the account may access, newest first. */
  list(kind: IdKind, account: string): Thing[] {
    return [...this.#byKey.values()]
      .filter((thing) => thing.kind === kind && isVisible(thing, account))
      .map((thing) => this.#present(thing))
      .reverse();
  }

  /** Seconds until the server leaves the state because its work is done; 0 if it does not. */
  secondsOfWork(thing: Thing, machine: StateMachine): number {
    const { value } = thing.states.get(machine.name)!;
    return serverTransitions(machine).some(({ from, after }) => after === undefined && from.includes(value))
      ? workSeconds
      : 0;
  }

  /** Makes the transitions that the server has made in the meantime. */
  #present(thing: Thing): Thing {
    for (const machine of thing.kind.machines) {
      const state = thing.states.get(machine.name)!;
      // A machine may go in circles.
      for (let steps = 0; steps < machine.transitions.length; steps++) {
        const next = this.#due(state, machine);
        if (next === undefined) break;
        state.value = next.to;
        state.since = next.at;
      }
    }
    return thing;
  }

  #due(state: State, machine: StateMachine): { to: string; at: number } | undefined {
    const next = serverTransitions(machine)
      .filter(({ from }) => from.includes(state.value))
      .map((transition) => ({ to: transition.to, at: state.since + this.#delay(transition) * 1_000 }))
      .sort((one, other) => one.at - other.at)[0];
    return next && next.at <= this.#now() ? next : undefined;
  }

  #delay({ after }: Extract<Transition, { by: "server" }>): number {
    if (after === undefined) return workSeconds;
    return this.#limits.find(({ name }) => name === after)?.numbers.seconds ?? workSeconds;
  }
}

/** If the spec declares no access rule, all accounts may access an entity. */
function isVisible({ kind: { entity }, owner }: Thing, account: string): boolean {
  return owner === account || entity.private === undefined;
}

function makeKey({ name }: IdKind, id: unknown): string {
  return `${name} ${canonical(id)}`;
}
