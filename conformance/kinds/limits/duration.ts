/** Judges the limits of kind duration: the limited value must exist shortly before the end, and must not exist shortly after it. */

import { addressAt, openAddress } from "../../behaviour/calls/addresses.ts";
import { type Called, readStructured, showAnswer } from "../../behaviour/calls/called.ts";
import {
  passTime,
  readNow,
  requireClock,
  roundingOf,
  roundingSeconds,
  secondsUntilStart,
  tryBeforeEnd,
  whileClockStands,
} from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { DurationRule, LimitCase } from "../../cases/limits.ts";
import { parseTime } from "../../cases/times.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { describeOtherResult } from "../replay/replay.ts";

/** Whether the value has ended, and a description of the answer. */
interface EndState {
  readonly hasEnded: boolean;
  readonly got: string;
}

type Ends = NonNullable<DurationRule["ends"]>;

interface DurationTrial {
  readonly each: LimitCase;
  readonly rule: DurationRule;
  readonly engine: Engine;
  /** Whether the clock of the target stands, so that only the suite lets time pass. */
  readonly stands: boolean;
}

export async function durationVerdict(each: LimitCase, rule: DurationRule, engine: Engine): Promise<Verdict> {
  requireClock(rule.seconds, engine.hooks);
  return whileClockStands(engine.hooks, engine.context.cases, async (stands) => {
    const trial = { each, rule, engine, stands };
    if (each.check === "after-use")
      return isKey(rule, engine) ? verdictAfterCall(trial) : verdictAfterUse(trial);
    if (each.check === "after") return verdictAfter(rule.seconds + roundingSeconds, trial);
    const wrong = await tryBeforeEnd(rule.seconds, engine.hooks, stands, async (seconds) => {
      const verdict = await verdictAfter(seconds, trial);
      return verdict === held ? undefined : verdict;
    });
    return wrong ?? held;
  });
}

/** Creates the limited value, lets this many seconds pass, and checks it. */
async function verdictAfter(
  seconds: number,
  { each, rule, engine, stands }: DurationTrial,
): Promise<Verdict> {
  const { tool = "" } = each;
  const input = await engine.instances.fill(tool, baseArguments(engine.context.cases, tool));
  const calledAt = performance.now();
  const called = await engine.calls.requireSuccess({ tool, input });
  const time = rule.is === "time" ? rule.field : rule.endsAt;
  const beginsIn = await findStart(rule, called, engine);
  if (time !== undefined && beginsIn === 0) {
    const problem = await findTimeProblem(rule.seconds, time, called, stands ? undefined : calledAt, engine);
    if (problem !== undefined)
      return engine.verdicts.failed(`${time} is ${rule.seconds} s ahead`, called, problem);
  }
  if (rule.is === "time" && rule.ends === undefined) return held;
  await passTime(beginsIn + seconds, engine.hooks);
  const { hasEnded, got } = await readEndState(rule, called, engine);
  if (rule.is === "address" && !hasEnded) {
    const other = await engine.calls.requireSuccess({ tool, input });
    const forged = await forgedVerdict(rule.field, called, other, engine);
    if (forged.status === "failed") return forged;
  }
  if (hasEnded === (each.check === "after")) return held;
  const expected = each.check === "before" ? "it works" : "it has ended";
  return engine.verdicts.failed(`${expected} ${seconds} s later`, called, got);
}

/**
 * Creates the limited value, uses it just before its end, and lets time pass until just after its end.
 * @param use uses the value in the result of a call, this many seconds later; returns a failure if it has ended. It may be called again
 * @returns the failure of a use, if there is one
 */
async function useBeforeEnd(
  { each: { tool = "" }, rule, engine, stands }: DurationTrial,
  use: (called: Called, seconds: number) => Promise<Verdict | undefined>,
): Promise<Verdict | undefined> {
  const input = await engine.instances.fill(tool, baseArguments(engine.context.cases, tool));
  let passed = 0;
  const endedEarly = await tryBeforeEnd(rule.seconds, engine.hooks, stands, async (seconds) => {
    const called = await engine.calls.requireSuccess({ tool, input });
    await passTime((await findStart(rule, called, engine)) + seconds, engine.hooks);
    passed = seconds;
    return use(called, seconds);
  });
  if (endedEarly === undefined) await passTime(rule.seconds - passed + roundingSeconds, engine.hooks);
  return endedEarly;
}

/** Uses the limited value just before its end, and checks that it has ended just after it. */
async function verdictAfterUse(trial: DurationTrial): Promise<Verdict> {
  const { rule, engine } = trial;
  let called: Called | undefined;
  const endedEarly = await useBeforeEnd(trial, async (made, seconds) => {
    called = made;
    const used = await readEndState(rule, made, engine);
    return used.hasEnded ? engine.verdicts.failed(`it works ${seconds} s later`, made, used.got) : undefined;
  });
  if (endedEarly !== undefined) return endedEarly;
  const { hasEnded, got } = await readEndState(rule, called!, engine);
  return hasEnded ? held : engine.verdicts.failed("it has ended, although it was just used", called!, got);
}

