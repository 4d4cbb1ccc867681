/** Judges the limits of kind rate, with a token that is used up once for all cases about one limit. */
import { type Called, isRateLimited } from "../../behaviour/calls/called.ts";
import { callTimes } from "../../behaviour/calls/calls.ts";
import { passTime } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Json } from "../../cases/edits.ts";
import type { LimitCase, RateLimitRule } from "../../cases/limits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import type { OwnToken } from "../../target/tokens.ts";

/** A token that has reached its rate limit. */
interface UsedUp {
  readonly token: OwnToken;
  readonly call: { readonly tool: string; readonly input: Json };
  /** A call of the window that was refused too early. */
  readonly early?: Called;
  /** The calls beyond the limit. */
  readonly excess: readonly Called[];
}

const experiments = oncePerRun<Promise<UsedUp>>();

/** The number of calls beyond the limit, which are sent at once. None of them may pass. */
const excessCalls = 3;
/** The longest window for which the run waits. */
const longestWaitSeconds = 65;

export async function rateVerdict(each: LimitCase, rule: RateLimitRule, engine: Engine): Promise<Verdict> {
  const used = await experiments(engine, each.limit, () => useUp(rule, engine));
  switch (each.check) {
    case "over":
      return overVerdict(rule, used, engine);
    case "other-token":
      return otherTokenVerdict(used, engine);
    default:
      return nextWindowVerdict(rule, used, engine);
  }
}

async function useUp(rule: RateLimitRule, engine: Engine): Promise<UsedUp> {
  const token = await engine.accounts.reserve({});
  const call = await findCheapestCall(rule, engine);
  const startedAt = performance.now();
  const calls = await callTimes(rule.max, () => engine.calls.call(call, { token }));
  const excess = await callTimes(excessCalls, () => engine.calls.call(call, { token }));
  if (performance.now() - startedAt > rule.seconds * 1000)
    throw new PreconditionError("slow", `${rule.max} calls took longer than the window of ${rule.seconds} s`);
  const early = calls.find((called) => isRateLimited(called));
  return { token, call, excess, ...(early && { early }) };
}

/** Finds the cheapest call that counts: of a reading tool, with as few arguments as possible. */
async function findCheapestCall({ tools }: RateLimitRule, engine: Engine): Promise<UsedUp["call"]> {
  const { cases } = engine.context;
  const names = (tools === "all" ? Object.keys(cases.tools) : tools).filter(
    (name) => cases.bases[name] !== undefined,
  );
  const weight = (name: string) =>
    JSON.stringify(baseArguments(cases, name)).length +
    (cases.tools[name]?.readOnly === false ? 1_000_000 : 0);
  const [cheapest] = names.toSorted((a, b) => weight(a) - weight(b));
  const tool = requireDeclared(cheapest, "there are no valid arguments of the tools");
  return { tool, input: await engine.instances.fill(tool, baseArguments(cases, tool)) };
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

async function otherTokenVerdict({ call }: UsedUp, engine: Engine): Promise<Verdict> {
  const token = await engine.accounts.reserve({ calls: 1 });
  const called = await engine.calls.call(call, { token });
  return isRateLimited(called) ? engine.verdicts.failed("a call with another token passes", called) : held;
}

async function nextWindowVerdict({ seconds }: RateLimitRule, used: UsedUp, engine: Engine): Promise<Verdict> {
  await passTime(seconds, engine.hooks, longestWaitSeconds);
  const called = await engine.calls.call(used.call, { token: used.token });
  return isRateLimited(called) ? engine.verdicts.failed(`a call passes after ${seconds} s`, called) : held;
}
