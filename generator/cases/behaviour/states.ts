/** Derives the rules of state machines, and one case for each state and transition. */
import type { BehaviourCase, StateRule, TransitionRule } from "@toolwright/conformance/cases";
import type { Resource, StateMachine, Transition } from "../../model/behaviour.ts";
import type { BehaviourContext, Input } from "./context.ts";
import { callOf } from "./resources.ts";

export function stateRule(machine: StateMachine, context: BehaviourContext): StateRule {
  const { at, tool } = context;
  const resource = resourceOf(machine, context);
  const shower = tool(machine.field.tool);
  const call = resource && shower && callOf(resource, shower, {}, context);
  return {
    at: at(machine.at),
    ...(resource && { resource: resource.name }),
    field: { ...(call ?? { tool: machine.field.tool, input: {} }), path: machine.field.path },
    initial: machine.initial,
    states: statesOf(machine),
    ...(machine.refused !== undefined && { refused: machine.refused }),
    transitions: Object.fromEntries(
      machine.transitions.map((transition) => [
        transition.name,
        transitionRule(transition, resource, context),
      ]),
    ),
  };
}

export function stateCases(machine: StateMachine, context: BehaviourContext): BehaviourCase[] {
  const { name, field, initial, transitions, refused } = machine;
  const resource = resourceOf(machine, context);
  const untestable = obstacle(machine, resource, context);
  const first = {
    id: `states/${name}/initial`,
    kind: "states" as const,
    tool: field.tool,
    must: `A new ${resource?.name ?? name} is ${initial}.`,
    at: context.at({ ...machine.at, path: [...machine.at.path, "initial"] }),
  };
  return [
    untestable === undefined ? { ...first, machine: name, check: "initial" } : { ...first, untestable },
    ...statesOf(machine).flatMap((state) =>
      transitions.map((transition): BehaviourCase => {
        const allowed = transition.from.includes(state);
        const outcome = allowed
          ? `leads to ${transition.to}`
          : `is refused${refused === undefined ? "" : ` with ${refused}`}, and nothing changes`;
        const common = {
          id: `states/${name}/${state}/${transition.name}`,
          kind: "states" as const,
          tool: transition.by.tool,
          must: `${transition.name} of a ${resource?.name ?? name} that is ${state} ${outcome}.`,
          at: context.at(transition.at),
        };
        const reason =
          untestable ?? (isReached(machine, state) ? undefined : `no transition leads to ${state}`);
        if (reason !== undefined) return { ...common, untestable: reason };
        return {
          ...common,
          machine: name,
          check: allowed ? "allowed" : "refused",
          state,
          transition: transition.name,
        };
      }),
    ),
  ];
}

function statesOf({ initial, transitions }: StateMachine): string[] {
  return [...new Set([initial, ...transitions.flatMap(({ from, to }) => [...from, to])])];
}

/** The resource whose id the tools of the machine take. The one of the same name comes first. */
function resourceOf(machine: StateMachine, context: BehaviourContext): Resource | undefined {
  const { model, tool, argumentsOf } = context;
  const tools = [machine.field.tool, ...machine.transitions.map(({ by }) => by.tool)].map(tool);
  return model.resources
    .toSorted((a, b) => Number(b.name === machine.name) - Number(a.name === machine.name))
    .find((resource) => tools.every((each) => each !== undefined && argumentsOf(resource, each).length > 0));
}

function obstacle(
  machine: StateMachine,
  resource: Resource | undefined,
  context: BehaviourContext,
): string | undefined {
  if (resource === undefined)
    return `the spec names no resource (resources) whose id the tools of the state machine ${machine.name} take`;
  if (!resource.madeBy) return `the spec names no tool that makes a ${resource.name} (made_by)`;
  const rule = stateRule(machine, context);
  const without = Object.entries(rule.transitions).find(([, { by }]) => by.id === undefined);
  if (without) return `no valid arguments were found for ${without[0]}`;
  return rule.field.id === undefined ? `no valid arguments of ${rule.field.tool} were found` : undefined;
}

function transitionRule(
  { by, from, to, at }: Transition,
  resource: Resource | undefined,
  context: BehaviourContext,
): TransitionRule {
  const tool = context.tool(by.tool);
  const input = by.input as Input;
  const call = resource && tool && callOf(resource, tool, input, context);
  return { at: context.at(at), from, to, by: call ?? { tool: by.tool, input } };
}

function isReached({ initial, transitions }: StateMachine, state: string): boolean {
  const reached = new Set([initial]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of transitions) if (from.some((each) => reached.has(each))) reached.add(to);
  }
  return reached.has(state);
}
