/** Judges the cases about times and counters that transitions set. */

import { isDayBetween, passTime, readNow, roundingSeconds } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { isTime } from "../../behaviour/observe/lost.ts";
import { findCallPath, isTransient } from "../../behaviour/rules/transitions.ts";
import { keepSpare, takeInstanceInState } from "../../behaviour/states/spare-instances.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { parseTime } from "../../cases/times.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";

type SetsCase = Extract<StateCase, { readonly check: "sets" }>;

/** Makes the transition, and once more where calls lead back to its state: then the place has the time of the second call. */
export async function setsVerdict(each: SetsCase, engine: Engine): Promise<Verdict> {
  const { machine, state, transition } = each;
  const { instance } = await takeInstanceInState(engine, machine, state, { toward: transition });
  const first = await setOnce(each, instance, engine);
  if (first.status !== "held") return first;
  // A call that leads back may need more than the state, such as a thing that is free.
  const again = canReturn(each, engine) ? await ifPossible(setAgain(each, instance, engine)) : undefined;
  const verdict = again ?? first;
  if (verdict.status === "held") keepSpare(engine, { instance, isUsed: true });
  return verdict;
}

/** Whether calls lead an entity back to the state of the case, and a hook tells the two times apart. */
function canReturn({ machine, state, transition }: SetsCase, { rules, isBrief, hooks }: Engine): boolean {
  const rule = requireDeclared(rules.states[machine]);
  const { to } = requireDeclared(rule.transitions[transition]);
  return (
    !isBrief && hooks.has("clock") && !isTransient(rule, to) && findCallPath(rule, to, state) !== undefined
  );
}

async function setAgain(each: SetsCase, instance: EntityInstance, engine: Engine): Promise<Verdict> {
  await engine.states.bring(instance, each.machine, each.state);
  await passTime(2 * roundingSeconds, engine.hooks);
  return setOnce(each, instance, engine);
}

/** Makes the transition between two looks, at least a second after the place may have been set before. */
async function setOnce(each: SetsCase, instance: EntityInstance, engine: Engine): Promise<Verdict> {
  const { machine, transition, path } = each;
  const look = async () => {
    const { called, shown = null } = await engine.states.readState(instance, machine);
    return { called, value: valueAt(shown, path) };
  };
  const before = await look();
  await engine.observer.waitForClockTick();
  const earliest = await readNow(engine.hooks);
  const called = await engine.states.attempt(instance, machine, transition);
  if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
  const after = await look();
  const latest = await readNow(engine.hooks);
  if (after.value === undefined || after.value === null)
    return engine.verdicts.failed(each.must, called, `${after.called.tool} shows nothing at ${path}`);
  const problem = describeValue(before.value, after.value, { earliest, latest, lasts: each.after ?? 0 });
  if (problem !== undefined)
    return engine.verdicts.failed(each.must, called, `${after.called.tool} shows ${path}: ${problem}`);
  return held;
}

/** The clock of the target around a call, in milliseconds; NaN if no hook prints it. The time that a call sets may end what lasts so many seconds. */
interface Moments {
  readonly earliest: number;
  readonly latest: number;
  readonly lasts: number;
}

/** Describes a time that is not the one of the call, or a number that is not higher. */
function describeValue(before: Json | undefined, after: Json, moments: Moments): string | undefined {
  if (typeof after !== "number") return describeTime(before, after, moments);
  const isHigher = after > (typeof before === "number" ? before : 0);
  return isHigher ? undefined : `${JSON.stringify(after)} after ${JSON.stringify(before ?? null)}`;
}

function describeTime(
  before: Json | undefined,
  after: Json,
  { earliest, latest, lasts }: Moments,
): string | undefined {
  const shown = JSON.stringify(after);
  const lastsMs = 1_000 * lasts;
  const isToday = isDayBetween(after, earliest + lastsMs, latest + lastsMs);
  if (!isTime(after) && isToday === undefined)
    throw new PreconditionError("setup", `${shown} is neither a time nor a number`);
  if (Number.isNaN(earliest) || Number.isNaN(latest)) {
    if (JSON.stringify(before) !== shown) return undefined;
    throw new PreconditionError(
      "no-control",
      `${shown} is as before, and no hook clock says what time it is`,
    );
  }
  const time = parseTime(String(after)) - lastsMs;
  const isBetween = time >= earliest - roundingMs(String(after)) && time <= latest + 1_000 * roundingSeconds;
  if (isBetween || isToday) return undefined;
  const moments = [earliest, latest].map((ms) => new Date(ms).toISOString());
  const ends = lasts === 0 ? "" : `, and this lasts ${lasts} s`;
  return `${shown}, but the call was made between ${moments.join(" and ")}${ends}`;
}

/** Servers may show whole seconds or minutes. */
function roundingMs(time: string): number {
  return /T\d\d:\d\d(:00(\.0+)?)?(?!:|\.?\d)/.test(time) ? 60_000 : 1_000 * roundingSeconds;
}
