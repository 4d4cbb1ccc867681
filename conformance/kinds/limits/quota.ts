/** Judges the limits of kind quota: which calls draw from them, and what happens when nothing is left. */

import { type Called, isRefusedWith, showAnswer } from "../../behaviour/calls/called.ts";
import { callTimes } from "../../behaviour/calls/calls.ts";
import { passTime, readNow, requireClock, whileClockStands } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { prepareStep } from "../../behaviour/workflows/workflows.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { CallRule } from "../../cases/call-rules.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { LimitCase } from "../../cases/limits.ts";
import { type DrawRule, isDrawing, type QuotaRule } from "../../cases/limits.ts";
import { parseTime } from "../../cases/times.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { failed, held, type Verdict } from "../../results/verdict.ts";

/** The most draws that a run uses up. A larger quota is not tested to its end. */
const mostDraws = 250;
/** The number of calls that try to draw more than is left. */
const excessCalls = 3;
/** How often the rest of a quota is drawn if calls are refused for another reason. */
const mostRounds = 4;

type Call = { readonly tool: string; readonly input: Json };

/** The quota of one account; if undefined, of the account of the run. */
export interface OwnQuota {
  readonly limit: string;
  readonly account: string | undefined;
  readonly engine: Engine;
}

interface QuotaTrial extends OwnQuota {
  readonly draw: DrawRule;
}

export async function quotaVerdict(each: LimitCase, engine: Engine): Promise<Verdict> {
  const draw = engine.rules.draws[each.tool!]!;
  const { limit, check, code = "" } = each;
  // Use the account whose quota is used up by then, since its use must be reset when the period ends.
  const name = ["end", "next-period"].includes(check)
    ? `${limit}-end`
    : `${limit}-${each.tool}-${check}${code}`;
  const account = await engine.accounts.findDedicated(name.replaceAll("_", "-"));
  const trial = { limit, draw, account, engine };
  switch (check) {
    case "end":
      return endVerdict(trial);
    case "draws":
      return drawVerdict(trial, 1, draw.call);
    case "draws-nothing":
      return drawVerdict(
        trial,
        0,
        requireDeclared(draw.otherwise, "the spec has no call that draws nothing"),
      );
    case "returned":
      return returnedVerdict(trial, code);
    default:
      return whileClockStands(engine.hooks, engine.context.cases, () => periodVerdict(trial));
  }
}

/** Checks the total draws of calls. The last call is the evidence. */
export async function usageVerdict(
  quota: OwnQuota,
  wanted: number,
  expected: string,
  makeCalls: () => Promise<Called>,
): Promise<Verdict> {
  const before = await readUsed(quota);
  const last = await makeCalls();
  const drawn = (await readUsed(quota)) - before;
  return drawn === wanted ? held : quota.engine.verdicts.failed(expected, last, `the use rose by ${drawn}`);
}

/** Checks the draws of a successful call. */
async function drawVerdict(trial: QuotaTrial, wanted: number, { tool, input }: CallRule): Promise<Verdict> {
  const { account, engine } = trial;
  const call = { tool, input: await engine.instances.fill(tool, input, { account }) };
  const expected = `a call of ${tool} draws ${wanted}`;
  return usageVerdict(trial, wanted, expected, () => engine.calls.requireSuccess(call, { account }));
}

/** Checks a call that starts to draw, fails and returns the draw. A scenario or an example provides it. */
async function returnedVerdict(trial: QuotaTrial, code: string): Promise<Verdict> {
  const { draw, account, engine } = trial;
  const { tool } = draw.call;
  const expected = `a call of ${tool} that is refused with ${code} draws nothing`;
  for (const workflow of Object.values(engine.rules.workflows)) {
    const step = workflow.steps.find(
      (each) => each.tool === tool && each.failure === code && isDrawing(draw, each.payload),
    );
    if (step === undefined) continue;
    const { perform } = await prepareStep(engine, workflow, step);
    const quota = { ...trial, account: step.account };
    return usageVerdict(quota, 0, expected, async () => failing((await perform()).called!));
  }
  const { cases } = engine.context;
  const example = cases.cases
    .filter((each) => each.kind === "failures" && each.tool === tool && each.code === code)
    .flatMap((each) => ("base" in each ? baseArguments(cases, each.base!) : []))
    .find((input) => isDrawing(draw, input));
  const shown = requireDeclared(example, `no scenario or example shows a call of ${tool} with ${code}`);
  const input = await engine.instances.fill(tool, shown, { account });
  return usageVerdict(trial, 0, expected, async () =>
    failing(await engine.calls.call({ tool, input }, { account })),
  );

  function failing(called: Called): Called {
    if (showAnswer(called) === code) return called;
    throw engine.verdicts.setupFailed(called);
  }
}

