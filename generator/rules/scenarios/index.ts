/** Rules about scenarios. */
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import type { Step } from "../../model/scenario.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { evaluatorFor } from "../../schema/evaluator.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { resolver } from "../../schema/roots.ts";
import { misfits, missing, type PartialArguments } from "../arguments.ts";
import type { Rule } from "../rule.ts";
import { expressionProblems } from "./expression-problems.ts";
import { expressionUses } from "./expression-uses.ts";

export const scenarioRules: readonly Rule[] = [
  {
    code: "scenario-tool",
    sentence: "A step of a scenario calls a tool that exists.",
    violations: ({ scenarios, tools }) => {
      const known = tools.map(({ name }) => name);
      return stepsOf(scenarios).flatMap((step) => {
        if (known.includes(step.tool)) return [];
        const hint = didYouMean(step.tool, known);
        const detail = `There is no tool ${JSON.stringify(step.tool)}.`;
        return [{ at: locationBelow(step.at, ["operationId"]), detail, ...(hint !== undefined && { hint }) }];
      });
    },
  },
  {
    code: "scenario-names",
    sentence: "Workflows have different names, and so have the steps of one.",
    violations: ({ scenarios }) => {
      const workflows = scenarios.flatMap((scenario) => scenario.workflows);
      return [
        ...repeated(workflows.map(({ id, at }) => ({ id, at: locationBelow(at, ["workflowId"]) }))),
        ...workflows.flatMap(({ steps }) =>
          repeated(steps.map(({ id, at }) => ({ id, at: locationBelow(at, ["stepId"]) }))),
        ),
      ];
    },
  },
  {
    code: "scenario-expression",
    sentence: "An expression of a scenario can be read, and what it asks for is there.",
    violations: (model) => {
      const resolve = resolver(model);
      return model.scenarios
        .flatMap(({ workflows }) => workflows)
        .flatMap((workflow) =>
          expressionUses(workflow).flatMap((use) => expressionProblems(use, workflow, model, resolve)),
        );
    },
  },
  {
    code: "scenario-arguments",
    sentence: "The arguments of a step fit the input of its tool, as far as they are constant.",
    violations: (source) => {
      const model = normalisedModel(source);
      const resolve = resolver(model);
      const { fits } = evaluatorFor(resolve);
      return stepsOf(model.scenarios).flatMap((step) => {
        const tool = model.tools.find(({ name }) => name === step.tool);
        if (!tool) return [];
        const partial: PartialArguments = {
          tool,
          values: step.payload,
          at: locationBelow(step.at, ["requestBody", "payload"]),
        };
        return [...misfits(partial, resolve, fits), ...missing(partial, resolve)];
      });
    },
  },
];

function stepsOf(scenarios: Model["scenarios"]): Step[] {
  return scenarios.flatMap(({ workflows }) => workflows).flatMap(({ steps }) => steps);
}

function repeated(names: readonly { readonly id: string; readonly at: SpecLocation }[]): Violation[] {
  return names.flatMap(({ id, at }, index) => {
    const first = names.findIndex((other) => other.id === id);
    if (first === index) return [];
    const related = [{ at: names[first]!.at, message: "The first one is here." }];
    return [{ at, detail: `${JSON.stringify(id)} is there already.`, related }];
  });
}
