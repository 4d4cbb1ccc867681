/** Takes calls from workflows, whose earlier steps bring the things of the account to where the call succeeds. */
import type { Json } from "../../cases/edits.ts";
import type { StepRule } from "../../cases/workflows.ts";
import type { Engine } from "../engine.ts";
import { listWorkflowCalls, needsHook } from "../rules/workflow-calls.ts";
import { prepareStep } from "./workflows.ts";

/**
 * Performs the steps before a successful call of a tool in a workflow, and returns the arguments of the call with a new idempotency key.
 * It takes the call before which no time passes, and else the one that the fewest steps precede. Returns undefined if no workflow has
 * such a call that this target can make. Throws like `prepareStep`.
 */
export async function prepareCallInWorkflow(engine: Engine, tool: string): Promise<Json | undefined> {
  const [first] = listWorkflowCalls(engine.rules, tool)
    .filter(({ before }) => canBePerformed(before, engine))
    .toSorted((a, b) => Number(needsHook(a)) - Number(needsHook(b)) || a.before.length - b.before.length);
  if (first === undefined) return undefined;
  const { readInput } = await prepareStep(engine, first.workflow, first.step);
  return readInput();
}

/** Whether the target can perform steps: they need no hook but a clock, no tokens of other accounts, refusals that a limit counts, or money. */
function canBePerformed(steps: readonly StepRule[], { rules, hooks }: Engine): boolean {
  const counted = Object.values(rules.limits).flatMap((limit) =>
    limit.kind === "refusals" ? limit.tools : [],
  );
  return steps.every(
    ({ hook, account, scopes, failure, tool = "" }) =>
      (hook === undefined || (hook === "clock" && hooks.has(hook))) &&
      account === undefined &&
      scopes === undefined &&
      !(failure !== undefined && counted.includes(tool)) &&
      rules.spends[tool] === undefined,
  );
}
