/** Judges the cases of kind states: a new entity, and every transition in every state. */
import { callAtOnce, findSingleSuccess } from "../../behaviour/calls/at-once.ts";
import { type Called, isRefusedWith, showAnswer } from "../../behaviour/calls/called.ts";
import { isBeyondWaiting } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { describeChange } from "../../behaviour/observe/observation.ts";
import { isTransient, listServerReachable } from "../../behaviour/rules/transitions.ts";
import { listUnexplainedCodes } from "../../behaviour/states/earlier-calls.ts";
import { keepSpare, type Spare, takeInstanceInState } from "../../behaviour/states/spare-instances.ts";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import type { EndedCase, StateCase } from "../../cases/behaviour-cases.ts";
import type { LedOutCase } from "../../cases/change-rules.ts";
import type { OverlapCase } from "../../cases/overlaps.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { verdictOnWatched } from "../results.ts";
import { isOverlap, secondsFor } from "./case-seconds.ts";
import { endedVerdict } from "./ended.ts";
import { ledOutVerdict } from "./led-out.ts";
import { duringVerdict, inTimeVerdict, ledVerdict, record, staysVerdict } from "./led-states.ts";
import { overlapCost, overlapVerdict } from "./overlaps.ts";
import { watchParents } from "./parents.ts";
import { queueVerdict } from "./queues.ts";
import { isRequirementUnmet, requiredVerdict } from "./requirements.ts";
import { pathVerdict } from "./seen-states.ts";
import { type ServerChangesCase, serverChangesVerdict } from "./server-changes.ts";
import { setsVerdict } from "./set-places.ts";
import { stepVerdict } from "./step-by-step.ts";
import { findAcceptedUnseen } from "./unseen.ts";

/** The number of equal transition calls that are sent at once. */
const atOnce = 2;

/** The costs of checks; of other checks it is 8. */
const costs: Record<string, number> = {
  initial: 2,
  allowed: 2,
  "at-once": 3,
  refused: 6,
  sets: 8,
  path: 0,
  "set-only": 0,
  changes: 14,
  queue: 30,
  "step-by-step": 60,
  required: 14,
  "led-out": 24,
};

/** The costs of checks if requests are limited, where they are others. */
const briefCosts: Record<string, number> = { refused: 3, sets: 4 };

type TransitionCase = Exclude<
  Extract<StateCase, { readonly transition: string }>,
  { readonly check: "sets" | "changes" | "queue" }
>;

/** A transition of an instance that is in the state of the case. */
interface TransitionTrial extends Spare {
  readonly each: TransitionCase;
  readonly engine: Engine;
  readonly machine: StateRule;
}

export const states: KindOfBehaviour<StateCase | EndedCase | LedOutCase | OverlapCase> = {
  // Cases use instances of other cases again, unless the server moves them.
  cost: (each) => (isOverlap(each) ? overlapCost(each) : (costs[each.check] ?? 8)),
  briefCost: (each, rules, cases) => briefCosts[each.check] ?? states.cost(each, rules, cases),
  when(each, rules) {
    if (each.check === "path" || each.check === "set-only") return "end";
    // The clock must not be moved between the two looks of `sets`, and calls of other cases must not make the transition of `during`.
    if (each.check === "sets" || each.check === "during" || each.check === "queue") return "alone";
    if (each.check === "changes") return isMadeInCalls(each, rules) ? "alone" : "quiet";
    return each.check === "step-by-step" ? "quiet" : undefined;
  },
  seconds: secondsFor,
  hooks(each, rules) {
    if (each.check === "step-by-step") return ["work"];
    return isBeyondWaiting(secondsFor(each, rules)) ? ["clock"] : [];
  },
  async verdict(each, engine) {
    if (isOverlap(each)) return overlapVerdict(each, engine);
    if (each.check === "ended") return endedVerdict(each, engine);
    if (each.check === "initial") return initialVerdict(each, engine);
    if (each.check === "path") return pathVerdict(each, engine);
    if (each.check === "sets") return setsVerdict(each, engine);
    if (each.check === "set-only")
      return verdictOnWatched(each, engine.watched.read(each.tool, "set-only", each.machine + each.path));
    if (each.check === "led") return ledVerdict(each, engine);
    if (each.check === "step-by-step") return stepVerdict(each, engine);
    if (each.check === "in-time") return inTimeVerdict(each, engine);
    if (each.check === "during") return duringVerdict(each, engine);
    if (each.check === "queue") return queueVerdict(each, engine);
    if (each.check === "changes") return serverChangesVerdict(each, engine);
    if (each.check === "required") return requiredVerdict(each, engine);
    if (each.check === "led-out") return ledOutVerdict(each, engine);
    try {
      return await transitionVerdict(each, engine);
    } catch (error) {
      record(each, engine, "untried", "");
      throw error;
    }
  },
};

/** Whether the server makes the transition in calls about other entities. */
function isMadeInCalls({ machine, transition }: ServerChangesCase, { states }: Behaviour): boolean {
  return states[machine]?.serverTransitions[transition]?.during !== undefined;
}

