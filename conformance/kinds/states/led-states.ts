/** Judges the cases about transitions that the server makes by itself: when its work is done, or at the end of a duration. */
import { setTimeout as delay } from "node:timers/promises";
import { withArticle } from "@toolwright/runtime/problems";
import {
  passTime,
  requireClock,
  roundingSeconds,
  tryBeforeEnd,
  whileClockStands,
} from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { describeChange } from "../../behaviour/observe/observation.ts";
import { isTransient, listServerReachable } from "../../behaviour/rules/transitions.ts";
import type { Reading } from "../../behaviour/states/state-field.ts";
import type { ServerTransitionRule, StateRule } from "../../cases/behaviour.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import { valueAt } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import type { WalkedTransition } from "../../results/run-log.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { listTwins } from "../agreement.ts";

type LedCase = Extract<StateCase, { readonly check: "led" }>;
type InTimeCase = Extract<StateCase, { readonly transition: string }>;

/** The number of instances on which the server works at the same time. The end of one must not affect another. */
const ledAtOnce = 3;

/** The number of later readings of a state that must stay. */
const laterReadings = 3;
const betweenReadingsMs = 50;

export async function ledVerdict(each: LedCase, engine: Engine): Promise<Verdict> {
  const { states, draws } = engine.rules;
  // A target with such a hook is there for tests.
  const isForTests = engine.hooks.has("mint") || engine.hooks.has("work");
  const isFree = isForTests || Object.keys(draws).length === 0;
  const make = () => engine.states.makeIn(each.machine, states[each.machine]!.initial);
  const instances = await Promise.all(Array.from({ length: isFree ? ledAtOnce : 1 }, make));
  const verdicts = await Promise.all(instances.map((instance) => followVerdict(each, instance, engine)));
  return verdicts.find(({ status }) => status === "failed") ?? held;
}

async function followVerdict(each: LedCase, instance: EntityInstance, engine: Engine): Promise<Verdict> {
  const machine = engine.rules.states[each.machine]!;
  await engine.states.bring(instance, each.machine, each.state);
  const followed = await engine.states.follow(instance, each.machine, {
    onStep: (from, to) => recordStep(each.machine, machine, engine, from, to),
  });
  if (!("state" in followed)) {
    const left = listTransitionsFrom(machine, followed.from)[0];
    const seen = { ...each, state: followed.from };
    if (left !== undefined) record({ ...seen, transition: left }, engine, "wrong", followed.problem);
    return engine.verdicts.failed(
      "the server changes its state as the transitions allow",
      followed.called,
      followed.problem,
    );
  }
  return staysVerdict(each, instance, followed.state, engine);
}

/** Checks that a lasting state stays, with everything that tools show of the instance. */
export async function staysVerdict(
  { machine }: Pick<StateCase, "machine">,
  instance: EntityInstance,
  state: string,
  engine: Engine,
): Promise<Verdict> {
  const expected = `${withArticle(instance.entity)} in state ${state} stays in it`;
  const observe = () => engine.observer.observe(instance);
  const before = await observe();
  for (let reading = 0; reading < laterReadings; reading++) {
    await delay(betweenReadingsMs);
    const { state: now, called } = await engine.states.readState(instance, machine);
    if (now !== state)
      return engine.verdicts.failed(expected, called, `it became ${JSON.stringify(now)} without a call`);
  }
  const [change] = await engine.observer.findChanges(observe, before, await observe());
  return change === undefined
    ? held
    : engine.verdicts.failed(expected, change.called, describeChange(change));
}

/** Looks whether a state lasts without calls, and has the server leave it in a call about another entity. */
export async function duringVerdict(each: InTimeCase, engine: Engine): Promise<Verdict> {
  const machine = engine.rules.states[each.machine]!;
  const { to } = machine.serverTransitions[each.transition]!;
  const instance = await engine.states.makeIn(each.machine, each.state);
  if (!isTransient(machine, each.state)) {
    const stays = await staysVerdict(each, instance, each.state, engine);
    if (stays.status === "failed") return stays;
  }
  await engine.states.lead(instance, each.machine, each.transition, to);
  record(each, engine, "moved", to);
  return held;
}

export function inTimeVerdict(each: InTimeCase, engine: Engine): Promise<Verdict> {
  const rule = engine.rules.states[each.machine]!.serverTransitions[each.transition]!;
  requireClock(rule.after ?? 0, engine.hooks);
  return whileClockStands(engine.hooks, engine.context.cases, (stands) =>
    timedVerdict(each, rule, stands, engine),
  );
}

