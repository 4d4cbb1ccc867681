/** Rules about the key `exclusive` of state machines: tools that are for the account that led an entity into a state. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { type ExclusiveState, type StateMachine, toolTransitions } from "../../model/states.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { idsIn, toolsTaking } from "../behaviour/named-places.ts";
import type { Rule } from "../rule.ts";

export const exclusiveRules: readonly Rule[] = [
  {
    code: "exclusive-state",
    sentence: "An exclusive state is one to which a call leads.",
    violations: ({ states }) =>
      eachExclusive(states, (machine, { state }) => {
        const reached = toolTransitions(machine).map(({ to }) => to);
        if (reached.includes(state)) return [];
        const at = locationBelow(machine.at, ["exclusive", "state"]);
        const detail = `No call leads ${withArticle(machine.name)} to ${JSON.stringify(state)}.`;
        return [{ at, detail, hint: didYouMean(state, [...new Set(reached)]) }];
      }),
  },
  {
    code: "exclusive-tool",
    sentence: "A tool that an exclusive state keeps from other accounts takes the id of the entity.",
    violations: (model) =>
      eachExclusive(model.states, (machine, { tools }) => {
        const entity = findEntity(machine, model);
        if (entity === undefined) return [];
        return tools.flatMap((name, index): Violation[] => {
          const tool = model.tools.find((each) => each.name === name);
          if (tool === undefined || idsIn(entity, tool, "input", model).length > 0) return [];
          const at = locationBelow(machine.at, ["exclusive", "tools", index]);
          return [{ at, detail: `${name} takes no id of ${withArticle(entity.name)}.` }];
        });
      }),
  },
];

/** The entity whose id the calls of a state machine take: that of its name, else the one that its tool shows. */
function findEntity(machine: StateMachine, model: Model): Entity | undefined {
  const callers = new Set(toolTransitions(machine).map(({ by }) => by.tool));
  const taken = model.entities.filter((entity) => callers.isSubsetOf(new Set(toolsTaking(entity, model))));
  return (
    taken.find(({ name }) => name === machine.name) ??
    taken.find(({ observedBy }) => observedBy.includes(machine.field.tool)) ??
    taken[0]
  );
}

function eachExclusive(
  states: readonly StateMachine[],
  find: (machine: StateMachine, exclusive: ExclusiveState) => Violation[],
): Violation[] {
  return states.flatMap((machine) =>
    machine.exclusive === undefined ? [] : find(machine, machine.exclusive),
  );
}
