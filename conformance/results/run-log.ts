/** The observations of behaviour in addition to verdicts: the access matrix, the transitions, and values that change by themselves. */
import type { Behaviour, StateRule } from "../cases/behaviour.ts";

/** The answer to one call of the access matrix. */
export interface AccessEntry {
  /** The tool that was called. */
  readonly tool: string;
  /** The argument with the id, as a JSON Pointer; or the place of ids in the result of a list. */
  readonly argument: string;
  /** Who called, or which id the call had. */
  readonly caller: Caller;
  /** A code, or a few words. */
  readonly answer: string;
  /** What the answer proves. */
  readonly verdict: "held" | "failed" | "unverified";
}

/** The caller, or the kind of id in the call. */
export type Caller = "owner" | "other account" | "unknown id";

/** The outcome of one transition in one state. */
export interface WalkedTransition {
  /** The name of the state machine. */
  readonly machine: string;
  /** The state before the call. */
  readonly state: string;
  /** The name of the transition. */
  readonly transition: string;
  /**
   * `moved`: it led to the state in the spec; `refused`, `repeated`: the call was answered as the spec declares; `wrong`: none of
   * these; `untried`: see the case.
   */
  readonly outcome: "moved" | "refused" | "repeated" | "wrong" | "untried";
  /** A code, or a few words. */
  readonly answer: string;
}

/** A place of a result that changes by itself, and is not compared. */
export interface VolatilePlace {
  /** The tool. */
  readonly tool: string;
  /** A pattern of the place in its result. */
  readonly place: string;
}

/** The observations that are recorded during a run. */
export interface RunLog {
  /** The answers to calls of the access matrix. */
  readonly access: AccessEntry[];
  /** The outcomes of transitions. */
  readonly transitions: WalkedTransition[];
  /** The places that change by themselves. */
  readonly volatile: VolatilePlace[];
}

/** The part of it in the report. */
export interface BehaviourReport extends Pick<RunLog, "access" | "volatile"> {
  /** The state machines of which a transition was tried. */
  readonly machines: readonly WalkedMachine[];
}

/** A state machine, and what the run saw of it. */
export interface WalkedMachine {
  /** Its name. */
  readonly name: string;
  /** The state of a new entity. */
  readonly initial: string;
  /** All states, in the order of the spec. */
  readonly states: readonly string[];
  /** All transitions, those of the server last. */
  readonly transitions: readonly {
    readonly name: string;
    readonly from: readonly string[];
    readonly to: string;
    /** Absent if the server makes the transition by itself. */
    readonly tool?: string;
  }[];
  /** The outcomes of the transitions that were tried. */
  readonly walked: readonly WalkedTransition[];
}

/** Returns the observations for the report; undefined if there are none. */
export function reportBehaviour(
  { access, transitions, volatile }: RunLog,
  { states }: Pick<Behaviour, "states">,
): BehaviourReport | undefined {
  if (access.length + transitions.length + volatile.length === 0) return undefined;
  const machines = Object.entries(states)
    .map(([name, rule]) => walkedMachine(name, rule, transitions))
    .filter(({ walked }) => walked.length > 0);
  return { access: lastOfEach(access), machines, volatile };
}

function walkedMachine(
  machine: string,
  { initial, states, transitions, serverTransitions }: StateRule,
  all: readonly WalkedTransition[],
): WalkedMachine {
  return {
    name: machine,
    initial,
    states,
    transitions: [
      ...Object.entries(transitions).map(([name, { from, to, by }]) => ({ name, from, to, tool: by.tool })),
      ...Object.entries(serverTransitions).map(([name, { from, to }]) => ({ name, from, to })),
    ],
    walked: all.filter((each) => each.machine === machine),
  };
}

/** Keeps one answer for each caller: a failure, else the last answer. */
function lastOfEach(entries: readonly AccessEntry[]): AccessEntry[] {
  const byPlace = Map.groupBy(entries, ({ tool, argument, caller }) => `${tool} ${argument} ${caller}`);
  return [...byPlace.values()].map(
    (alike) => alike.find(({ verdict }) => verdict === "failed") ?? alike.at(-1)!,
  );
}
