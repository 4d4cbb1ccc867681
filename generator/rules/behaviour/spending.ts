/** Rules about what the work of a call costs, and what its end returns. */
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import {
  isPassing,
  listReachable,
  listStates,
  type StateMachine,
  toolTransitions,
} from "../../model/states.ts";
import { absent, type Rule } from "../rule.ts";

export const spendingRules: readonly Rule[] = [
  {
    code: "spending-shown",
    sentence:
      "A tool that spends names a tool that shows what is left, and one that shows what the work that it begins has cost.",
    violations: (model) => model.tools.flatMap((tool) => wrongSpending(tool, model)),
  },
  {
    code: "draw-returned-in",
    sentence: "A draw is returned in final states of the work that the tool begins.",
    violations: (model) => model.tools.flatMap((tool) => wrongEnds(tool, model)),
  },
];

function wrongSpending({ name, file, behaviour }: Tool, model: Model): Violation[] {
  const { left, cost } = behaviour.spends ?? {};
  if (left === undefined || cost === undefined) return [];
  const known = model.tools.map((tool) => tool.name);
  const at = (key: string) => ({ file, path: ["spends", key, "tool"] });
  if (!known.includes(left.tool)) return [absent("tool", left.tool, known, at("left"))];
  if (!known.includes(cost.tool)) return [absent("tool", cost.tool, known, at("cost"))];
  const machines = listBegun(name, model);
  if (machines.some(({ field }) => field.tool === cost.tool)) return [];
  const shown = machines.map(({ field }) => field.tool);
  const detail =
    shown.length === 0
      ? `No transition says that ${name} begins work.`
      : `${cost.tool} does not show the state of the work that ${name} begins.`;
  return [{ at: at("cost"), detail, hint: didYouMean(cost.tool, shown) }];
}

function wrongEnds({ name, file, behaviour }: Tool, model: Model): Violation[] {
  const states = behaviour.draws?.returnedIn ?? [];
  const ends = listBegun(name, model).flatMap(listEnds);
  return states.flatMap((state, index) =>
    ends.includes(state)
      ? []
      : [absent("final state", state, ends, { file, path: ["draws", "returned_in", index] })],
  );
}

/** The state machines in which a call of the tool makes a transition, or of what it makes, if the server goes on with that at once. */
function listBegun(tool: string, { states, entities }: Model): StateMachine[] {
  const made = entities.filter(({ madeBy }) => madeBy?.tool === tool);
  return states.filter(
    (machine) =>
      toolTransitions(machine).some(({ by }) => by.tool === tool) ||
      (isPassing(machine.initial, machine) &&
        made.some(({ observedBy }) => observedBy.includes(machine.field.tool))),
  );
}

/** The states that no transition leaves. */
function listEnds(machine: StateMachine): string[] {
  return listStates(machine).filter((state) => listReachable(state, machine.transitions).length === 1);
}
