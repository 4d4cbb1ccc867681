/** Moves instances through the declared states, and refuses calls that a state does not allow. */
import { describing } from "@toolwright/json-schema/graph";
import { canonical, pointerSteps } from "@toolwright/runtime/json";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { type StateMachine, type ToolTransition, toolTransitions } from "../model/states.ts";
import type { MockContext } from "./context.ts";
import type { IdKind } from "./id-kinds.ts";
import type { Instance } from "./instances.ts";
import { codeLike, refuse } from "./refusals.ts";
import type { Data } from "./values.ts";

/** A transition that a call makes. */
export interface Move {
  readonly instance: Instance;
  readonly machine: StateMachine;
  readonly to: string;
  /** Pointers of the times and counters that the transition changes. */
  readonly sets: readonly string[];
}

/** Returns the transitions that a call makes. Refuses a call if the state of an instance does not allow its transition. */
export function listMoves(tool: Tool, input: Data, named: readonly Instance[], model: Model): Move[] {
  return named.flatMap((instance) =>
    instance.kind.machines.flatMap((machine): Move[] => {
      const called = toolTransitions(machine).filter(({ by }) => isCall(by, tool, input));
      if (called.length === 0) return [];
      const { value } = instance.states.get(machine.name)!;
      const allowed = called.find(({ from }) => from.includes(value));
      if (allowed) return [{ instance, machine, to: allowed.to, sets: allowed.sets ?? [] }];
      const states = new Set(called.flatMap(({ from }) => from));
      return refuse(
        model,
        called[0]!.refused ?? codeLike(tool, /state|transition|conflict|status/i),
        `${String(instance.id)} is ${value}, which does not allow ${called[0]!.name}: it must be ${[...states].join(" or ")}.`,
      );
    }),
  );
}

export function makeMoves(moves: readonly Move[], now: number): void {
  for (const { instance, machine, to, sets } of moves) {
    instance.states.set(machine.name, { value: to, since: now });
    setTimes(instance, sets, now);
  }
}

/** Puts a new instance into a state other than the initial one, as the tool call that leads there would. */
export function beginState(instance: Instance, machine: StateMachine, state: string, now: number): void {
  instance.states.set(machine.name, { value: state, since: now });
  const { sets = [] } =
    toolTransitions(machine).find(({ from, to }) => to === state && from.includes(machine.initial)) ?? {};
  setTimes(instance, sets, now);
}

/** Sets times to now, and counts counters up. */
function setTimes({ fields }: Instance, places: readonly string[], now: number): void {
  for (const place of places) {
    const before = fields.get(place);
    fields.set(place, typeof before === "number" ? before + 1 : new Date(now).toISOString());
  }
}

/** The places that transitions set to a time: a new instance has none there. */
export function listTimes({ machines }: IdKind, context: MockContext): string[] {
  return machines.flatMap((machine) => {
    const shownBy = context.behaviour.tool(machine.field.tool);
    const places = new Set(toolTransitions(machine).flatMap(({ sets = [] }) => sets));
    const isTime = (place: string) =>
      shownBy !== undefined &&
      context
        .resultSchemas(shownBy, place)
        .flatMap(describing)
        .some(({ types }) => types?.includes("string"));
    return [...places].filter(isTime);
  });
}

/** Whether a call has the arguments of a declared one. */
export function isCall(by: ToolTransition["by"], tool: Tool, input: Data): boolean {
  return (
    by.tool === tool.name &&
    Object.entries(by.input).every(([name, value]) => canonical(input[name]) === canonical(value))
  );
}

/** The state that an example shows at the place of a machine, if it is one of its states. */
export function shownState(machine: StateMachine, tool: Tool, result: unknown): string | undefined {
  const steps = pointerSteps(machine.field.path);
  const names = new Set(machine.transitions.flatMap(({ from, to }) => [...from, to]));
  const name = steps.at(-1)!;
  const value = machine.field.tool === tool.name ? undefined : (result as Data | undefined)?.[name];
  return typeof value === "string" && names.has(value) ? value : undefined;
}