/** The seconds before and after the end of a period at which the use is read: servers round, and a clock may run. */
const aroundEnd = 30;
/** The seconds of the longest period of a name. */
export const longestPeriod = { day: 86_400, month: 31 * 86_400 };

/** Checks that draws still count shortly before the shown end of the period, and no longer count shortly after it. */
async function periodVerdict(trial: QuotaTrial): Promise<Verdict> {
  const { draw, account, engine } = trial;
  const { period } = findQuotaRule(trial);
  const { tool, input } = draw.call;
  requireClock(longestPeriod.day, engine.hooks);
  const { resets, used: usedBefore } = await readView(trial);
  const filled = usedBefore ? input : await engine.instances.fill(tool, input, { account });
  const called = usedBefore
    ? undefined
    : await engine.calls.requireSuccess({ tool, input: filled }, { account });
  const seconds = Math.ceil((resets - (await readNow(engine.hooks))) / 1000);
  if (Number.isNaN(seconds)) {
    const lacking = Number.isNaN(resets)
      ? "no result shows when the period ends"
      : "the hook clock prints no now";
    throw new PreconditionError("no-control", lacking);
  }
  const used = await readUsed(trial);
  await passTime(Math.max(0, seconds - aroundEnd), engine.hooks);
  const before = (await readNow(engine.hooks)) < resets ? await readUsed(trial) : used;
  await passTime(2 * aroundEnd, engine.hooks);
  const after = await readUsed(trial);
  if (seconds <= longestPeriod[period] && before === used && after < used) return held;
  const expected = `the same use until the shown end of the ${period}, and less after it`;
  const got = `an end in ${seconds} s, ${before} before it after ${used}, and ${after} after it`;
  return failed(expected, got, called?.exchange);
}

/** The answers when a quota was used up. */
export interface End {
  /** Tool -> its call after the last draw. */
  readonly refusals: ReadonlyMap<string, Called>;
  /** A call that drew more than was left. */
  readonly beyond: Called | undefined;
  /** The number of draws that are left, since the server refused other draws for another reason; a call may succeed then. */
  readonly left: number;
}

const ends = oncePerRun<Promise<End>>();

/** Uses up the quota of an account that no other case needs, once for the run. */
export async function useUpQuota(limit: string, engine: Engine): Promise<End> {
  const [draw] = Object.values(engine.rules.draws).filter((each) => each.limit === limit);
  const account = await engine.accounts.findDedicated(`${limit}-end`.replaceAll("_", "-"));
  return ends(engine, limit, () => reachEnd({ limit, account, engine, draw: requireDeclared(draw) }));
}

async function endVerdict(trial: QuotaTrial): Promise<Verdict> {
  const { limit, draw, engine } = trial;
  const { refusals, beyond, left } = await useUpQuota(limit, engine);
  if (beyond !== undefined)
    return engine.verdicts.failed("no call draws more than the quota has", beyond, "a call did");
  const called = refusals.get(draw.call.tool);
  if (called === undefined)
    throw new PreconditionError("setup", `the call of ${draw.call.tool} could not be prepared`);
  const { outcome } = called;
  if (outcome.is === "success" && left > 0)
    throw new PreconditionError("setup", `${limit} could not be used up: ${left} draws are left`);
  const { refused } = findQuotaRule(trial);
  if (isRefusedWith(refused, called)) return held;
  if (["not_implemented", ...draw.returnedOn].includes(showAnswer(called)))
    throw engine.verdicts.setupFailed(called);
  return engine.verdicts.failed(`a refusal with ${refused}`, called, showAnswer(called));
}

