/** Stores in memory what the callers of a mock have created. */
import { canonical } from "@toolwright/runtime/json";
import type { Limit } from "../model/model.ts";
import { endsWork, type StateMachine, serverTransitions, type Transition } from "../model/states.ts";
import type { IdKind } from "./id-kinds.ts";

/** The state of an instance in one state machine, and when it began, in milliseconds since the epoch. */
export interface State {
  value: string;
  since: number;
}

export interface Instance {
  readonly kind: IdKind;
  readonly id: unknown;
  readonly owner: string;
  /** Counts the changes, the creation as the first. */
  revision: number;
  /** Grows from instance to instance. */
  readonly number: number;
  readonly createdAt: number;
  /** The states by the name of the state machine. */
  readonly states: Map<string, State>;
  /**
   * The values that results show, by the JSON Pointer in an object that shows the instance; `undefined` for optional fields that the
   * creator left out, and for times that no transition has set.
   */
  readonly fields: Map<string, unknown>;
  /** The ids of other instances that it was made with. */
  readonly parents: ReadonlySet<unknown>;
}

/** How long the server stays in a state that it leaves by itself as soon as its work is done. */
const workSeconds = 1;

export class Instances {
  readonly #byKey = new Map<string, Instance>();
  readonly #now: () => number;
  readonly #limits: readonly Limit[];
  #made = 0;

  constructor(now: () => number, limits: readonly Limit[]) {
    this.#now = now;
    this.#limits = limits;
  }

  add(kind: IdKind, id: unknown, owner: string, parents: readonly unknown[]): Instance {
    const instance = { ...this.unkept(kind, id, owner, parents), number: ++this.#made };
    this.#byKey.set(makeKey(kind, id), instance);
    return instance;
  }

  /** Returns an instance for one call, without storing it. */
  unkept(kind: IdKind, id: unknown, owner: string, parents: readonly unknown[] = []): Instance {
    const now = this.#now();
    return {
      kind,
      id,
      owner,
      revision: 1,
      number: 0,
      createdAt: now,
      states: new Map(kind.machines.map(({ name, initial }) => [name, { value: initial, since: now }])),
      fields: new Map(),
      parents: new Set(parents),
    };
  }

  /** The instance with this id, in its present state, if the account has access to it. */
  find(kind: IdKind, id: unknown, account: string): Instance | undefined {
    const instance = this.#byKey.get(makeKey(kind, id));
    return instance && isVisible(instance, account) ? this.#present(instance) : undefined;
  }

  isTaken(kind: IdKind, id: unknown): boolean {
    return this.#byKey.has(makeKey(kind, id));
  }

  remove({ kind, id }: Instance): void {
    this.#byKey.delete(makeKey(kind, id));
  }

  /** Lists the instances that the account may access, newest first. */
  list(kind: IdKind, account: string): Instance[] {
    return [...this.#byKey.values()]
      .filter((instance) => instance.kind === kind && isVisible(instance, account))
      .map((instance) => this.#present(instance))
      .reverse();
  }

  /** Seconds until the server leaves the state because its work is done; 0 if it does not. */
  secondsOfWork(instance: Instance, machine: StateMachine): number {
    const { value } = instance.states.get(machine.name)!;
    return serverTransitions(machine).some((each) => endsWork(each) && each.from.includes(value))
      ? workSeconds
      : 0;
  }

  /** Makes the transitions that the server has made in the meantime. */
  #present(instance: Instance): Instance {
    for (const machine of instance.kind.machines) {
      const state = instance.states.get(machine.name)!;
      // A machine may go in circles.
      for (let steps = 0; steps < machine.transitions.length; steps++) {
        const next = this.#due(state, machine);
        if (next === undefined) break;
        state.value = next.to;
        state.since = next.at;
      }
    }
    return instance;
  }

  #due(state: State, machine: StateMachine): { to: string; at: number } | undefined {
    const next = serverTransitions(machine)
      .filter(({ from, during }) => during === undefined && from.includes(state.value))
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
function isVisible({ kind: { entity }, owner }: Instance, account: string): boolean {
  return owner === account || entity.private === undefined;
}

function makeKey({ name }: IdKind, id: unknown): string {
  return `${name} ${canonical(id)}`;
}
