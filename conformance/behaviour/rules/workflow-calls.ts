/** Finds the successful calls of a tool in workflows, and the steps before them. */
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CaseFile } from "../../cases/format.ts";
import type { StepRule, WorkflowRule } from "../../cases/workflows.ts";
import { listIdArguments } from "./rule-calls.ts";

/** Whether time passes before each successful call of a tool in workflows. */
export function isCalledAfterTime(rules: Behaviour, tool: string): boolean {
  const calls = listWorkflowCalls(rules, tool);
  return calls.length > 0 && calls.every(needsHook);
}

/** A successful call of a workflow by the account of the run. */
export interface WorkflowCall {
  readonly workflow: WorkflowRule;
  readonly step: StepRule;
  readonly before: readonly StepRule[];
}

/** Lists the successful calls of a tool by the account of the run. */
export function listWorkflowCalls({ workflows }: Behaviour, tool: string): WorkflowCall[] {
  return Object.values(workflows).flatMap((workflow) =>
    workflow.steps.flatMap((step, index) =>
      isCallOf(step, tool) ? [{ workflow, step, before: workflow.steps.slice(0, index) }] : [],
    ),
  );
}

function isCallOf(step: StepRule, tool: string): boolean {
  const isPlain = step.failure === undefined && step.account === undefined && step.scopes === undefined;
  return step.tool === tool && isPlain && step.atOnce === undefined;
}

/** Whether a hook comes before a call: it lets time pass, or acts for another user. */
export function needsHook({ before }: WorkflowCall): boolean {
  return before.some(({ hook }) => hook !== undefined);
}

/** The steps before a successful call, which names things that earlier steps made. */
export interface StepsAbout {
  readonly workflow: WorkflowRule;
  /** The call. */
  readonly step: StepRule;
  /** Step -> the entity that it makes. */
  readonly makers: ReadonlyMap<string, string>;
  /** The things are made with the arguments of the workflow: an event with one seat is soon full. */
  readonly asMade?: true;
}

/** Entity -> the step of a workflow with whose arguments it is made. */
export type Shapes = ReadonlyMap<string, StepRule>;

/** Lists the steps that make the things of a call. */
export function listShapes({ workflow, makers }: StepsAbout): Shapes {
  const steps = workflow.steps.flatMap((step) => {
    const entity = makers.get(step.id);
    return entity === undefined ? [] : [[entity, step] as const];
  });
  return new Map(steps);
}

/** The most steps that come before a call each time. */
const mostSteps = 8;

/** Lists the steps before calls of a tool that can be about other things: each id of the call is that of what an earlier step made. */
export function listStepsAbout(tool: string, rules: Behaviour): StepsAbout[] {
  return listCallsAbout(tool, rules)
    .filter(({ before, others }) => {
      return others.length > 0 && others.length <= mostSteps && before.every((step) => isPlain(step, rules));
    })
    .toSorted((a, b) => countBefore(a) - countBefore(b));
}

/** Whether a workflow calls a tool about things that it has just made, with nothing but reading calls between. */
export function isCalledAtOnce(tool: string, rules: Behaviour, { tools }: Pick<CaseFile, "tools">): boolean {
  const isReading = (step: StepRule) => tools[step.tool ?? ""]?.readOnly === true;
  return listCallsAbout(tool, rules).some(({ others }) => others.every(isReading));
}

/** A call, with the steps before it that make nothing that it names, and are not refused. */
interface CallAbout extends StepsAbout {
  readonly before: readonly StepRule[];
  readonly others: readonly StepRule[];
}

function listCallsAbout(tool: string, rules: Behaviour): CallAbout[] {
  return listWorkflowCalls(rules, tool).flatMap(({ workflow, step, before }) => {
    const makers = new Map(listMakers(step, before, rules));
    const others = before.filter(({ id, failure }) => !makers.has(id) && failure === undefined);
    return makers.size > 0 ? [{ workflow, step, makers, before, others }] : [];
  });
}

/** Lists the steps that make what a step names, and those that make what it is made within: the customer of a wallet. */
function listMakers(
  step: StepRule,
  before: readonly StepRule[],
  rules: Behaviour,
): (readonly [step: string, entity: string])[] {
  return listIdArguments(rules, step.tool ?? "").flatMap(({ entity, path }) => {
    const { value } = step.expressions.find((expression) => expression.path === path) ?? {};
    const maker = value?.from === "steps" && before.find(({ id }) => id === value.step);
    if (!maker || rules.entities[entity]?.madeBy?.tool !== maker.tool) return [];
    const earlier = before.slice(0, before.indexOf(maker));
    return [[maker.id, entity] as const, ...listMakers(maker, earlier, rules)];
  });
}

function countBefore({ workflow, step }: StepsAbout): number {
  return workflow.steps.indexOf(step);
}

/** Whether the account of the run can perform a step, and it costs nothing. */
function isPlain({ hook, account, scopes, tool = "" }: StepRule, rules: Behaviour): boolean {
  const isFree = rules.spends[tool] === undefined && rules.draws[tool] === undefined;
  return hook === undefined && account === undefined && scopes === undefined && isFree;
}
