/** Judges the cases of kind states: a new resource, and every transition in every state. */
import { answerOf, type Called } from "../behaviour/calls.ts";
import type { Engine } from "../behaviour/engine.ts";
import { pathTo } from "../behaviour/lifecycle.ts";
import { isTime } from "../behaviour/lost.ts";
import { type Change, describeChange, differencesOf } from "../behaviour/observe.ts";
import type { Thing } from "../behaviour/thing.ts";
import type { EndedCase, StateCase } from "../cases/behaviour-cases.ts";
import type { WalkedTransition } from "../results/journal.ts";
import { failed, held, type Verdict } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";

type TransitionCase = Extract<StateCase, { readonly transition: string }>;

export const states: KindOfBehaviour<StateCase | EndedCase> = {
  cost(each, { states, resources }) {
    if (each.check === "ended") return 2 + 2 * resources[each.resource]!.observedBy.length;
    const machine = states[each.machine]!;
    const makingAndEnding = 2;
    if (each.check === "initial") return makingAndEnding + 1;
    const walked = pathTo(machine, machine.initial, each.state)?.length ?? 0;
    return makingAndEnding + walked + (each.check === "allowed" ? 2 : 6);
  },
  async verdict(each, engine) {
    if (each.check === "ended") return endedVerdict(each, engine);
    if (each.check === "initial") return initialVerdict(each, engine);
    try {
      return await transitionVerdict(each, engine);
    } catch (error) {
      record(each, engine, "untried", "");
      throw error;
    }
  },
};

async function initialVerdict(each: StateCase, engine: Engine): Promise<Verdict> {
  const { resource = "", initial } = engine.rules.states[each.machine]!;
  const thing = await engine.make(resource);
  const { state, called } = await engine.stateOf(thing, each.machine);
  return state === initial
    ? held
    : failed(
        `a new ${resource} is ${initial}`,
        `it is ${JSON.stringify(state)}`,
        engine.evidence(called, each.id),
      );
}

/** A time that changed is not enough: it would show any other change, too. */
async function endedVerdict(each: EndedCase, engine: Engine): Promise<Verdict> {
  const thing = await engine.make(each.resource);
  const before = await engine.observe(thing);
  const called = await engine.end(thing);
  if (called.outcome.is !== "success") throw engine.setupFailed(called);
  const after = await engine.observe(thing);
  const isEnd = ({ tool, at, before, after }: Change) =>
    !engine.isVolatile(tool, at) && !(isTime(before) && isTime(after));
  if (differencesOf(before, after).some(isEnd)) return held;
  return failed(
    `a ${each.resource} that ${called.tool} has ended is gone, or shows it`,
    `${called.tool} answered with success, and ${after.map(({ tool }) => tool).join(" and ")} show it as before`,
    engine.evidence(called, each.id),
  );
}

async function transitionVerdict(each: TransitionCase, engine: Engine): Promise<Verdict> {
  const thing = await engine.makeIn(each.machine, each.state);
  return each.check === "allowed" ? allowedVerdict(each, thing, engine) : refusedVerdict(each, thing, engine);
}

async function allowedVerdict(each: TransitionCase, thing: Thing, engine: Engine): Promise<Verdict> {
  const { to } = engine.rules.states[each.machine]!.transitions[each.transition]!;
  const called = await engine.attempt(thing, each.machine, each.transition);
  if (called.outcome.is !== "success") {
    const obstacle = engine.setupFailed(called);
    if (obstacle.why === "not_implemented") throw obstacle;
    return wrong(each, engine, called, `${each.transition} leads from ${each.state} to ${to}`);
  }
  const { state, called: read } = await engine.stateOf(thing, each.machine);
  if (state !== to) {
    record(each, engine, "wrong", `${each.state} became ${String(state)}`);
    return failed(
      `${each.transition} leads from ${each.state} to ${to}`,
      `${called.tool} answered with success, and ${read.tool} shows ${JSON.stringify(state)}`,
      engine.evidence(called, each.id),
    );
  }
  record(each, engine, "moved", to);
  return held;
}

async function refusedVerdict(each: TransitionCase, thing: Thing, engine: Engine): Promise<Verdict> {
  const { refused } = engine.rules.states[each.machine]!;
  const before = await engine.observe(thing);
  const called = await engine.attempt(thing, each.machine, each.transition);
  const expected = `${each.transition} is refused with ${refused} in state ${each.state}`;
  const { outcome } = called;
  if (outcome.is === "refusal" && outcome.code === "not_implemented") throw engine.setupFailed(called);
  if (outcome.is !== "refusal" || (outcome.code !== undefined && outcome.code !== refused))
    return wrong(each, engine, called, expected);
  const [change] = await engine.changes(thing, before, await engine.observe(thing));
  if (change !== undefined) {
    record(each, engine, "wrong", "refused, and applied");
    return failed(
      `a refused ${each.transition} changes nothing`,
      `${called.tool} refused, and then ${describeChange(change)}`,
      engine.evidence(called, each.id),
    );
  }
  record(each, engine, "refused", answerOf(called));
  return held;
}

function wrong(each: TransitionCase, engine: Engine, called: Called, expected: string): Verdict {
  record(each, engine, "wrong", answerOf(called));
  return failed(
    expected,
    `${called.tool} gave ${describeAnswer(called.exchange.answer)}`,
    engine.evidence(called, each.id),
  );
}

function record(
  { machine, state, transition }: TransitionCase,
  { journal }: Engine,
  outcome: WalkedTransition["outcome"],
  answer: string,
): void {
  journal.transitions.push({ machine, state, transition, outcome, answer });
}
