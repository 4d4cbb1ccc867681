/** Rules about scenarios. */
import { isSchemaObject, type JsonSchema } from "@toolwright/json-schema";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import type { AuthModel, Model } from "../../model/model.ts";
import { listCalled } from "../../model/readers.ts";
import { listSteps, type Step } from "../../model/scenario.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { argumentChecks } from "../arguments.ts";
import { absent, type Rule } from "../rule.ts";
import { expressionProblems } from "./expression-problems.ts";
import { expressionUses } from "./expression-uses.ts";
import { findTypedLimits } from "./typed-limits.ts";

export const scenarioRules: readonly Rule[] = [
  {
    code: "scenario-tool",
    sentence: "A step of a scenario calls a tool or reads a resource that exists, or runs a hook.",
    violations: (model) => {
      const known = listCalled(model).map(({ name }) => name);
      return listSteps(model.scenarios).flatMap((step): Violation | [] => {
        if ((step.tool === undefined) === (step.hook === undefined)) {
          const has = step.tool === undefined ? "neither" : "both";
          return { at: locationBelow(step.at, ["stepId"]), detail: `It has ${has} of operationId and hook.` };
        }
        if (step.tool === undefined || known.includes(step.tool)) return [];
        const at = locationBelow(step.at, ["operationId"]);
        const found = absentCall(step.tool, known, at);
        return { ...found, hint: suggest(step.tool, known) ?? renameHint(step, model) ?? found.hint };
      });
    },
  },
  {
    code: "scenario-reads",
    sentence: "A step compares and awaits results of calls that only read.",
    violations: (model) => listSteps(model.scenarios).flatMap((step) => findWrongReadings(step, model)),
  },
  {
    code: "scenario-caller",
    sentence: "A step has an account, scopes or a failure only if it calls a tool with a token.",
    violations: ({ scenarios, auth }) =>
      listSteps(scenarios).flatMap((step) =>
        (["account", "scopes", "failure"] as const).flatMap((key): Violation | [] => {
          const detail = step[key] === undefined ? undefined : idle(key, step, auth.scheme);
          return detail === undefined ? [] : { at: keyBelow(step.at, [key]), detail };
        }),
      ),
  },
  {
    code: "scenario-names",
    sentence: "Workflows have different names, and so have the steps of each workflow.",
    violations: ({ scenarios }) => {
      const workflows = scenarios.flatMap((scenario) => scenario.workflows);
      return [
        ...findRepeated(workflows.map(({ id, at }) => ({ id, at: locationBelow(at, ["workflowId"]) }))),
        ...workflows.flatMap(({ steps }) =>
          findRepeated(steps.map(({ id, at }) => ({ id, at: locationBelow(at, ["stepId"]) }))),
        ),
      ];
    },
  },
  {
    code: "scenario-expression",
    sentence: "An expression of a scenario is well-formed, and its target exists.",
    violations: (model) =>
      model.scenarios
        .flatMap(({ workflows }) => workflows)
        .flatMap((workflow) =>
          expressionUses(workflow).flatMap((use) => expressionProblems(use, workflow, model)),
        ),
  },
  {
    code: "scenario-limit",
    sentence: "A scenario names a limit in place of its number.",
    severity: "warning",
    acceptable: true,
    violations: findTypedLimits,
  },
  {
    code: "scenario-arguments",
    sentence: "The arguments of a step fit the input of its tool, as far as they are constant.",
    violations: (model) => {
      const { misfits, missing } = argumentChecks(model);
      const readings = listSteps(model.scenarios).flatMap(({ unchanged }) => unchanged);
      const ofReadings = readings.flatMap(({ tool, payload: values, at }) => {
        const partial = { tool, values, at: locationBelow(at, ["payload"]) };
        return [...misfits(partial), ...missing(partial)];
      });
      const ofSteps = listSteps(model.scenarios).flatMap(({ tool, hook, failure, payload: values, at }) => {
        // Arguments that are refused as `invalid_input` do not fit on purpose.
        if (tool === undefined || hook !== undefined || failure === "invalid_input") return [];
        const partial = { tool, values, at: locationBelow(at, ["requestBody", "payload"]) };
        return [...misfits(partial), ...missing(partial)];
      });
      return [...ofSteps, ...ofReadings];
    },
  },
];

function absentCall(name: string, known: readonly string[], at: SpecLocation): Violation {
  return absent(name.startsWith("resource:") ? "resource with a handler" : "tool", name, known, at);
}

/** Names the one tool that no step calls and that takes the arguments of a step: its tool may have been renamed. */
function renameHint({ payload }: Step, { tools, scenarios }: Model): string | undefined {
  const called = new Set(listSteps(scenarios).map(({ tool }) => tool));
  const taking = tools.filter(({ name, input }) => !called.has(name) && takes(input.schema, payload));
  const [only] = taking;
  return only && taking.length === 1
    ? `${only.name} takes these arguments, and no step calls it: perhaps the tool was renamed.`
    : undefined;
}

/** Whether a schema has a property for each of some arguments, and they are all that it requires. */
function takes(schema: JsonSchema, payload: Step["payload"]): boolean {
  if (!isSchemaObject(schema)) return false;
  const { properties, required = [] } = schema;
  const known = Object.keys(isSchemaObject(properties) ? properties : {});
  return (
    Object.keys(payload).every((name) => known.includes(name)) &&
    Array.isArray(required) &&
    required.every((name) => Object.hasOwn(payload, name))
  );
}

function findWrongReadings({ tool, failure, unchanged, within, at }: Step, model: Model): Violation[] {
  const called = listCalled(model);
  const known = called.map(({ name }) => name);
  const reads = (wanted: string | undefined) =>
    called.some((each) => each.name === wanted && ("uri" in each || each.annotations?.readOnlyHint === true));
  const awaited = within !== undefined && (!reads(tool) || failure !== undefined);
  return [
    ...unchanged.flatMap((reading): Violation | [] => {
      const place = locationBelow(reading.at, ["operationId"]);
      if (!known.includes(reading.tool)) return absentCall(reading.tool, known, place);
      return reads(reading.tool)
        ? []
        : { at: place, detail: `${reading.tool} does not promise to only read.` };
    }),
    ...(awaited
      ? [
          {
            at: keyBelow(at, ["within"]),
            detail: "Only a call that reads and succeeds is repeated until its criteria hold.",
          },
        ]
      : []),
  ];
}

/** Explains why a key of a step would have no effect. The hooks that end a token use its account and scopes. */
function idle(
  key: "account" | "scopes" | "failure",
  { hook }: Step,
  scheme: AuthModel["scheme"],
): string | undefined {
  if (key === "failure") return hook === undefined ? undefined : "A hook is not refused.";
  if (scheme === "none") return "Callers of this server have no tokens.";
  const takesToken = hook === undefined || hook === "revoke" || hook === "expire";
  return takesToken ? undefined : `The hook ${hook} takes no token.`;
}

function findRepeated(names: readonly { readonly id: string; readonly at: SpecLocation }[]): Violation[] {
  return names.flatMap(({ id, at }, index) => {
    const first = names.findIndex((other) => other.id === id);
    if (first === index) return [];
    const related = [{ at: names[first]!.at, message: "The first one is here." }];
    return { at, detail: `${JSON.stringify(id)} is already used.`, related };
  });
}
