/** The states of entities, and the transitions between them. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { EntityChange, Input } from "./behaviour.ts";

/** The states of an entity. */
export interface StateMachine {
  /** Its name. */
  readonly name: string;
  /** `FormStates`: name of its types in code. */
  readonly typeName: string;
  /** The place of the state in results. `poll` is the place of the seconds after which to read again. */
  readonly field: { readonly tool: string; readonly path: string; readonly poll?: string };
  /** The state of a new entity. */
  readonly initial: string;
  /** The code of transitions that the state does not allow, unless they have their own. */
  readonly refused?: string;
  /** A state that keeps other accounts out. */
  readonly exclusive?: ExclusiveState;
  /** The transitions. */
  readonly transitions: readonly Transition[];
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A state in which some tools are for the account that led the entity there, such as a check-out. */
export interface ExclusiveState {
  /** The name of the state. */
  readonly state: string;
  /** The tools that refuse other accounts then. */
  readonly tools: readonly string[];
  /** The code with which they refuse other accounts. */
  readonly refused: string;
}

/** A transition is made by a call, or by the server without one. */
export type Transition = ToolTransition | ServerTransition;

/** A transition between states, whoever makes it. */
export interface Edge {
  /** Its name. */
  readonly name: string;
  /** States in which it is allowed. */
  readonly from: readonly string[];
  /** The state after it. */
  readonly to: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
  /** Limits of kind `duration`. They have an effect only where the server makes the transition. */
  readonly within?: string;
  /** The limit at whose end the server makes it. */
  readonly after?: string;
  /** Tools in whose calls about other entities the server makes the transition. */
  readonly during?: readonly string[];
  /** The entity in which those wait that such a call leads on in the order in which they were made. */
  readonly queue?: string;
  /** Places of times and counters, in the output of the tool that shows the state, that only transitions which name them change. */
  readonly sets?: readonly string[];
  /** Only the server's transitions may have them; their ids stand in the output of the tool that shows the state. */
  readonly changes?: readonly EntityChange[];
}

/** A transition that a call makes. */
export interface ToolTransition extends Edge {
  /** The tool, and the arguments that cause the transition. */
  readonly by: { readonly tool: string; readonly input: Input };
  /** The code of the call in a state that does not allow it: its own one, or that of the state machine. */
  readonly refused?: string;
}

/** The states of `from` last at most `within`. With `after`, the transition is made at the end of that duration, and not before. */
export interface ServerTransition extends Edge {
  /** Tells it from a transition that a tool makes. */
  readonly by: "server";
  /** A mistake, which a rule reports: the server makes no call that is refused. */
  readonly refused?: string;
}

/** All states, the initial one first. */
export function listStates({ initial, transitions }: StateMachine): string[] {
  return [...new Set([initial, ...transitions.flatMap(({ from, to }) => [...from, to])])];
}

/** Lists the transitions that tools make. */
export function toolTransitions({ transitions }: StateMachine): ToolTransition[] {
  return transitions.filter((each): each is ToolTransition => each.by !== "server");
}

/** Lists the transitions that the server makes by itself. */
export function serverTransitions({ transitions }: StateMachine): ServerTransition[] {
  return transitions.filter((each): each is ServerTransition => each.by === "server");
}

/** The states that transitions reach from a state, in the order of their distance; the state itself is the first. */
export function listReachable(state: string, transitions: readonly Transition[]): string[] {
  const reached = new Set([state]);
  for (const each of reached)
    for (const { from, to } of transitions) if (from.includes(each)) reached.add(to);
  return [...reached];
}

/** Whether the server leaves the state by itself, as soon as its work is done. */
export function isPassing(state: string, machine: StateMachine): boolean {
  return serverTransitions(machine).some((each) => endsWork(each) && each.from.includes(state));
}

/** Whether the server makes a transition as soon as its work is done: neither at a time nor in a call. */
export function endsWork({ after, during }: ServerTransition): boolean {
  return after === undefined && during === undefined;
}
