import type { Path, SpecLocation } from "../diagnostics/diagnostic.ts";
import { fileStem } from "../model/names.ts";
import type { Scenario, Step } from "../model/scenario.ts";
import type { SpecDocument } from "../parse/document.ts";
import { toUri } from "../schema/reference.ts";
import type { ScenarioFile } from "../structure/shape.ts";
import { type LimitSubstituter, locationBelow, toRoot } from "./limits.ts";

/** Resolves a file under `scenarios/`. */
export function toScenario({ source, value }: SpecDocument, substituter: LimitSubstituter): Scenario {
  const { workflows } = value as ScenarioFile;
  return {
    name: fileStem(source.path),
    workflows: workflows.map(({ workflowId, inputs, steps, outputs = {}, ...prose }, index) => {
      const at = { file: source.path, path: ["workflows", index] };
      const below = (...path: Path) => locationBelow(at, path);
      const uri = `${toUri(source.path)}/${index}`;
      return {
        id: workflowId,
        ...prose,
        ...(inputs !== undefined && { inputs: toRoot(uri, inputs, below("inputs"), substituter) }),
        steps: steps.map((step, position) => toStep(step, below("steps", position), substituter)),
        outputs,
        at,
      };
    }),
  };
}

function toStep(
  { stepId, operationId, requestBody, successCriteria = [], outputs = {}, ...prose }: StepShape,
  at: SpecLocation,
  substituter: LimitSubstituter,
): Step {
  const place = locationBelow(at, ["requestBody", "payload"]);
  const payload = substituter.substitute(requestBody?.payload ?? {}, place);
  return {
    id: stepId,
    ...prose,
    ...(operationId !== undefined && { tool: operationId }),
    payload: payload as Step["payload"],
    successCriteria: successCriteria.map((criterion) => ({ type: "simple", ...criterion })),
    outputs,
    at,
  };
}

type StepShape = ScenarioFile["workflows"][number]["steps"][number];
