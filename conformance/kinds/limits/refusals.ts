/** Judges limits of refusals: a caller gets a code so often in a period, and then another one, whatever the arguments are. */
import { type Called, showAnswer } from "../../behaviour/calls/called.ts";
import { passTime, requireClock, whileClockStands } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { listIdArguments } from "../../behaviour/rules/rule-calls.ts";
import { listExamples } from "../../behaviour/states/earlier-calls.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { LimitCase, RefusalsRule } from "../../cases/limits.ts";
import { listLeaves, valuesAt } from "../../cases/places.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { longestPeriod } from "./quota.ts";

interface RefusalsTrial {
  readonly each: LimitCase;
  readonly tool: string;
  readonly rule: RefusalsRule;
  readonly engine: Engine;
}

/** The calls of an account that has caused as many refusals as it may. */
interface Caused {
  /** A call that is refused with the counted code. */
  readonly refused: () => Promise<Called>;
  /** An answer before the last of these refusals that is another one. */
  readonly early: Called | undefined;
  /** The answers after them: to one more such call, and to a call of an example that is accepted. */
  readonly late: readonly Called[];
}

export async function refusalsVerdict(each: LimitCase, rule: RefusalsRule, engine: Engine): Promise<Verdict> {
  const trial = { each, tool: requireDeclared(each.tool), rule, engine };
  const isNext = each.check === "next-period";
  if (isNext) requireClock(longestPeriod[rule.period], engine.hooks);
  return whileClockStands(engine.hooks, engine.context.cases, async () => {
    const all = await causeAll(trial);
    return isNext ? nextVerdict(trial, all) : lastVerdict(trial, all);
  });
}

/** Checks that the code comes as often as it may, and no answer to the calls after that tells what it told. */
function lastVerdict({ each, tool, rule, engine }: RefusalsTrial, { early, late }: Caused): Verdict {
  const { max, code, period } = rule;
  if (early !== undefined)
    return engine.verdicts.failed(`${max} refusals with ${code} in a ${period}`, early, showAnswer(early));
  const wrong = late.find((called) => called.outcome.is === "success" || hasCode(rule, called));
  if (wrong === undefined) return held;
  const expected = `${each.must} After ${max} of them, each call of ${tool} is refused with another code`;
  return engine.verdicts.failed(expected, wrong, showAnswer(wrong));
}

/** Checks that refusals of an earlier period no longer count: the answer is not that of a call after too many. */
async function nextVerdict(
  { each, rule, engine }: RefusalsTrial,
  { refused, late }: Caused,
): Promise<Verdict> {
  await passTime(longestPeriod[rule.period], engine.hooks);
  const called = await refused();
  if (hasCode(rule, called)) return held;
  const [before] = late;
  // The time may have ended something else, such as a trial.
  if (before === undefined || showAnswer(called) !== showAnswer(before))
    throw engine.verdicts.setupFailed(called);
  return engine.verdicts.failed(each.must, called, showAnswer(called));
}

/** Causes the refusals in an account that no other case needs, and makes the calls after them. */
async function causeAll({ each, tool, rule, engine }: RefusalsTrial): Promise<Caused> {
  const { calls, instances, context } = engine;
  const account = await engine.accounts.findDedicated(`${each.limit}-${each.check}`.replaceAll("_", "-"));
  if (account === undefined)
    throw new PreconditionError("no-account", "the refusals would count in the account of the run");
  const call = (input: Json) => calls.call({ tool, input }, { account });
  const [example] = listExamples(tool, engine.rules, context.cases);
  const refusedExample = findRefused(tool, rule, engine);
  const keep = listReasons(tool, refusedExample, example, engine);
  const input = await instances.fill(tool, refusedExample, { account, keep });
  const other = example && (await ifPossible(instances.fill(tool, example, { account })));
  const refused = () => call(input);
  for (let count = 0; count < rule.max; count++) {
    const called = await refused();
    if (hasCode(rule, called)) continue;
    if (count === 0) throw engine.verdicts.setupFailed(called);
    return { refused, early: called, late: [] };
  }
  const late = [await refused(), ...(other === undefined ? [] : [await call(other)])];
  return { refused, early: undefined, late };
}

/** Finds the arguments of an example that is refused with the counted code. */
function findRefused(tool: string, { code }: RefusalsRule, { context: { cases } }: Engine): Json {
  const [base] = cases.cases
    .filter((each) => each.kind === "failures" && each.tool === tool && each.code === code)
    .flatMap((each) => ("base" in each && each.base !== undefined ? [each.base] : []));
  return baseArguments(cases, requireDeclared(base, `no example of ${tool} is refused with ${code}`));
}

/** Lists the arguments in which a refused example differs from an accepted one: no value of the target takes their place. */
function listReasons(
  tool: string,
  refused: Json,
  accepted: Json | undefined,
  { rules }: Engine,
): readonly string[] {
  const ids = listIdArguments(rules, tool).flatMap(({ path }) => valuesAt(refused, path));
  return listLeaves(refused)
    .filter(({ pointer, value }) => valueAt(accepted ?? null, pointer) !== value)
    .map(({ pointer }) => pointer)
    .filter((pointer) => !ids.some((id) => id.pointer === pointer));
}

function hasCode({ code }: RefusalsRule, { outcome }: Called): boolean {
  return outcome.is === "refusal" && outcome.code === code;
}
