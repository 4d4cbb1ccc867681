import type { Locus } from "../diagnostics/diagnostic.ts";
import { fileStem } from "../model/names.ts";
import type { Scenario, Step } from "../model/scenario.ts";
import type { SpecDocument } from "../parse/document.ts";
import { uriOf } from "../schema/reference.ts";
import type { ScenarioFile } from "../structure/shape.ts";
import { below, type LimitReader } from "./limits.ts";
import { rootOf } from "./root.ts";

/** A file under `scenarios/`. */
export function scenarioOf({ source, value }: SpecDocument, reader: LimitReader): Scenario {
  const at = (...path: (string | number)[]): Locus => ({ file: source.path, path });
  const { workflows } = value as ScenarioFile;
  return {
    name: fileStem(source.path),
    workflows: workflows.map(({ workflowId, inputs, steps, outputs = {}, ...prose }, index) => ({
      id: workflowId,
      ...prose,
      ...(inputs !== undefined && {
        inputs: rootOf(`${uriOf(source.path)}/${index}`, inputs, at("workflows", index, "inputs"), reader),
      }),
      steps: steps.map((step, position) => stepOf(step, at("workflows", index, "steps", position), reader)),
      outputs,
      at: at("workflows", index),
    })),
  };
}

function stepOf(
  { stepId, operationId, requestBody, successCriteria = [], outputs = {}, ...prose }: StepShape,
  at: Locus,
  reader: LimitReader,
): Step {
  const payload = reader.fill(requestBody?.payload ?? {}, below(at, ["requestBody", "payload"]));
  return {
    id: stepId,
    ...prose,
    tool: operationId,
    payload: payload as Step["payload"],
    successCriteria: successCriteria.map((criterion) => ({ type: "simple", ...criterion })),
    outputs,
    at,
  };
}

type StepShape = ScenarioFile["workflows"][number]["steps"][number];
