/** Judges the limits of kind quota: what draws from them, what does not, and what happens at the end. */
import { type Called, callTimes, showAnswer } from "../../behaviour/calls.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { PreconditionError } from "../../behaviour/precondition-error.ts";
import type { CallRule, DrawRule, QuotaRule } from "../../cases/behaviour.ts";
import type { LimitCase } from "../../cases/behaviour-cases.ts";
import { edited, type Json, valueAt } from "../../cases/edits.ts";
import { failed, held, type Verdict } from "../../results/verdict.ts";

/** A quota with more left than this is not used up. */
const mostDraws = 250;
/** Calls that try to draw more than there is. */
const excessCalls = 3;

type Call = { readonly tool: string; readonly input: Json };

export async function quotaVerdict(each: LimitCase, rule: QuotaRule, engine: Engine): Promise<Verdict> {
  const draw = engine.rules.draws[each.tool!]!;
  if (each.check === "end") return endVerdict(each, rule, draw, engine);
  const account = await engine.accountFor(`${each.limit}-${each.tool}-${each.check}`.replaceAll("_", "-"));
  switch (each.check) {
    case "draws":
      return drawVerdict(each, 1, rule, { ...draw.call }, account, engine);
    case "draws-nothing":
      if (draw.otherwise === undefined)
        throw new PreconditionError("undeclared", "the spec shows no call that draws nothing");
      return drawVerdict(each, 0, rule, draw.otherwise, account, engine);
    default:
      return refusalVerdict(each, rule, draw, account, engine);
  }
}

/** A call that succeeds, and how much is used before and after it. */
async function drawVerdict(
  each: LimitCase,
  wanted: number,
  rule: QuotaRule,
  { tool, input }: CallRule,
  account: string | undefined,
  engine: Engine,
): Promise<Verdict> {
  const filled = await engine.fill(tool, input, { account });
  const before = await readUsed(each, rule, account, engine);
  const called = await engine.succeeding({ tool, input: filled }, { account });
  const drawn = (await readUsed(each, rule, account, engine)) - before;
  if (drawn === wanted) return held;
  return failed(`a call of ${tool} draws ${wanted}`, `it drew ${drawn}`, engine.evidence(called));
}

/** Calls that must be refused: without a required argument, and about something that does not exist. */
async function refusalVerdict(
  each: LimitCase,
  rule: QuotaRule,
  draw: DrawRule,
  account: string | undefined,
  engine: Engine,
): Promise<Verdict> {
  const { tool } = draw.call;
  const calls = refusedCalls(draw, await engine.fill(tool, draw.call.input, { account }), engine);
  const before = await readUsed(each, rule, account, engine);
  let refused: Called | undefined;
  for (const call of calls) {
    const called = await engine.call(call, { account });
    if (called.outcome.is === "refusal") refused = called;
  }
  if (refused === undefined) throw new PreconditionError("unobserved", `no call of ${tool} was refused`);
  const drawn = (await readUsed(each, rule, account, engine)) - before;
  if (drawn === 0) return held;
  return failed(`refused calls of ${tool} draw nothing`, `they drew ${drawn}`, engine.evidence(refused));
}

function refusedCalls({ call: { tool, input } }: DrawRule, filled: Json, engine: Engine): Call[] {
  const ids = Object.values(engine.rules.entities).flatMap(({ arguments: places }) =>
    places
      .filter((place) => place.tool === tool && valueAt(filled, place.path) !== undefined)
      .map(({ path }) => path),
  );
  return [
    // The ids of examples name nothing.
    ...ids.map((path) => ({ tool, input: edited(filled, [{ set: path, to: valueAt(input, path)! }]) })),
    ...Object.keys(input).map((name) => ({ tool, input: edited(filled, [{ remove: `/${name}` }]) })),
  ].filter(
    (call) =>
      !engine.context.schemas.fits(tool, call.input) ||
      ids.some((path) => valueAt(call.input, path) === valueAt(input, path)),
  );
}

/** What the calls of every tool that draws came to when nothing was left. */
interface End {
  readonly refusals: ReadonlyMap<string, Called>;
  /** A call that drew more than there was. */
  readonly beyond?: Called;
}

const ends = oncePerRun<Promise<End>>();

