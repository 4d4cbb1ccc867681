/** Judges the limits of kind rate, with a token or account that is used up once for all cases about one limit. */
import { setTimeout as delay } from "node:timers/promises";
import { type Called, isRateLimited } from "../../behaviour/calls/called.ts";
import { callTimes } from "../../behaviour/calls/calls.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import { passTime } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Json } from "../../cases/edits.ts";
import type { LimitCase, RateLimitRule } from "../../cases/limits.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import type { OwnToken } from "../../target/tokens.ts";

/** A token, or an account with its token, that has reached its rate limit. */
interface UsedUp {
  readonly token: OwnToken;
  /** When its window opened at the earliest, in milliseconds of the run's clock. */
  readonly startedAt: number;
  readonly call: { readonly tool: string; readonly input: Json };
  /** A call of the window that was refused too early. */
  readonly early?: Called;
  /** The calls beyond the limit. */
  readonly excess: readonly Called[];
}

const experiments = oncePerRun<Promise<UsedUp>>();

/** The number of calls beyond the limit, which are sent at once. None of them may pass. */
const excessCalls = 3;
/** The longest window, or time after a refusal, for which the run waits. */
const longestWaitSeconds = 65;

export async function rateVerdict(each: LimitCase, rule: RateLimitRule, engine: Engine): Promise<Verdict> {
  const used = await experiments(engine, each.limit, () => useUp(each.limit, rule, engine));
  switch (each.check) {
    case "over":
      return overVerdict(rule, used, engine);
    case "other-token":
      return rule.per === "account"
        ? sameAccountVerdict(rule, used, engine)
        : otherTokenVerdict(used, undefined, engine);
    case "other-account":
      return otherTokenVerdict(used, used.token.account === undefined ? otherAccount : undefined, engine);
    default:
      return nextWindowVerdict(rule, used, engine);
  }
}

async function useUp(limit: string, rule: RateLimitRule, engine: Engine): Promise<UsedUp> {
  const token = await reserveToken(limit, rule, engine);
  const call = await findCheapestCall(rule, token, engine);
  const startedAt = performance.now();
  const calls = await callTimes(rule.max, () => engine.calls.call(call, { token }));
  const excess = await callTimes(excessCalls, () => engine.calls.call(call, { token }));
  requireSameWindow(rule, startedAt);
  const early = calls.find((called) => isRateLimited(called));
  return { token, startedAt, call, excess, ...(early && { early }) };
}

/** Reserves a token to use up: of an account that the rest of the run needs least, if the whole account is used up. */
async function reserveToken(limit: string, { per }: RateLimitRule, engine: Engine): Promise<OwnToken> {
  const { accounts } = engine;
  if (per !== "account") return accounts.reserve({ usesUp: true });
  const account = await accounts.findDedicated(`${limit}-rate`.replaceAll("_", "-"));
  if (account !== undefined) return accounts.reserve({ account, usesUp: true });
  const other = await ifPossible(accounts.reserve({ account: otherAccount, usesUp: true }));
  return other ?? accounts.reserve({ usesUp: true });
}

function requireSameWindow({ max, seconds }: RateLimitRule, startedAt: number): void {
  if (performance.now() - startedAt > seconds * 1000)
    throw new PreconditionError("slow", `${max} calls took longer than the window of ${seconds} s`);
}

/** Finds the cheapest call that counts: of a reading tool, with as few arguments as possible. */
async function findCheapestCall(
  { tools }: RateLimitRule,
  { account }: OwnToken,
  engine: Engine,
): Promise<UsedUp["call"]> {
  const { cases } = engine.context;
  const names = (tools === "all" ? Object.keys(cases.tools) : tools).filter(
    (name) => cases.bases[name] !== undefined,
  );
  const weight = (name: string) =>
    JSON.stringify(baseArguments(cases, name)).length +
    (cases.tools[name]?.readOnly === false ? 1_000_000 : 0);
  const [cheapest] = names.toSorted((a, b) => weight(a) - weight(b));
  const tool = requireDeclared(cheapest, "there are no valid arguments of the tools");
  return { tool, input: await engine.instances.fill(tool, baseArguments(cases, tool), { account }) };
}

function overVerdict({ max, seconds }: RateLimitRule, used: UsedUp, engine: Engine): Verdict {
  const { early, excess } = used;
  if (early !== undefined)
    return engine.verdicts.failed(`${max} calls in ${seconds} s`, early, "a refusal before that");
  const passed = excess.find((called) => !isRateLimited(called));
  if (passed !== undefined)
    return engine.verdicts.failed(`call ${max + 1} in ${seconds} s is refused with HTTP 429`, passed);
  const first = excess[0]!;
  const wait = readRetryAfter(first);
  if (wait !== undefined && wait <= seconds) return held;
  return engine.verdicts.failed(`Retry-After with 0 to ${seconds} seconds`, first, `${wait ?? "none"}`);
}

function readRetryAfter({ exchange: { answer } }: Called): number | undefined {
  const text = answer.kind === "broken" ? undefined : answer.reply.headers["retry-after"];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Checks that a token of an account can call while another token is used up. */
async function otherTokenVerdict(
  { call }: UsedUp,
  account: string | undefined,
  engine: Engine,
): Promise<Verdict> {
  const token = await engine.accounts.reserve({ account, calls: 1 });
  const called = await engine.calls.call(call, { token });
  const whose = account === undefined ? "another token" : "a token of another account";
  return isRateLimited(called) ? engine.verdicts.failed(`a call with ${whose} passes`, called) : held;
}

/** Checks that another token of the account that is used up is refused, too. */
async function sameAccountVerdict(
  rule: RateLimitRule,
  { token, startedAt, call }: UsedUp,
  engine: Engine,
): Promise<Verdict> {
  const { account } = token;
  const other = await engine.accounts.reserve({ account, usesUp: true, besides: token });
  const called = await engine.calls.call(call, { token: other });
  requireSameWindow(rule, startedAt);
  if (isRateLimited(called)) return held;
  return engine.verdicts.failed("a call with another token of the account is refused with HTTP 429", called);
}

async function nextWindowVerdict({ seconds }: RateLimitRule, used: UsedUp, engine: Engine): Promise<Verdict> {
  await passTime(seconds, engine.hooks, longestWaitSeconds);
  const called = await engine.calls.call(used.call, { token: used.token });
  if (!isRateLimited(called)) return held;
  if (!engine.hooks.has("clock")) return engine.verdicts.failed(`a call passes after ${seconds} s`, called);
  return retryVerdict(called, used, engine);
}

/** Waits as long as a refusal asks for, since a limiter may count by a clock that the hook does not move. */
async function retryVerdict(refused: Called, used: UsedUp, engine: Engine): Promise<Verdict> {
  const seconds = readRetryAfter(refused);
  if (seconds === undefined || seconds > longestWaitSeconds)
    throw new PreconditionError(
      "no-control",
      `the hook clock does not move the limiter, and Retry-After names no time of at most ${longestWaitSeconds} s`,
    );
  await delay(seconds * 1000);
  const called = await engine.calls.call(used.call, { token: used.token });
  if (!isRateLimited(called)) return held;
  return engine.verdicts.failed(`a call passes after the ${seconds} s of Retry-After`, called);
}
