/** Derives the rules and cases of the key `requires`: a call is accepted as long as an entity shows what is required, and else refused. */
import type { BehaviourCase, RequirementRule } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Requirement } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import type { StateMachine } from "../../../model/states.ts";
import { addCheck, noArguments, promise, unmade } from "../../promise.ts";
import type { BehaviourContext } from "../context.ts";
import { listLeaders } from "./leaders.ts";
import { toEntity, toShown } from "./state-field.ts";
import { listLastingStates } from "./timeless-states.ts";

export function requirementRules(
  { behaviour }: Tool,
  context: BehaviourContext,
): RequirementRule[] | undefined {
  const rules = behaviour.requires.map((rule) => ({ ...rule, at: context.at(rule.at) }));
  return rules.length === 0 ? undefined : rules;
}

/** Makes a case for each lasting state of the entity; where the place is no state, of each entity that is made in one. */
export function requirementCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return tool.behaviour.requires.flatMap((rule, index) => {
    const base = context.callWith(tool, rule.id)?.base;
    const own = context.model.states.find(
      (machine) =>
        toShown(machine.field.path, machine, context) === rule.place &&
        toEntity(machine, context)?.name === rule.entity,
    );
    const machines = own ? [own] : listMachinesWithin(rule, context);
    const isMade = context.model.entities.some(({ name, madeBy }) => name === rule.entity && madeBy);
    if (!isMade) return [missingCase(tool, rule, unmade(rule.entity), context)];
    if (base === undefined) return [missingCase(tool, rule, noArguments, context)];
    const ledOut = own ? [] : ledOutCases(tool, index, base, context);
    if (machines.length === 0 && ledOut.length === 0) return [missingCase(tool, rule, undefined, context)];
    const inStates = machines.flatMap((machine) =>
      listLastingStates(machine).map((state): BehaviourCase => {
        const where = own ? state : `${machine.name}/${state}`;
        const id = `${tool.name}/requires/${rule.entity}${rule.place}/${where}`;
        const must = own ? describeState(tool, rule, state) : describeWithin(tool, rule, machine, state);
        const promised = promise("states", id, tool.name, must, context.at(rule.at));
        const check = { check: "required", machine: machine.name, state, rule: index, base } as const;
        return addCheck(promised, check);
      }),
    );
    return [...inStates, ...ledOut];
  });
}

/** Makes a case of the calls that may change what the entity shows at the required place. */
function ledOutCases(tool: Tool, index: number, base: string, context: BehaviourContext): BehaviourCase[] {
  const rule = tool.behaviour.requires[index]!;
  const leaders = listLeaders(tool, rule, context);
  if (leaders.length === 0) return [];
  const { entity, place, refused } = rule;
  const id = `${tool.name}/requires/${entity}${place}/led-out`;
  const led = `a call led the ${entity} out of what it requires at ${place}`;
  const must = `${tool.name} is refused with ${refused} and changes nothing after ${led}, and no more after one led it back.`;
  const promised = promise("states", id, tool.name, must, context.at(rule.at));
  return [addCheck(promised, { check: "led-out", rule: index, base, leaders } as const)];
}

/** Lists the state machines of entities that are made with the id of the required one. */
function listMachinesWithin({ entity: name }: Requirement, context: BehaviourContext): StateMachine[] {
  const { model, tool, argumentsOf } = context;
  const required = model.entities.find((entity) => entity.name === name);
  return model.states.filter((machine) => {
    const entity = toEntity(machine, context);
    const maker = entity?.madeBy && tool(entity.madeBy.tool);
    return (
      maker !== undefined &&
      required !== undefined &&
      entity !== required &&
      argumentsOf(required, maker).length > 0
    );
  });
}

function missingCase(
  tool: Tool,
  rule: Requirement,
  untestable: string | undefined,
  context: BehaviourContext,
): BehaviourCase {
  const { entity, place, refused } = rule;
  const must = `${tool.name} is refused with ${refused} unless the ${entity} shows what it requires at ${place}.`;
  const id = `${tool.name}/requires/${entity}${place}`;
  const promised = promise("states", id, tool.name, must, context.at(rule.at));
  const reason = `the spec names no states that decide what ${place} of ${withArticle(entity)} shows`;
  return { ...promised, untestable: untestable ?? reason };
}

function describeState({ name }: Tool, { entity, is, refused }: Requirement, state: string): string {
  const outcome = is.includes(state)
    ? `is not refused with ${refused}`
    : `is refused with ${refused}, and nothing changes`;
  return `${name} with ${withArticle(entity)} that is ${state} ${outcome}.`;
}

function describeWithin(
  { name }: Tool,
  { entity, place, is, refused }: Requirement,
  machine: StateMachine,
  state: string,
): string {
  const values = is.map((value) => JSON.stringify(value)).join(" or ");
  const made = `With ${withArticle(entity)} whose ${machine.name} is ${state}`;
  return `${made}, ${name} is refused with ${refused} and changes nothing, unless the ${entity} shows ${values} at ${place}.`;
}
