/** Makes things with times that begin now, for calls that a server takes only from these times on. */
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type JsonObject, steps, valueAt } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import type { StepRule } from "../../cases/workflows.ts";
import type { Shapes } from "../rules/workflow-calls.ts";

/** A moment that is still ahead when a server compares it, in seconds. */
const soon = 60;

/** Shapes in which the first time of the example is now: a hire is handed out on its first day. Undefined where no time is ahead. */
export function findSoonerShapes(
  entities: readonly string[],
  { entities: known }: Behaviour,
  cases: CaseFile,
): Shapes | undefined {
  const shapes = entities.flatMap((entity) => {
    const { madeBy } = known[entity] ?? {};
    const step = madeBy && soonerStep(madeBy.tool, madeBy.input, cases);
    return step === undefined ? [] : [[entity, step] as const];
  });
  return shapes.length === 0 ? undefined : new Map(shapes);
}

/** Returns arguments without those whose times a shape decides. */
export function withoutTimesOf(shape: Pick<StepRule, "live"> | undefined, input: JsonObject): JsonObject {
  const times = (shape?.live ?? []).filter(({ path }) => valueAt(input, path) !== undefined);
  return applyEdits(
    input,
    times.map(({ path }) => ({ remove: path })),
  ) as JsonObject;
}

function soonerStep(tool: string, input: JsonObject, { live = {} }: CaseFile): StepRule | undefined {
  const times = (live[tool] ?? []).flatMap((each) =>
    "now" in each && each.now > 0 && valueAt(input, each.path) === each.sample ? [each] : [],
  );
  const first = Math.min(...times.map(({ now }) => now));
  const begin = times.some(({ now, as }) => now === first && as === "date") ? 0 : soon;
  if (times.length === 0 || first <= begin) return undefined;
  const names = new Set(times.map(({ path }) => steps(path)[0]));
  const others = Object.keys(input).filter((name) => !names.has(name));
  return {
    id: "sooner",
    at: "",
    tool,
    payload: applyEdits(
      input,
      others.map((name) => ({ remove: `/${name}` })),
    ) as JsonObject,
    expressions: [],
    live: times.map((each) => ({ ...each, now: each.now - first + begin })),
    criteria: [],
    outputs: {},
  };
}
