/** Judges the limits that count back from a time of an entity: a call is accepted until so long before it, and refused after. */
import { setTimeout as delay } from "node:timers/promises";
import { type Called, isRefusedWith, refusalCode, showAnswer } from "../../behaviour/calls/called.ts";
import { passTime, roundingSeconds, whileClockStands } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { listAncestors, sortParentsFirst } from "../../behaviour/rules/address.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../../calls/arguments.ts";
import { type Json, steps, valueAt } from "../../cases/edits.ts";
import type { LimitCase, NoticeRule } from "../../cases/limits.ts";
import { isMilliseconds, toMs } from "../../cases/times.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

/** A case with what it needs. */
interface NoticeTrial {
  readonly each: LimitCase;
  readonly rule: NoticeRule;
  readonly engine: Engine;
}

/** Entity -> the instance that the call names, or in which that one was made. */
type Instances = Readonly<Record<string, EntityInstance>>;

/** The most attempts, each with more time before the end, if calls and hooks take long. */
const maxTries = 4;
/** The time without a clock that a call after the end waits for. */
const waitSeconds = 2;
/** The time from now to the notice where a clock is moved. */
const nearSeconds = 3_600;

export async function noticeVerdict(each: LimitCase, rule: NoticeRule, engine: Engine): Promise<Verdict> {
  const trial = { each, rule, engine };
  return whileClockStands(engine.hooks, engine.context.cases, async (stands) => {
    if (each.check === "after") return judge(trial, await callAfter(trial));
    let slack = stands ? roundingSeconds : 2 * roundingSeconds;
    for (let tries = 1; tries <= maxTries; tries++) {
      const startedAt = performance.now();
      const verdict = judge(trial, await callBefore(trial, slack));
      const tookSeconds = (performance.now() - startedAt) / 1_000;
      if (stands || verdict.status !== "failed" || slack - tookSeconds > roundingSeconds) return verdict;
      slack = 2 * roundingSeconds + Math.ceil(3 * tookSeconds);
    }
    throw new PreconditionError("slow", `the calls and hooks around the end of the notice took too long`);
  });
}

function judge({ each, rule, engine }: NoticeTrial, called: Called): Verdict {
  const { outcome, exchange } = called;
  const isRefused = isRefusedWith(rule.refused, called);
  if (outcome.is !== "success" && !isRefused) throw engine.verdicts.setupFailed(called);
  if (isRefused && refusalCode(called) === undefined)
    return unverified(
      "no-code",
      `a refusal without a code does not show whether it is ${rule.refused}`,
      exchange,
    );
  if (isRefused === (each.check === "after")) return held;
  const when = each.check === "after" ? "less" : "more";
  const expected = `${each.check === "after" ? `a refusal with ${rule.refused}` : "success"} ${when} than ${rule.seconds} s before ${rule.before}`;
  return engine.verdicts.failed(expected, called, showAnswer(called));
}

/** Calls the tool this many seconds before the notice ends. */
async function callBefore(trial: NoticeTrial, slack: number): Promise<Called> {
  const { hooks } = trial.engine;
  if (!hooks.has("clock"))
    return call(trial, await makeInstances(trial, trial.rule.seconds + slack + waitSeconds));
  const instances = await makeWithNearTime(trial);
  await moveTo(trial, instances, -slack);
  return call(trial, instances);
}

async function callAfter(trial: NoticeTrial): Promise<Called> {
  const { hooks } = trial.engine;
  if (hooks.has("clock")) {
    const instances = await makeWithNearTime(trial);
    await moveTo(trial, instances, roundingSeconds);
    return call(trial, instances);
  }
  const instances = await makeInstances(trial, trial.rule.seconds + waitSeconds);
  await delay((waitSeconds + roundingSeconds) * 1_000);
  return call(trial, instances);
}

/**
 * Makes the entities with a time soon after the notice, so that the clock moves little: to the time of the example it may be years,
 * after which later calls with the example are too late. Where the server takes no such time, they have that of the example.
 */
async function makeWithNearTime(trial: NoticeTrial): Promise<Instances> {
  const near = await ifPossible(makeInstances(trial, trial.rule.seconds + nearSeconds));
  return near ?? makeInstances(trial);
}

/** Moves the clock of the target to this many seconds after the notice ends. */
async function moveTo(trial: NoticeTrial, instances: Instances, after: number): Promise<void> {
  const { rule, engine } = trial;
  const time = await readTime(trial, instances);
  const seconds = Math.round((time - (await engine.hooks.readTime())) / 1_000 - rule.seconds + after);
  if (seconds < 0)
    throw new PreconditionError(
      "setup",
      `${rule.before} of the example is less than ${rule.seconds} s ahead`,
    );
  await passTime(seconds, engine.hooks);
}

async function call({ each, engine }: NoticeTrial, instances: Instances): Promise<Called> {
  const tool = each.tool!;
  const example = baseArguments(engine.context.cases, tool);
  return engine.calls.call({ tool, input: await engine.instances.fill(tool, example, { instances }) });
}

/** Makes the entities that the call names. @param ahead the seconds from now at which the time is; absent: as in the example */
async function makeInstances({ each, rule, engine }: NoticeTrial, ahead?: number): Promise<Instances> {
  const { rules, context } = engine;
  const named = [...listNamedEntities(rules, each.tool!, baseArguments(context.cases, each.tool!))];
  const all = new Set(named.flatMap((entity) => [...listAncestors(rules, entity), entity]));
  const entities = sortParentsFirst(
    rules,
    [...all].filter((entity) => rules.entities[entity]?.madeBy),
  );
  const argument = steps(rule.before).at(-1)!;
  const timed = entities.find((entity) => argument in rules.entities[entity]!.madeBy!.input);
  if (ahead !== undefined && timed === undefined)
    throw new PreconditionError("no-control", `the target has no hook clock, and no tool takes ${argument}`);
  const made: Record<string, EntityInstance> = {};
  const now = await engine.hooks.readTime();
  for (const entity of entities) {
    const like = rules.entities[entity]!.madeBy!.input[argument];
    const time =
      ahead !== undefined && entity === timed ? { [argument]: writeTime(like!, now + ahead * 1_000) } : {};
    made[entity] = await engine.instances.make(entity, { instances: { ...made }, input: time });
  }
  return made;
}

/** Writes a time in milliseconds in the form of another one. Throws a PreconditionError if that is only a day. */
function writeTime(like: Json, at: number): Json {
  if (typeof like === "number") return isMilliseconds(like) ? at : Math.round(at / 1_000);
  if (/T/.test(String(like))) return new Date(at).toISOString();
  throw new PreconditionError("no-control", "the target has no hook clock, and the time is only a day");
}

/** Reads the time at which the notice is aimed: of the first entity that shows it, parents last. */
async function readTime({ each, rule, engine }: NoticeTrial, instances: Instances): Promise<number> {
  for (const instance of Object.values(instances).toReversed()) {
    if (engine.rules.entities[instance.entity]!.observedBy.length === 0) continue;
    const snapshots = await engine.observer.observe(instance);
    const times = snapshots.map(({ value = null }) => toMs(valueAt(value, rule.before)));
    const time = times.find((each) => !Number.isNaN(each));
    if (time !== undefined) return time;
  }
  throw new PreconditionError("undeclared", `nothing that ${each.tool} names shows a time at ${rule.before}`);
}