async function endVerdict(
  each: LimitCase,
  rule: QuotaRule,
  draw: DrawRule,
  engine: Engine,
): Promise<Verdict> {
  const { refusals, beyond } = await ends(engine, each.limit, () => reachEnd(each, rule, engine));
  if (beyond !== undefined)
    return failed("no call draws more than the quota has", "one did", engine.evidence(beyond));
  const called = refusals.get(draw.call.tool);
  if (called === undefined)
    throw new PreconditionError("setup", `the call of ${draw.call.tool} could not be prepared`);
  const { outcome } = called;
  if (
    outcome.is === "refusal" &&
    (outcome.code === undefined || rule.refused === undefined || outcome.code === rule.refused)
  )
    return held;
  if (["not_implemented", ...draw.returnedOn].includes(showAnswer(called))) throw engine.setupFailed(called);
  return failed(`a refusal with ${rule.refused}`, showAnswer(called), engine.evidence(called));
}

/** Uses up the quota of an account of its own, several calls at once, and then calls every tool that draws. */
async function reachEnd(each: LimitCase, rule: QuotaRule, engine: Engine): Promise<End> {
  const account = await engine.accountFor(`${each.limit}-end`.replaceAll("_", "-"));
  const draws = Object.values(engine.rules.draws).filter(({ limit }) => limit === each.limit);
  const last: Call[] = [];
  for (const { call } of draws) {
    try {
      last.push({ tool: call.tool, input: await engine.fill(call.tool, call.input, { account }) });
    } catch (error) {
      if (!(error instanceof PreconditionError)) throw error;
    }
  }
  const left = await readLeft(each, rule, account, engine);
  if (left > mostDraws)
    throw new PreconditionError("state", `${left} draws are left, more than a run should use up`);
  const beyond = await useUp(draws[0]!.call, left, account, engine);
  const refusals = new Map<string, Called>();
  for (const call of last) refusals.set(call.tool, await engine.call(call, { account }));
  return { refusals, ...(beyond && { beyond }) };
}

async function useUp(
  { tool, input }: CallRule,
  left: number,
  account: string | undefined,
  engine: Engine,
): Promise<Called | undefined> {
  const calls = await callTimes(left + excessCalls, async () =>
    engine.call({ tool, input: await engine.fill(tool, input, { account }) }, { account }),
  );
  const succeeded = calls.filter(({ outcome }) => outcome.is === "success");
  return succeeded.length > left ? succeeded.at(-1) : undefined;
}

interface View {
  readonly used: number | undefined;
  readonly remaining: number | undefined;
}

async function readView(
  each: { readonly limit: string },
  { shownBy }: QuotaRule,
  account: string | undefined,
  engine: Engine,
): Promise<View> {
  if (shownBy === undefined)
    throw new PreconditionError("undeclared", `the spec names no tool that shows ${each.limit}`);
  const result = await engine.succeed(
    { tool: shownBy.tool, input: await engine.fill(shownBy.tool, shownBy.input, { account }) },
    { account },
  );
  const number = (path: string | undefined) => {
    const value = path === undefined ? undefined : valueAt(result, path);
    return typeof value === "number" ? value : undefined;
  };
  const [used, limit, remaining] = [number(shownBy.used), number(shownBy.limit), number(shownBy.remaining)];
  return {
    used,
    remaining: remaining ?? (used !== undefined && limit !== undefined ? limit - used : undefined),
  };
}

/** How much is used; where only the rest is shown, the difference of two of these is right. */
export async function readUsed(
  each: { readonly limit: string },
  rule: QuotaRule,
  account: string | undefined,
  engine: Engine,
): Promise<number> {
  const { used, remaining } = await readView(each, rule, account, engine);
  if (used !== undefined) return used;
  if (remaining !== undefined) return -remaining;
  throw new PreconditionError("undeclared", `no number shows how much of ${each.limit} is used`);
}

async function readLeft(
  each: LimitCase,
  rule: QuotaRule,
  account: string | undefined,
  engine: Engine,
): Promise<number> {
  const { remaining } = await readView(each, rule, account, engine);
  if (remaining !== undefined) return remaining;
  throw new PreconditionError("undeclared", `no number shows how much of ${each.limit} is left`);
}
