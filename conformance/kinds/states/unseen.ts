/** Tries calls in a state to which time has led while nobody looked. */
import type { Called } from "../../behaviour/calls/called.ts";
import { passTime, roundingSeconds } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { findTimedStep } from "../../behaviour/rules/transitions.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import { ifPossible } from "../../results/precondition-error.ts";

type TransitionCase = Extract<StateCase, { readonly transition: string }>;

/**
 * Calls a transition right after a time has led to the state of a case, before anything else is asked: a server may notice the end of a
 * time only when somebody looks. Returns the call if it is accepted; undefined, too, where no time leads there, or where the server may
 * have gone another way.
 */
export async function findAcceptedUnseen(each: TransitionCase, engine: Engine): Promise<Called | undefined> {
  const called = await ifPossible(callUnseen(each, engine));
  return called?.outcome.is === "success" ? called : undefined;
}

async function callUnseen(
  { machine, state, transition }: TransitionCase,
  engine: Engine,
): Promise<Called | undefined> {
  const rule = engine.rules.states[machine]!;
  const { by, from } = rule.transitions[transition]!;
  const timed = engine.isBrief ? undefined : findTimedStep(rule, state);
  if (timed === undefined) return undefined;
  const others = Object.values(rule.serverTransitions).filter((other) => other.from.includes(timed.before));
  if (others.some(({ to }) => from.includes(to))) return undefined;
  const instance = await engine.states.makeIn(machine, timed.before);
  const seconds = await engine.states.secondsUntilTransition(instance, machine, timed.transition);
  await passTime((seconds ?? 0) + 2 * roundingSeconds, engine.hooks);
  return engine.instances.callAbout(instance, by, { unprepared: true });
}
