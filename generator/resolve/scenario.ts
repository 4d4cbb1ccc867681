import type { Path, SpecLocation } from "../diagnostics/diagnostic.ts";
import { fileStem } from "../model/names.ts";
import type { Scenario, Step } from "../model/scenario.ts";
import type { SpecDocument } from "../parse/document.ts";
import { toUri } from "../schema/reference.ts";
import type { ScenarioFile } from "../structure/shape.ts";
import type { DataReader, ReadData } from "./data.ts";
import { type LimitSubstituter, locationBelow, toRoot } from "./limits.ts";

/** Resolves a file under `scenarios/`. */
export function toScenario(
  { source, value }: SpecDocument,
  substituter: LimitSubstituter,
  reader: DataReader,
  inputs: ReadonlyMap<string, unknown>,
): Scenario {
  const { workflows } = value as ScenarioFile;
  return {
    name: fileStem(source.path),
    workflows: workflows.map(({ workflowId, inputs: wanted, steps, outputs = {}, ...prose }, index) => {
      const at = { file: source.path, path: ["workflows", index] };
      const below = (...path: Path) => locationBelow(at, path);
      const uri = `${toUri(source.path)}/${index}`;
      return {
        id: workflowId,
        ...prose,
        ...(wanted !== undefined && { inputs: toRoot(uri, wanted, below("inputs"), substituter) }),
        steps: steps.map((step, position) =>
          toStep(step, below("steps", position), substituter, (value, place) =>
            reader.read(value, place, inputs.get(step.operationId ?? "")),
          ),
        ),
        outputs,
        at,
      };
    }),
  };
}

function toStep(
  {
    stepId,
    operationId,
    requestBody,
    successCriteria = [],
    unchanged = [],
    within,
    outputs = {},
    ...prose
  }: StepShape,
  at: SpecLocation,
  substituter: LimitSubstituter,
  read: (payload: Step["payload"], at: SpecLocation) => ReadData<Step["payload"]>,
): Step {
  const { value: payload, live } = read(
    requestBody?.payload ?? {},
    locationBelow(at, ["requestBody", "payload"]),
  );
  return {
    id: stepId,
    ...prose,
    ...(operationId !== undefined && { tool: operationId }),
    payload,
    live,
    successCriteria: successCriteria.map((criterion, index) => ({
      type: "simple",
      ...criterion,
      conditionInSpec: criterion.condition,
      condition: substituter.substituteText(
        criterion.condition,
        locationBelow(at, ["successCriteria", index, "condition"]),
      ),
    })),
    unchanged: unchanged.map(({ operationId: tool, payload = {}, ...reading }, index) => ({
      tool,
      ...reading,
      payload: read(payload, locationBelow(at, ["unchanged", index, "payload"])).value,
      at: locationBelow(at, ["unchanged", index]),
    })),
    ...(within !== undefined && { within: read({ within }, at).value.within }),
    outputs,
    at,
  };
}

type StepShape = ScenarioFile["workflows"][number]["steps"][number];
