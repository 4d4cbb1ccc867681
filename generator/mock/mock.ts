/** Serves a spec that has no handlers: the service with its validators, and handlers that behave as the spec declares. */
import { type LocatedSchema, rootNode } from "@toolwright/json-schema";
import { evaluatorFor } from "@toolwright/json-schema/evaluation";
import type { Tool as ServedTool, Service, Validate } from "@toolwright/runtime";
import { withDefaults } from "@toolwright/runtime";
import { inputTarget } from "../cases/arguments.ts";
import { manifestOf } from "../emit/manifest.ts";
import { operationData, serviceData, toolData } from "../emit/service-data.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { makeDefaultsGraph } from "../schema/defaults-graph.ts";
import { resolver } from "../schema/roots.ts";
import { createAnswers } from "./answers.ts";
import { type MockCaller, type MockOptions, mockContext } from "./context.ts";
import { mockedResources, resourceHandlers } from "./resources.ts";
import { type LongCall, workAsTask } from "./task-work.ts";
import type { Data } from "./values.ts";

export interface Mock {
  readonly service: Service;
  /** Has the type of the generated `Handlers`. */
  readonly handlers: object;
}

/** Creates a mock of a valid spec. It has no instances yet. */
export function createMock(source: Model, options: MockOptions): Mock {
  const context = mockContext(source, options);
  const { model } = context;
  const evaluator = evaluatorFor(resolver(model));
  const manifest = manifestOf(source);
  const makeValidator = (target: LocatedSchema): Validate => {
    const validate: Validate = (value) => {
      // The evaluator remembers which objects fit, and a handler or a caller may change them afterwards.
      const problems = evaluator.problems(structuredClone(value), target);
      validate.errors = problems;
      return problems.length === 0;
    };
    return validate;
  };
  const tools = source.tools.map((tool, index): ServedTool => {
    const { input } = model.tools[index]!;
    const defaults = makeDefaultsGraph(rootNode(input), resolver(model));
    const check = makeValidator(inputTarget(model.tools[index]!));
    return {
      ...operationData(tool, source),
      ...toolData(tool, model),
      input: defaults.length > 0 ? withDefaults(check, defaults) : check,
      ...(tool.output && { output: makeValidator(context.outputOf(model.tools[index]!)) }),
      manifest: JSON.stringify(manifest[index]),
    };
  });
  const applyDefaults = (tool: Tool) => tools[model.tools.indexOf(tool)]!.input;
  const answer = createAnswers(context, applyDefaults);
  return {
    service: { ...serviceData(source), tools, ...mockedResources(source, context, makeValidator) },
    handlers: {
      ...Object.fromEntries(
        model.tools.map((tool) => [
          tool.method,
          (input: unknown, call: MockCaller & LongCall) =>
            workAsTask(tool, call, () => answer(tool, input as Data, call)),
        ]),
      ),
      ...resourceHandlers(context),
    },
  };
}