/** A state, and the call that showed it. */
type SeenState = Pick<Reading, "state" | "called">;

async function timedVerdict(
  each: InTimeCase,
  { to, after = 0 }: ServerTransitionRule,
  stands: boolean,
  engine: Engine,
): Promise<Verdict> {
  let [early, end] = [0, after];
  let instance = await engine.states.makeIn(each.machine, each.state);
  const ended = await tryBeforeEnd(after, engine.hooks, stands, async (_, slack) => {
    if (early > 0) instance = await engine.states.makeIn(each.machine, each.state);
    const window = await engine.states.windowOfTransition(instance, each.machine, each.transition);
    end = window?.until ?? after;
    // The end may be at a time of the instance, which is later than so long after now.
    early = Math.max(0, (window?.from ?? after) - slack);
    await passTime(early, engine.hooks);
    const reading = await engine.states.readState(instance, each.machine);
    return reading.state === each.state ? undefined : reading;
  });
  if (ended !== undefined) return wrong(`it is still ${each.state} after ${early} s`, ended);
  await passTime(end - early + roundingSeconds, engine.hooks);
  const behind = await findBehind(each, instance, to, engine);
  const later = await engine.states.readState(instance, each.machine);
  if (later.state !== to) {
    if (isOtherEnd(engine.rules.states[each.machine]!, each, String(later.state)))
      throw new PreconditionError("passing", `the server made it ${later.state} then, as it may`);
    return wrong(`it is ${to} after ${end} s`, later);
  }
  if (behind !== undefined)
    return wrong(`${behind.called.tool} shows that it is ${to} after ${end} s`, behind);
  record(each, engine, "moved", to);
  return held;

  function wrong(expected: string, { state, called }: SeenState): Verdict {
    record(each, engine, "wrong", String(state));
    return engine.verdicts.failed(expected, called, `it is ${JSON.stringify(state)}`);
  }
}

/**
 * Finds another tool that still shows another state than the one to which time has led. It is asked before the tool that shows the state,
 * since this may be what makes the server move it. Some looks later are allowed: lists may be updated later.
 */
async function findBehind(
  { machine }: InTimeCase,
  instance: EntityInstance,
  to: string,
  engine: Engine,
): Promise<SeenState | undefined> {
  const rule = engine.rules.states[machine]!;
  const twins = engine.isBrief ? [] : listTwins(instance.entity, rule.field, engine);
  let behind: SeenState | undefined;
  for (let looks = 1; looks <= laterReadings && twins.length > 0; looks++) {
    if (looks > 1) await engine.observer.waitForClockTick();
    const shown = await engine.observer.observe(instance, { without: [rule.field.tool] });
    const readings = twins.flatMap(({ tool, place }): SeenState[] => {
      const snapshot = shown.find((each) => each.tool === tool && each.of === instance);
      const state = snapshot?.value === undefined ? undefined : valueAt(snapshot.value, place);
      return snapshot === undefined || state === undefined ? [] : [{ state, called: snapshot.called }];
    });
    behind = readings.find(({ state }) => !listServerReachable(rule, to).has(String(state)));
    if (behind === undefined) return undefined;
  }
  return behind;
}

/** Whether another transition of the server leads from the state at the same time, such as to `unsold` where a lot may be `sold`. */
function isOtherEnd(
  { serverTransitions }: StateRule,
  { state, transition }: InTimeCase,
  reached: string,
): boolean {
  const { after } = serverTransitions[transition]!;
  return Object.values(serverTransitions).some(
    (other) => other.to === reached && other.after === after && other.from.includes(state),
  );
}

/** Records a change of state. If a reading missed a state in between, no single transition matches. */
function recordStep(name: string, machine: StateRule, engine: Engine, from: string, to: string): void {
  for (const transition of listTransitionsFrom(machine, from))
    if (machine.serverTransitions[transition]!.to === to)
      record({ machine: name, state: from, transition }, engine, "moved", to);
}

function listTransitionsFrom({ serverTransitions }: StateRule, state: string): string[] {
  return Object.keys(serverTransitions).filter((name) => serverTransitions[name]!.from.includes(state));
}

/** Records a transition for the states page of the report. */
export function record(
  { machine, state, transition }: Pick<WalkedTransition, "machine" | "state" | "transition">,
  { runLog }: Engine,
  outcome: WalkedTransition["outcome"],
  answer: string,
): void {
  runLog.transitions.push({ machine, state, transition, outcome, answer });
}