/** Uses up the quota of a separate account, with several concurrent calls, and then calls every tool that draws. */
async function reachEnd(trial: QuotaTrial): Promise<End> {
  const { account, engine } = trial;
  const draws = Object.values(engine.rules.draws).filter(({ limit }) => limit === trial.limit);
  const last: Call[] = [];
  for (const { call } of draws) {
    const input = await ifPossible(engine.instances.fill(call.tool, call.input, { account }));
    if (input !== undefined) last.push({ tool: call.tool, input });
  }
  const { remaining = Number.NaN } = await readView(trial);
  if (!(remaining <= mostDraws))
    throw new PreconditionError(
      "large",
      `${remaining} draws are left, but a run uses up at most ${mostDraws}`,
    );
  engine.context.caller.requireDraws(trial.limit, remaining);
  const { beyond, left } = await drawAll(trial, draws[0]!.call, remaining);
  const refusals = new Map<string, Called>();
  for (const call of last) refusals.set(call.tool, await engine.calls.call(call, { account }));
  return { refusals, beyond, left };
}

/** Draws all that is left, and tries to draw more. Calls that are refused for another reason, such as two stays in one room, are made again. */
async function drawAll(
  trial: QuotaTrial,
  { tool, input }: CallRule,
  remaining: number,
): Promise<Pick<End, "beyond" | "left">> {
  const { account, engine } = trial;
  let left = remaining;
  for (let round = 0; round < mostRounds; round++) {
    const calls = await callTimes(left + excessCalls, async () =>
      engine.calls.call({ tool, input: await engine.instances.fill(tool, input, { account }) }, { account }),
    );
    const succeeded = calls.filter(({ outcome }) => outcome.is === "success");
    if (succeeded.length > left) return { beyond: succeeded.at(-1), left: 0 };
    left = (await readView(trial)).remaining ?? 0;
    if (left === 0 || succeeded.length === 0) break;
  }
  return { beyond: undefined, left };
}

export function findQuotaRule({ limit, engine: { rules } }: OwnQuota): QuotaRule {
  const rule = rules.limits[limit];
  if (rule?.kind !== "quota") throw new PreconditionError("undeclared", `${limit} is not a quota`);
  return rule;
}

/** The numbers of a quota that a tool shows. */
interface QuotaView {
  readonly used: number | undefined;
  readonly remaining: number | undefined;
  /** The end of the period, in milliseconds since 1970; NaN if it is not shown. */
  readonly resets: number;
}

async function readView(quota: OwnQuota): Promise<QuotaView> {
  const { limit: name, account, engine } = quota;
  const shownBy = requireDeclared(
    findQuotaRule(quota).shownBy,
    `the spec declares no tool that shows ${name}`,
  );
  const result = await engine.calls.requireResult(
    { tool: shownBy.tool, input: await engine.instances.fill(shownBy.tool, shownBy.input, { account }) },
    { account },
  );
  const number = (path: string | undefined) => {
    const value = path === undefined ? undefined : valueAt(result, path);
    return typeof value === "number" ? value : undefined;
  };
  const used = number(shownBy.used);
  const limit = number(shownBy.limit);
  const rest = used !== undefined && limit !== undefined ? limit - used : undefined;
  return {
    used,
    resets: parseTime(String(valueAt(result, shownBy.resets ?? "/ "))),
    remaining: number(shownBy.remaining) ?? rest,
  };
}

/** Reads how much of a quota the account of the run has left; `undefined` if no tool shows it. */
export async function readLeft(limit: string, engine: Engine): Promise<number | undefined> {
  return ifPossible(readRemaining({ limit, account: undefined, engine }));
}

/** Reads how much of a quota is left; `undefined` if no number shows it. */
export async function readRemaining(quota: OwnQuota): Promise<number | undefined> {
  return (await readView(quota)).remaining;
}

/** Reads how much is used. If only the rest is shown, returns its negative, so that differences are right. */
export async function readUsed(quota: OwnQuota): Promise<number> {
  const { used, remaining } = await readView(quota);
  if (used !== undefined) return used;
  return -requireDeclared(remaining, `no number shows how much of ${quota.limit} is used`);
}
