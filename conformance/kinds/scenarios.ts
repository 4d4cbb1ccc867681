/** Judges the cases of kind scenarios: one step of a workflow. */
import type { Engine } from "../behaviour/engine.ts";
import { describeValues, isMet } from "../behaviour/workflows/criteria.ts";
import {
  endsAccess,
  listStepsUpTo,
  prepareStep,
  runStep,
  type StepRun,
  waitForWorkflowEnd,
} from "../behaviour/workflows/workflows.ts";
import type { ScenarioCase, StepRule } from "../cases/workflows.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { endedVerdict } from "./access/ended-access.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";

/** The usual number of repetitions of a call whose criteria come to hold. */
const usualRepeats = 3;

export const scenarios: KindOfBehaviour<ScenarioCase> = {
  cost({ tool, workflow, step: id }, { entities, workflows }) {
    if (tool === undefined) return 0;
    const step = workflows[workflow]?.steps.find((each) => each.id === id);
    const isEnded = Object.values(entities).some((rule) => rule.endedBy && rule.madeBy?.tool === tool);
    return (
      1 +
      Number(isEnded) +
      2 * (step?.unchanged?.length ?? 0) +
      (step?.within === undefined ? 0 : usualRepeats)
    );
  },
  hooks: (each, rules) => listStepsUpTo(rules, each).flatMap(({ hook = [] }) => hook),
  when: ({ workflow }, { workflows }) =>
    workflows[workflow]!.steps.some(({ hook }) => hook === "clock") ? "quiet" : "any",
  async verdict(each, engine) {
    const workflow = engine.rules.workflows[each.workflow]!;
    const step = workflow.steps.find(({ id }) => id === each.step)!;
    if (!engine.planned.includes(each)) await requireAll(listStepsUpTo(engine.rules, each), engine);
    const run = await runStep(engine, each);
    if (run.unexpected !== undefined) requireNamedAccount(step, run, engine);
    const verdict = stepVerdict(step, run);
    if (verdict !== held || !endsAccess(step)) return verdict;
    await waitForWorkflowEnd(engine, each.workflow);
    const { payload, perform } = await prepareStep(engine, workflow, step);
    const { entity = null, id = null } = payload;
    return endedVerdict({ entity, id, account: step.account! }, engine, perform);
  },
};

/** Checks before the workflow starts that the target has the hooks and tokens for it. Throws a PreconditionError. */
async function requireAll(steps: readonly StepRule[], engine: Engine): Promise<void> {
  for (const { hook, account, scopes } of steps) {
    if (hook !== undefined) engine.hooks.requireHook(hook);
    else if (account ?? scopes) await engine.context.caller.requireToken(account, scopes);
  }
}

/**
 * Throws a PreconditionError for a refused step that gives another account access, if the target file says of no account that the
 * argument names it: an address in the spec belongs to an account of the team's own server.
 */
function requireNamedAccount({ tool, failure }: StepRule, { called }: StepRun, engine: Engine): void {
  const { entities } = engine.rules;
  const shared = Object.values(entities).find(({ sharedBy }) => sharedBy?.tool === tool)?.sharedBy;
  if (shared === undefined || failure !== undefined) return;
  const name = shared.account.slice(1);
  if (engine.context.bindings.findAccount(name) !== undefined) return;
  const why = `no binding of ${name} in the target file says which account its value names`;
  throw new PreconditionError("refused", why, called?.exchange);
}

function stepVerdict(step: StepRule, run: StepRun): Verdict {
  const { called, scope, unexpected } = run;
  const exchange = called?.exchange;
  if (unexpected !== undefined) {
    if (unexpected === "not_implemented")
      throw new PreconditionError(unexpected, `${step.tool} answers ${unexpected}`, exchange);
    // The other cases of the run have drawn from the quota, too.
    if (called?.usedUp !== undefined) {
      const why = `${step.tool} answers ${unexpected}: nothing is left of ${called.usedUp}`;
      throw new PreconditionError("used-up", why, exchange);
    }
    const { failure, atOnce } = step;
    const refusal =
      atOnce === undefined ? "a refusal" : `one success of ${atOnce} calls at once, else refusals`;
    return failed(failure === undefined ? "success" : `${refusal} with ${failure}`, unexpected, exchange);
  }
  if (run.changed !== undefined)
    return failed("what the step does not change is as it was before it", run.changed, exchange);
  const broken = step.criteria.find((criterion) => !isMet(criterion, scope));
  const time = step.within === undefined ? "" : ` within ${step.within} s`;
  if (broken !== undefined) return failed(broken.text + time, describeValues(broken, scope), exchange);
  const isUncoded = called?.outcome.is === "refusal" && called.outcome.code === undefined;
  if (!isUncoded) return held;
  return unverified(
    "no-code",
    `a refusal without a code does not show whether it is ${step.failure}`,
    exchange,
  );
}