async function initialVerdict(each: StateCase, engine: Engine): Promise<Verdict> {
  const machine = engine.rules.states[each.machine]!;
  const { entity = "", initial } = machine;
  const instance = await engine.instances.make(entity);
  const { state, called } = await engine.states.readState(instance, each.machine);
  if (state === initial) return keepAndHold(engine, { instance });
  if (isTransient(machine, initial) && listServerReachable(machine, initial).has(String(state)))
    return unverified("passing", `the server had made it ${state} before the first look, as it may`);
  return engine.verdicts.failed(`a new ${entity} is ${initial}`, called, `it is ${JSON.stringify(state)}`);
}

function keepAndHold(engine: Engine, spare: Spare): Verdict {
  keepSpare(engine, spare);
  return held;
}

async function transitionVerdict(each: TransitionCase, engine: Engine): Promise<Verdict> {
  const options = each.check === "refused" ? { seen: true } : { toward: each.transition };
  const spare = await takeInstanceInState(engine, each.machine, each.state, options);
  const trial = { ...spare, each, engine, machine: requireDeclared(engine.rules.states[each.machine]) };
  if (each.check === "allowed") return allowedVerdict(trial);
  if (each.check === "at-once") return atOnceVerdict(trial);
  return each.check === "repeated" ? repeatedVerdict(trial) : refusedVerdict(trial);
}

/** Throws a PreconditionError if the server had left the state before the call: then another answer may be right. */
async function requireState({ each, instance, engine, machine }: TransitionTrial): Promise<void> {
  if (!isTransient(machine, each.state)) return;
  const { state } = await engine.states.readState(instance, each.machine);
  if (
    state !== each.state &&
    typeof state === "string" &&
    listServerReachable(machine, each.state).has(state)
  )
    throw new PreconditionError(
      "passing",
      `the server moved it from ${each.state} to ${state} before the call`,
    );
}

/**
 * Whether another rule than the state machine refuses the call. Other cases and other clients may have left a used instance so: an
 * order cannot be placed any more once its product is retired. A new one may need a call that was not found.
 */
function isRefusedByOtherRule(
  { tool, outcome }: Called,
  { each, engine, machine, isUsed }: TransitionTrial,
): boolean {
  const { refused } = machine.transitions[each.transition]!;
  if (outcome.is !== "refusal" || outcome.code === undefined || outcome.code === refused) return false;
  const { cases } = engine.context;
  const codes = isUsed ? cases.tools[tool]!.failures : listUnexplainedCodes(tool, engine.rules, cases);
  return codes.includes(outcome.code);
}

async function withNewInstance({ isUsed, look, ...trial }: TransitionTrial): Promise<TransitionTrial> {
  const { machine, state, transition: toward } = trial.each;
  return { ...trial, instance: await trial.engine.states.makeIn(machine, state, { toward }) };
}

async function allowedVerdict(trial: TransitionTrial): Promise<Verdict> {
  const { each, instance, engine, machine } = trial;
  const { to } = machine.transitions[each.transition]!;
  const expected = `${each.transition} leads from ${each.state} to ${to}`;
  const called = await engine.states.attempt(instance, each.machine, each.transition);
  if (called.outcome.is !== "success") {
    const isByOther = isRefusedByOtherRule(called, trial);
    // Another case may have moved a used instance on: a call that makes a bill also closes the order.
    const read = () => engine.states.readState(instance, each.machine);
    if (trial.isUsed && (isByOther || (await read()).state !== each.state))
      return allowedVerdict(await withNewInstance(trial));
    if (called.outcome.is === "refusal") await requireState(trial);
    const error = engine.verdicts.setupFailed(called);
    const isUnmet = isByOther || (await isRequirementUnmet(called, instance, engine));
    if (error.why === "not_implemented" || isUnmet) throw error;
    return wrong(trial, called, expected);
  }
  const { state, called: read } = await engine.states.readState(instance, each.machine);
  if (typeof state !== "string" || !listServerReachable(machine, to).has(state)) {
    const got = `${called.tool} answered with success, but ${read.tool} shows ${JSON.stringify(state)}`;
    return wrong(trial, called, expected, `${each.state} became ${String(state)}`, got);
  }
  record(each, engine, "moved", to);
  return Object.keys(machine.serverTransitions).length === 0 || isTransient(machine, to)
    ? keepAndHold(engine, { instance })
    : staysVerdict(each, instance, to, engine);
}

