/** Finds paths through a state machine: by calls only, or also by transitions of the server. */
import type { Behaviour, ServerTransitionRule, StateRule } from "../../cases/behaviour.ts";

/** One transition on a path. */
export interface Step {
  readonly name: string;
  readonly to: string;
  readonly by: "call" | "server";
}

/** Finds the shortest path between two states by calls only, as names of transitions; `undefined` if there is none. */
export function findCallPath(machine: StateRule, from: string, to: string): string[] | undefined {
  return findShortest(listEdges(machine.transitions, "call"), from, to)?.map(({ name }) => name);
}

/**
 * Finds the shortest path between two states by calls and by transitions of the server; `undefined` if there is none. A path on which no
 * time has to pass is preferred: moving the clock of the target also ends other things.
 */
export function findRoute(machine: StateRule, from: string, to: string): Step[] | undefined {
  const { transitions, serverTransitions } = machine;
  const isSoon = ([, { after }]: readonly [string, ServerTransitionRule]) => after === undefined;
  const soon = Object.fromEntries(Object.entries(serverTransitions).filter(isSoon));
  const find = (ofServer: typeof serverTransitions) =>
    findShortest([...listEdges(transitions, "call"), ...listEdges(ofServer, "server")], from, to);
  return find(soon) ?? find(serverTransitions);
}

/** Lists the states that the server alone can reach from a state, including the state itself. */
export function listServerReachable(machine: StateRule, state: string): ReadonlySet<string> {
  const reached = new Set([state]);
  for (const each of reached)
    for (const { from, to } of Object.values(machine.serverTransitions))
      if (from.includes(each)) reached.add(to);
  return reached;
}

/** Whether the server leaves the state by itself as soon as its work is done. */
export function isTransient({ serverTransitions }: StateRule, state: string): boolean {
  return Object.values(serverTransitions).some(
    ({ from, after, during }) => after === undefined && during === undefined && from.includes(state),
  );
}

/** Whether a call of the tool leaves an entity in a state in which the server goes on with it. */
export function startsWork(
  { states, entities }: Pick<Behaviour, "states" | "entities">,
  tool: string,
): boolean {
  return Object.values(states).some((machine) => {
    const entered = Object.values(machine.transitions)
      .filter(({ by }) => by.tool === tool)
      .map(({ to }) => to);
    const isMade = machine.entity !== undefined && entities[machine.entity]?.madeBy?.tool === tool;
    return [...entered, ...(isMade ? [machine.initial] : [])].some((state) => isTransient(machine, state));
  });
}

/** Sums the seconds that have to pass on a path. */
export function sumSeconds({ serverTransitions }: StateRule, way: readonly Pick<Step, "name">[]): number {
  return way.reduce((sum, { name }) => sum + secondsUntil(serverTransitions[name]), 0);
}

/** A time of the thing itself may be so far ahead: a contract begins on a day that it shows. */
const aheadSeconds = 86_400;

/** Returns the seconds until a transition of the server, as far as the spec says; 0 if it comes at no time. */
function secondsUntil(transition: Pick<ServerTransitionRule, "after" | "before"> | undefined): number {
  const { after, before } = transition ?? {};
  if (after === undefined) return 0;
  return before === undefined ? after : Math.max(after, aheadSeconds);
}

/** Finds the longest time after which the server changes a state; 0 if it changes none at a time. */
export function findLongestTimer({ states }: Pick<Behaviour, "states">): number {
  const transitions = Object.values(states).flatMap((machine) => Object.values(machine.serverTransitions));
  return Math.max(0, ...transitions.map(secondsUntil));
}

interface Edge extends Step {
  readonly from: readonly string[];
}

function listEdges(transitions: Readonly<Record<string, Pick<Edge, "from" | "to">>>, by: Step["by"]): Edge[] {
  return Object.entries(transitions).map(([name, { from, to }]) => ({ name, from, to, by }));
}

function findShortest(edges: readonly Edge[], start: string, end: string): Step[] | undefined {
  const ways = new Map<string, Step[]>([[start, []]]);
  for (const [state, way] of ways) {
    if (state === end) return way;
    for (const { from, ...step } of edges)
      if (from.includes(state) && !ways.has(step.to)) ways.set(step.to, [...way, step]);
  }
  return undefined;
}

/** The state before the one to which time leads, and the transition that the server makes between them at the end of a duration. */
export interface TimedStep {
  readonly before: string;
  readonly transition: string;
}

/** Finds the last step to a state; undefined if it is no transition that the server makes after a time. */
export function findTimedStep(machine: StateRule, state: string): TimedStep | undefined {
  const route = findRoute(machine, machine.initial, state) ?? [];
  const last = route.at(-1);
  if (last?.by !== "server" || machine.serverTransitions[last.name]?.after === undefined) return undefined;
  return { before: route.at(-2)?.to ?? machine.initial, transition: last.name };
}
