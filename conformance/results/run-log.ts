/** What the run saw of behaviour, beside verdicts: the access matrix, the walked states, and what changes by itself. */
import type { Behaviour, StateRule } from "../cases/behaviour.ts";

/** How one call of the access matrix was answered. */
export interface AccessEntry {
  readonly tool: string;
  /** The argument with the id, as a JSON Pointer; or the place of ids in the result of a list. */
  readonly argument: string;
  readonly caller: Caller;
  /** A code, or a few words. */
  readonly answer: string;
  readonly verdict: "held" | "failed" | "unverified";
}

/** Who called, or what the id of the call named. */
export type Caller = "owner" | "other account" | "unknown id";

/** What happened to one transition in one state. */
export interface WalkedTransition {
  readonly machine: string;
  readonly state: string;
  readonly transition: string;
  /**
   * `moved`: it led where the spec says; `refused`, `repeated`: the call was answered as the spec says; `wrong`: none of these;
   * `untried`: see the case.
   */
  readonly outcome: "moved" | "refused" | "repeated" | "wrong" | "untried";
  /** A code, or a few words. */
  readonly answer: string;
}

/** A place of a result that changes by itself, and is not compared. */
export interface VolatilePlace {
  readonly tool: string;
  readonly place: string;
}

/** What is written down during a run. */
export interface RunLog {
  readonly access: AccessEntry[];
  readonly transitions: WalkedTransition[];
  readonly volatile: VolatilePlace[];
}

/** What the report has of it. */
export interface BehaviourReport extends Pick<RunLog, "access" | "volatile"> {
  readonly machines: readonly WalkedMachine[];
}

export interface WalkedMachine {
  readonly name: string;
  readonly initial: string;
  readonly states: readonly string[];
  readonly transitions: readonly {
    readonly name: string;
    readonly from: readonly string[];
    readonly to: string;
    /** Absent where the server makes the transition by itself. */
    readonly tool?: string;
  }[];
  readonly walked: readonly WalkedTransition[];
}

/** Absent if no case was about access or states, and nothing was observed. */
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

/** One answer for each caller: that of a failure, else the last. */
function lastOfEach(entries: readonly AccessEntry[]): AccessEntry[] {
  const byPlace = Map.groupBy(entries, ({ tool, argument, caller }) => `${tool} ${argument} ${caller}`);
  return [...byPlace.values()].map(
    (alike) => alike.find(({ verdict }) => verdict === "failed") ?? alike.at(-1)!,
  );
}
