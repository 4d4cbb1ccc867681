/** Derives the cases about the work that a call begins: what it has cost, and whether its end returns what was drawn. */
import type { BehaviourCase, ChargeRule } from "@toolwright/conformance/cases";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { isPassing, toolTransitions } from "../../../model/states.ts";
import { addCheck, noArguments, promise, unmade } from "../../promise.ts";
import { type BehaviourContext, inTool } from "../context.ts";
import { toEntity } from "../states/state-field.ts";

/** Returns the rule; undefined if the spec does not say what is left, or what a call has cost. */
export function chargeRule(tool: Tool, context: BehaviourContext): ChargeRule | undefined {
  const { left, cost } = tool.behaviour.spends ?? {};
  const shown = left && context.tool(left.tool);
  const base = shown && context.baseOf(shown);
  if (left === undefined || cost === undefined || base === undefined) return undefined;
  return {
    at: context.at(inTool(tool, "spends")),
    left: { tool: left.tool, input: context.readContent(base), path: left.path },
    cost,
  };
}

export function workCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { draws, spends } = tool.behaviour;
  const { name } = tool;
  const entity = findBegun(name, context);
  if (entity === undefined) return [];
  const obstacle = entity.madeBy ? undefined : unmade(entity.name);
  const cases: BehaviourCase[] = [];
  if (spends?.cost !== undefined) {
    const moments = `At each step of the work that a call of ${name} begins, and at its end in whole and in part`;
    const must = `${moments}, the ${spends.name} that ${spends.left!.tool} shows are fewer by the cost that ${spends.cost.tool} shows.`;
    const at = context.at(inTool(tool, "spends"));
    const check = { check: "charged", entity: entity.name, bases: [] } as const;
    const rule = chargeRule(tool, context);
    cases.push(
      addCheck(
        promise("effects", `${name}/${entity.name}/charged`, name, must, at),
        obstacle ?? (rule ? check : noArguments),
      ),
    );
  }
  if (draws !== undefined) {
    const returned = draws.returnedIn?.join(" or ");
    const returns =
      returned === undefined
        ? `returns nothing to ${draws.limit}, however it ends`
        : `returns to ${draws.limit} what was drawn if it ends as ${returned}, and nothing else`;
    const must = `The work that a call of ${name} begins ${returns}.`;
    const promised = promise(
      "limits",
      `${draws.limit}/${name}/work-ends`,
      name,
      must,
      context.at(inTool(tool, "draws")),
    );
    cases.push(addCheck(promised, obstacle ?? { check: "work-ends", limit: draws.limit }));
  }
  return cases;
}

/** Finds the entity that a call of the tool leads, or with which it is made, in a state in which the server goes on with it. */
function findBegun(tool: string, context: BehaviourContext): Entity | undefined {
  const begun = context.model.states.map((machine) => {
    const entity = toEntity(machine, context);
    const isMade = entity?.madeBy?.tool === tool && isPassing(machine.initial, machine);
    const isLed = toolTransitions(machine).some(({ by, to }) => by.tool === tool && isPassing(to, machine));
    return isMade || isLed ? entity : undefined;
  });
  return begun.find((entity) => entity !== undefined);
}
