/** The ways through a state machine: by calls alone, or also by what the server does. */
import type { StateRule } from "../../cases/behaviour.ts";

/** One transition on a way. */
export interface Step {
  readonly name: string;
  readonly to: string;
  readonly by: "call" | "server";
}

/** The shortest way between two states by calls alone, as names of transitions; `undefined` if there is none. */
export function pathTo(machine: StateRule, from: string, to: string): string[] | undefined {
  return shortest(listEdges(machine.transitions, "call"), from, to)?.map(({ name }) => name);
}

/** The shortest way between two states, by calls and by what the server does; `undefined` if there is none. */
export function routeTo(machine: StateRule, from: string, to: string): Step[] | undefined {
  const { transitions, serverTransitions } = machine;
  return shortest([...listEdges(transitions, "call"), ...listEdges(serverTransitions, "server")], from, to);
}

/** The states to which the server alone can lead, with the state itself. */
export function ledFrom(machine: StateRule, state: string): ReadonlySet<string> {
  const reached = new Set([state]);
  for (const each of reached)
    for (const { from, to } of Object.values(machine.serverTransitions))
      if (from.includes(each)) reached.add(to);
  return reached;
}

/** Whether the server leaves the state by itself, as soon as its work is done. */
export function isPassing({ serverTransitions }: StateRule, state: string): boolean {
  return Object.values(serverTransitions).some(
    ({ from, after }) => after === undefined && from.includes(state),
  );
}

/** The seconds that have to pass on a way. */
export function secondsOn({ serverTransitions }: StateRule, way: readonly Pick<Step, "name">[]): number {
  return way.reduce((sum, { name }) => sum + (serverTransitions[name]?.after ?? 0), 0);
}

interface Edge extends Step {
  readonly from: readonly string[];
}

function listEdges(transitions: Readonly<Record<string, Pick<Edge, "from" | "to">>>, by: Step["by"]): Edge[] {
  return Object.entries(transitions).map(([name, { from, to }]) => ({ name, from, to, by }));
}

function shortest(edges: readonly Edge[], start: string, end: string): Step[] | undefined {
  const ways = new Map<string, Step[]>([[start, []]]);
  for (const [state, way] of ways) {
    if (state === end) return way;
    for (const { from, ...step } of edges)
      if (from.includes(state) && !ways.has(step.to)) ways.set(step.to, [...way, step]);
  }
  return undefined;
}