/** Whether the value is the idempotency key of the call that accepts it. */
function isKey({ ends }: DurationRule, { rules }: Engine): boolean {
  return ends !== undefined && rules.idempotency[ends.tool]?.key === ends.argument;
}

/** Makes the call that accepts the value just before its end, and checks that the same call has the same result just after it. */
async function verdictAfterCall(trial: DurationTrial): Promise<Verdict> {
  const { rule, engine } = trial;
  const ends = requireDeclared(rule.ends);
  let first: Called | undefined;
  const endedEarly = await useBeforeEnd(trial, async (called, seconds) => {
    first = await callWithValue(ends, readStructured(called), engine);
    if (first.outcome.is === "success") return undefined;
    return engine.verdicts.failed(`it works ${seconds} s later`, first, showAnswer(first));
  });
  if (endedEarly !== undefined) return endedEarly;
  const second = await engine.calls.call({ tool: ends.tool, input: first!.input });
  const problem = describeOtherResult(ends.tool, engine, first!, second);
  return problem === undefined
    ? held
    : engine.verdicts.failed("the same result, since the first call was in time", second, problem);
}

/** Returns the seconds until the duration begins: 0 unless the result shows its end, and as its begin another time than that of the call. */
async function findStart(rule: DurationRule, called: Called, engine: Engine): Promise<number> {
  const time = rule.is === "time" ? rule.field : rule.endsAt;
  if (time === undefined) return 0;
  return secondsUntilStart(readStructured(called), time, rule.seconds, await readNow(engine.hooks));
}

/** Checks a time in a result against the target's clock. If the clock runs, it has advanced since the call. */
async function findTimeProblem(
  seconds: number,
  field: string,
  called: Called,
  calledAt: number | undefined,
  engine: Engine,
): Promise<string | undefined> {
  const shown = valueAt(readStructured(called), field);
  const end = typeof shown === "string" ? parseTime(shown) : Number.NaN;
  const now = await readNow(engine.hooks);
  if (Number.isNaN(now)) return undefined;
  const ahead = (end - now) / 1000;
  const tookSeconds = calledAt === undefined ? 0 : (performance.now() - calledAt) / 1000 + roundingSeconds;
  const rounding = roundingSeconds + roundingOf(shown);
  const isRight = ahead <= seconds + rounding && ahead >= seconds - rounding - tookSeconds;
  return isRight ? undefined : `${JSON.stringify(shown)} is ${ahead} s ahead`;
}

async function readEndState(rule: DurationRule, called: Called, engine: Engine): Promise<EndState> {
  const result = readStructured(called);
  if (rule.ends !== undefined) {
    const ended = await callWithValue(rule.ends, result, engine);
    const code = ended.outcome.is === "refusal" ? ended.outcome.code : undefined;
    if (code === "not_implemented") throw engine.verdicts.setupFailed(ended);
    return { hasEnded: code === rule.ends.failure, got: `${rule.ends.tool} answered ${showAnswer(ended)}` };
  }
  if (rule.is === "address") {
    const status = await readStatus(addressAt(rule.field, called, engine));
    return { hasEnded: status >= 400, got: `HTTP ${status}` };
  }
  throw new PreconditionError(
    "undeclared",
    `the spec declares no call (ends) that shows the end of ${rule.field}`,
  );
}

/** Makes the call that accepts a value of a result until its end, by this account. */
export async function callWithValue(
  ends: Ends,
  result: Json,
  engine: Engine,
  account?: string,
): Promise<Called> {
  const value = valueAt(result, ends.value);
  if (value === undefined) throw new PreconditionError("setup", `the result has no value at ${ends.value}`);
  const filled = await engine.instances.fill(ends.tool, ends.input, { account, keep: [ends.argument] });
  const input = applyEdits(filled, [{ set: ends.argument, to: value }]);
  return engine.calls.call({ tool: ends.tool, input }, { account });
}

async function readStatus(url: URL): Promise<number> {
  const { status, body } = await openAddress(url);
  await body?.cancel();
  return status;
}

/** Checks that an address with a changed character in its signature, or with the signature or the query of another address, is refused. */
export async function forgedVerdict(
  place: string,
  called: Called,
  other: Called,
  engine: Engine,
): Promise<Verdict> {
  const [own, foreign] = [addressAt(place, called, engine), addressAt(place, other, engine)];
  const [mine, theirs] = [findSignature(own), findSignature(foreign)];
  if (!mine || !theirs) return inapplicable("the address has no signature in its query");
  if ((await readStatus(own)) >= 400) throw engine.verdicts.setupFailed(called);
  const changed = (mine.startsWith("0") ? "1" : "0") + mine.slice(1);
  for (const query of [own.search.replace(mine, changed), own.search.replace(mine, theirs), foreign.search]) {
    const forged = new URL(query, own);
    if (forged.href !== foreign.href && (await readStatus(forged)) < 400)
      return engine.verdicts.failed(`${place} works only with its own signature`, called, `${forged} works`);
  }
  return held;
}

/** Finds the longest word of the query, which is most likely the signature. */
function findSignature({ search }: URL): string | undefined {
  return search.match(/[\w-]{16,}/g)?.toSorted((a, b) => b.length - a.length)[0];
}
