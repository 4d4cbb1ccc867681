/** Derives the rules and cases of scenarios: one case for each step. */

import type {
  BehaviourCase,
  CriterionRule,
  Expression,
  Json,
  ReadingRule,
  StepRule,
  WorkflowRule,
} from "@toolwright/conformance/cases";
import { rootNode } from "@toolwright/json-schema";
import { childPointer } from "@toolwright/runtime/json";
import { withoutUndefined } from "../../model/members.ts";
import type { Criterion, Reading, Step, Workflow } from "../../model/scenario.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { parseCondition } from "../../scenarios/condition.ts";
import { isExpression, parseExpression } from "../../scenarios/expression.ts";
import { addCheck } from "../promise.ts";
import type { BehaviourContext, Input } from "./context.ts";

export function workflowRule(workflow: Workflow, context: BehaviourContext): WorkflowRule {
  return {
    at: context.at(workflow.at),
    ...withoutUndefined({ summary: workflow.summary }),
    inputs: sampleInputs(workflow, context) ?? {},
    steps: workflow.steps.map((step) => stepRule(step, context)),
  };
}

export function scenarioCases(workflow: Workflow, context: BehaviourContext): BehaviourCase[] {
  const untestable = sampleInputs(workflow, context)
    ? undefined
    : "no values of the inputs were found that fit their schema";
  return workflow.steps.map((step): BehaviourCase => {
    const common = {
      id: `scenarios/${workflow.id}/${step.id}`,
      kind: "scenarios" as const,
      must: step.description ?? writeSentence(step, workflow),
      at: context.at(step.at),
      ...(step.tool !== undefined && { tool: step.tool }),
    };
    return addCheck(common, untestable ?? { workflow: workflow.id, step: step.id });
  });
}

function writeSentence({ id, tool, hook, failure, atOnce, unchanged }: Step, workflow: Workflow): string {
  const once = atOnce === undefined ? "" : `succeeds once of ${atOnce} calls at once, and else `;
  const outcome = failure === undefined ? "succeeds" : `${once}is refused with ${failure}`;
  const what = tool ?? `the hook ${hook}`;
  const story = (workflow.summary ?? workflow.id).replace(/\.$/, "");
  const kept =
    unchanged.length === 0 ? "" : `, and leaves ${unchanged.map((each) => each.tool).join(", ")} as before`;
  return `${story}: ${id} (${what}) ${outcome}${failure === undefined ? ", and meets its criteria" : ""}${kept}.`;
}

/** Returns inputs that fit their schema, with the defaults of those that are not required. */
function sampleInputs({ inputs }: Workflow, context: BehaviourContext): Input | undefined {
  if (inputs === undefined) return {};
  const sample = context.sampler.one(rootNode(inputs)) as Input | undefined;
  const { properties = {} } = inputs.schema as { properties?: Record<string, { default?: Json }> };
  const defaults = Object.entries(properties).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return sample && { ...Object.fromEntries(defaults), ...sample };
}

function stepRule(step: Step, { at }: BehaviourContext): StepRule {
  const { id, description, tool, hook, account, scopes, failure, atOnce, unchanged, within } = step;
  return {
    id,
    at: at(step.at),
    ...withoutUndefined({ description, tool, hook }),
    payload: step.payload as Input,
    expressions: expressionsIn(step.payload, ""),
    ...(step.live.length > 0 && { live: step.live }),
    ...withoutUndefined({ account, scopes, failure, atOnce }),
    ...(unchanged.length > 0 && { unchanged: unchanged.map(readingRule) }),
    ...(typeof within === "number" && { within }),
    criteria: step.successCriteria.map((criterion, index) =>
      criterionRule(criterion, at(locationBelow(step.at, ["successCriteria", index]))),
    ),
    outputs: Object.fromEntries(
      Object.entries(step.outputs).map(([name, text]) => [name, parseExpression(text)!]),
    ),
  };
}

function readingRule({ tool, payload }: Reading): ReadingRule {
  return { tool, payload: payload as Input, expressions: expressionsIn(payload, "") };
}

function criterionRule({ condition, context, type }: Criterion, at: string): CriterionRule {
  if (type === "simple") return { at, text: condition, type, condition: parseCondition(condition) };
  const rule = { at, text: condition, context: parseExpression(context!)! };
  return type === "regex" ? { ...rule, type, pattern: condition } : { ...rule, type, path: condition };
}

function expressionsIn(value: unknown, path: string): { path: string; value: Expression }[] {
  if (isExpression(value)) return [{ path, value: parseExpression(value)! }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => expressionsIn(child, childPointer(path, key)));
}
