/** Rules about states and transitions. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { describing, schemasAt, unread } from "@toolwright/json-schema/graph";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { listReachable, type StateMachine, serverTransitions, toolTransitions } from "../model/states.ts";
import { locationBelow } from "../resolve/limits.ts";
import { resolver } from "../schema/roots.ts";
import { argumentChecks } from "./arguments.ts";
import { absent, type Rule } from "./rule.ts";

export const stateRules: readonly Rule[] = [
  {
    code: "state-tools",
    sentence: "A state machine names tools that exist.",
    violations: ({ states, tools }) => {
      const known = tools.map(({ name }) => name);
      return states.flatMap((machine) => [
        ...missing(machine.field.tool, locationBelow(machine.at, ["field", "tool"]), known),
        ...toolTransitions(machine).flatMap(({ by, at }) =>
          missing(by.tool, locationBelow(at, ["by", "tool"]), known),
        ),
        ...serverTransitions(machine).flatMap(({ during = [], at }) =>
          during.flatMap((tool, index) => missing(tool, locationBelow(at, ["during", index]), known)),
        ),
        ...(machine.exclusive?.tools ?? []).flatMap((tool, index) =>
          missing(tool, locationBelow(machine.at, ["exclusive", "tools", index]), known),
        ),
      ]);
    },
  },
  {
    code: "state-field",
    sentence: "The field of a state machine is in the output of its tool, and its values are the states.",
    violations: (model) => model.states.flatMap((machine) => findMisplaced(machine, model)),
  },
  {
    code: "states-reached",
    acceptable: true,
    sentence: "Every state is the first one or is reached by a transition, and every transition leads on.",
    violations: (model) =>
      model.states.flatMap((machine) => findUnreached(machine, listValues(machine, model) ?? [])),
  },
  {
    code: "state-input",
    sentence: "The arguments of a transition fit the input of its tool.",
    violations: (model) => {
      const { misfits } = argumentChecks(model);
      return model.states
        .flatMap(toolTransitions)
        .flatMap(({ by: { tool, input: values }, at }) =>
          misfits({ tool, values, at: locationBelow(at, ["by", "input"]) }),
        );
    },
  },
];

function missing(tool: string, at: SpecLocation, known: readonly string[]): Violation[] {
  return known.includes(tool) ? [] : [absent("tool", tool, known, at)];
}

/** The values of the field if it exists; none if it has no `enum`. */
function listValues(machine: StateMachine, model: Model): string[] | undefined {
  const { field } = machine;
  const output = model.tools.find(({ name }) => name === field.tool)?.output;
  if (!output) return undefined;
  const found = schemasAt(rootNode(output), pointerSteps(field.path), resolver(model));
  if (found.length === 0) return undefined;
  if (found.includes(unread)) return namedStates(machine).map(({ state }) => state);
  return found
    .flatMap(describing)
    .flatMap(({ enums }) => enums.at(-1) ?? [])
    .map(String);
}

function findMisplaced(machine: StateMachine, model: Model): Violation[] {
  const output = model.tools.find(({ name }) => name === machine.field.tool)?.output;
  if (!output) return [];
  const at = locationBelow(machine.at, ["field", "path"]);
  const values = listValues(machine, model);
  if (!values) return [{ at, detail: `The output has nothing at ${JSON.stringify(machine.field.path)}.` }];
  if (values.length === 0) return [{ at, detail: "The field has no `enum` of states." }];
  return namedStates(machine)
    .filter(({ state }) => !values.includes(state))
    .map(({ state, at: place }) => ({
      at: place,
      detail: `${JSON.stringify(state)} is not a value of the field.`,
      hint: didYouMean(state, values),
    }));
}

function namedStates({
  initial,
  transitions,
  at,
}: StateMachine): { readonly state: string; readonly at: SpecLocation }[] {
  return [
    { state: initial, at: locationBelow(at, ["initial"]) },
    ...transitions.flatMap(({ from, to, at: place }) => [
      ...from.map((state, index) => ({ state, at: locationBelow(place, ["from", index]) })),
      { state: to, at: locationBelow(place, ["to"]) },
    ]),
  ];
}

function findUnreached(machine: StateMachine, values: readonly string[]): Violation[] {
  const { initial, transitions, field, at } = machine;
  const reached = new Set(listReachable(initial, transitions));
  const never = transitions.flatMap(({ from, at: place }) =>
    from.flatMap((state, index) => {
      if (reached.has(state) || (values.length > 0 && !values.includes(state))) return [];
      const detail = `No transition leads to ${JSON.stringify(state)}.`;
      return { at: locationBelow(place, ["from", index]), detail };
    }),
  );
  const idle = transitions
    .filter(({ from, to }) => from.every((state) => state === to))
    .map(({ to, at: place }) => ({
      at: locationBelow(place, ["to"]),
      detail: `It leads from ${JSON.stringify(to)} back to the same state.`,
    }));
  // A value close to a misspelt state is reported at the state.
  const misspelt = namedStates(machine).some(({ state }) => !values.includes(state));
  const unmentioned = (misspelt ? [] : values)
    .filter((value) => !reached.has(value) && !transitions.some(({ from }) => from.includes(value)))
    .map((value) => ({
      at: locationBelow(at, ["field", "path"]),
      detail: `${JSON.stringify(value)} is a value of the field in ${field.tool}, and no transition leads to it.`,
    }));
  return [...never, ...idle, ...unmentioned];
}