async function atOnceVerdict(trial: TransitionTrial): Promise<Verdict> {
  const { each, instance, engine, machine } = trial;
  const { refused } = machine.transitions[each.transition]!;
  const attempt = () => engine.states.attempt(instance, each.machine, each.transition, 1);
  await engine.states.meetOtherMachines(instance, each.machine, each.transition);
  const calls = await callAtOnce(engine, atOnce, attempt);
  const isByOther = calls.every((each) => isRefusedByOtherRule(each, trial));
  const isRefused = calls.every(({ outcome }) => outcome.is === "refusal");
  // Another case may have moved a used instance on, as the call of a single transition may find.
  const read = () => engine.states.readState(instance, each.machine);
  if (trial.isUsed && isRefused && (isByOther || (await read()).state !== each.state))
    return atOnceVerdict(await withNewInstance(trial));
  const { called, problem } = findSingleSuccess(calls, refused, engine);
  if (problem === undefined) return keepAndHold(engine, { instance });
  if (isByOther || (await isRequirementUnmet(called, instance, engine)))
    throw engine.verdicts.setupFailed(called);
  const expected = `one of ${atOnce} calls sent at once makes the transition, and the others are refused with ${refused}`;
  return engine.verdicts.failed(expected, called, problem);
}

async function refusedVerdict(trial: TransitionTrial, isAgain = false): Promise<Verdict> {
  const { each, instance, look, engine, machine } = trial;
  const { refused, by } = machine.transitions[each.transition]!;
  const observe = () => engine.observer.observeBriefly(instance);
  const isMoved = await engine.states.meetOtherMachines(instance, each.machine, each.transition);
  const before = (isMoved ? undefined : look) ?? (await observe());
  const findChangeBeside = await watchParents(instance, by.tool, engine);
  const called = await engine.states.attempt(instance, each.machine, each.transition);
  const code = refused === undefined ? "" : ` with ${refused}`;
  const expected = `${each.transition} is refused${code} in state ${each.state}`;
  const { outcome } = called;
  if (outcome.is === "refusal" && outcome.code === "not_implemented")
    throw engine.verdicts.setupFailed(called);
  if (outcome.is === "success") await requireState(trial);
  if (!isRefusedWith(refused, called)) return wrong(trial, called, expected);
  if (isTransient(machine, each.state)) return judgeRefusalAtWork(trial, called);
  const after = await observe();
  const [change] = await engine.observer.findChanges(observe, before, after);
  if (change !== undefined) return failApplied(trial, called, describeChange(change));
  const beside = await findChangeBeside();
  // Other cases may use what the instance was made in, but not that of a new one.
  if (beside !== undefined && trial.isUsed) return refusedVerdict(await withNewInstance(trial));
  // A second call finds what the first one had made for it.
  if (beside?.isDisturbed === true && !isAgain) return refusedVerdict(trial, true);
  if (beside?.isDisturbed === false) return failApplied(trial, called, beside.change);
  const unseen = await findAcceptedUnseen(each, engine);
  if (unseen !== undefined)
    return wrong(trial, unseen, `${expected}, also right after its time, before anything else is asked`);
  record(each, engine, "refused", showAnswer(called));
  return keepAndHold(engine, { instance, look: after });
}

function failApplied(trial: TransitionTrial, called: Called, change: string): Verdict {
  const expected = `a refused ${trial.each.transition} changes nothing`;
  const got = `${called.tool} refused the call, but then ${change}`;
  return wrong(trial, called, expected, "refused, and applied", got);
}

/** Checks a refused call while the server works: other data may change, but the state only by transitions of the server. */
async function judgeRefusalAtWork(trial: TransitionTrial, called: Called): Promise<Verdict> {
  const { each, instance, engine, machine } = trial;
  const { state } = await engine.states.readState(instance, each.machine);
  if (typeof state !== "string" || !listServerReachable(machine, each.state).has(state))
    return failApplied(trial, called, `${each.state} became ${String(state)}`);
  record(each, engine, "refused", showAnswer(called));
  return held;
}

/** Repeats the call at once, and again when the work of the server has ended. */
async function repeatedVerdict(trial: TransitionTrial): Promise<Verdict> {
  const { each, instance, engine } = trial;
  const expected = `${each.transition} is answered again, and changes nothing`;
  const first = await engine.states.attempt(instance, each.machine, each.transition);
  if (first.outcome.is !== "success") return wrong(trial, first, expected);
  const followed = await engine.states.follow(instance, each.machine);
  if (!("state" in followed)) return wrong(trial, first, expected, followed.problem, followed.problem);
  const last = await engine.states.attempt(instance, each.machine, each.transition);
  if (last.outcome.is !== "success") return wrong(trial, last, expected);
  const { state } = await engine.states.readState(instance, each.machine);
  const became = `${followed.state} became ${String(state)}`;
  if (state !== followed.state) return wrong(trial, last, expected, became, became);
  for (const seen of new Set([each.state, followed.state]))
    record({ ...each, state: seen }, engine, "repeated", "the same answer");
  return held;
}

function wrong(
  { each, engine }: TransitionTrial,
  called: Called,
  expected: string,
  answer = showAnswer(called),
  got = `${called.tool} gave ${describeAnswer(called.exchange.answer)}`,
): Verdict {
  record(each, engine, "wrong", answer);
  return engine.verdicts.failed(expected, called, got);
}
