/** Makes one attempt: makes its things, observes them, acts, observes them again. */
import type { Called } from "../behaviour/calls/called.ts";
import { verdicts } from "../behaviour/calls/verdicts.ts";
import type { Observation } from "../behaviour/observe/observation.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { open } from "./judgements.ts";
import type { Act, Attempt, Judgement, Law, Shown, Subject, Things } from "./law.ts";
import { observeAtRest, observeSettled } from "./rest.ts";
import type { World } from "./world.ts";

export interface AttemptOptions {
  /** Observations are made when the server has come to rest. */
  readonly isAtRest?: boolean;
  /** Instead of the acts, so much time passes: what changes then changes by itself. */
  readonly idleMs?: number;
}

/** What an attempt has shown, and the time from the first observation to the last. */
export interface Tried {
  readonly shown: Shown;
  readonly ms: number;
}

export async function makeAttempt(
  attempt: Attempt,
  world: World,
  { isAtRest = false, idleMs }: AttemptOptions = {},
): Promise<Tried> {
  const { instances, observations, callers } = world;
  const { given, first = [], watch, acts: wanted } = attempt;
  for (const { by } of [...first, ...wanted]) await callers.require(by);
  const things = await instances.make(given);
  const prepared = await callFirst(first, things, world);
  // To prepare a call may make other things, maybe within the watched ones: so it comes before the first observation.
  const calls = [];
  for (const act of wanted) calls.push({ act, input: await instances.prepare(act, things) });
  const observe = () => observations.observe(watch, things);
  const observeLast = (): Promise<Observation> => (isAtRest ? observeAtRest(observe, world) : observe());
  const before = await (isAtRest ? observeAtRest(observe, world) : observeSettled(observe, world));
  const begin = callers.now();
  const acts: Called[] = [];
  if (idleMs !== undefined) await callers.pass(idleMs);
  else for (const { act, input } of calls) acts.push(await callers.send(act, instances.edit(act, input)));
  const after = await observeLast();
  return {
    ms: callers.now() - begin,
    shown: {
      things,
      first: prepared,
      acts,
      before,
      after,
      changes: observations.listChanges(before, after),
    },
  };
}

/** Makes the calls that must succeed before the first observation. */
async function callFirst(
  first: readonly Act[],
  things: Things,
  { instances, callers }: World,
): Promise<readonly Called[]> {
  const calls: Called[] = [];
  for (const act of first) {
    const called = await callers.send(act, instances.edit(act, await instances.prepare(act, things)));
    if (called.outcome.is !== "success") throw verdicts.setupFailed(called);
    calls.push(called);
  }
  return calls;
}

/** A law at a case of it, and where it is tried. */
export interface Trying<Of extends Subject = Subject> {
  readonly law: Law<Of>;
  readonly subject: Of;
  readonly world: World;
}

export interface Judged {
  readonly judgement: Judgement;
  /** Absent if the attempt could not be made. */
  readonly tried?: Tried;
}

/** Makes an attempt and judges what it has shown. */
export async function judgeAttempt(
  attempt: Attempt,
  { law, subject, world }: Trying,
  options: AttemptOptions = {},
): Promise<Judged> {
  try {
    const tried = await makeAttempt(attempt, world, options);
    return { judgement: law.judge(tried.shown, subject, world.spec), tried };
  } catch (error) {
    // Another attempt of the case may be possible.
    if (!(error instanceof PreconditionError) || error.why !== "setup" || error.failure) throw error;
    return { judgement: open("setup", error.message) };
  }
}
