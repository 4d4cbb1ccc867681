/** Judges what the work that a call begins costs, and what its end returns. */
import type { Engine } from "../behaviour/engine.ts";
import { type FinishedWork, finishWork } from "../behaviour/states/finished-work.ts";
import { requireDeclared } from "../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../results/verdict.ts";
import { findBrokenRule } from "./results.ts";

/** Checks that an account has lost what the results say, at each step and at each end. */
export async function chargedVerdict(
  each: { readonly tool: string; readonly must: string },
  engine: Engine,
): Promise<Verdict> {
  const { tool, must } = each;
  const all = await finishWork(engine, tool);
  const { cost: shown } = requireDeclared(engine.rules.charges[tool]);
  const broken = findBrokenRule(shown.tool, each, engine) ?? findStopped(all, engine);
  if (broken !== undefined) return broken;
  const looks = all.flatMap((work) => work.looks);
  const wrong = looks.find(({ lost, cost }) => Math.abs(lost - cost) > 1e-9);
  if (wrong !== undefined) {
    const got = `the account has ${wrong.lost} less, and ${wrong.called.tool} says ${wrong.cost}`;
    return engine.verdicts.failed(must, wrong.called, got);
  }
  if (looks.some(({ cost }) => cost > 0)) return held;
  return unverified("unobserved", `no call of ${tool} costs anything`);
}

/** Checks that the draw of a call is returned in the states that the spec names, and in no others. */
export async function workEndsVerdict(
  { tool = "", must }: { readonly tool?: string; readonly must: string },
  engine: Engine,
): Promise<Verdict> {
  const { returnedIn = [] } = requireDeclared(engine.rules.draws[tool]);
  const all = await finishWork(engine, tool);
  const stopped = findStopped(all, engine);
  if (stopped !== undefined) return stopped;
  for (const { state, drawn, called } of all) {
    const wanted = returnedIn.includes(String(state)) ? 0 : 1;
    if (drawn !== undefined && drawn !== wanted)
      return engine.verdicts.failed(must, called, `it is ${state}, and the use rose by ${drawn}`);
  }
  const states = new Set(all.map(({ state }) => String(state)));
  const missing = returnedIn.find((state) => !states.has(state));
  if (missing === undefined) return held;
  const why = `the server led no work to ${missing}; a hook work that lets steps fail makes it do so`;
  return unverified(engine.hooks.has("work") ? "passing" : "no-control", why);
}

function findStopped(all: readonly FinishedWork[], engine: Engine): Verdict | undefined {
  const stopped = all.find(({ hasStopped }) => hasStopped);
  if (stopped === undefined) return undefined;
  const got = `after ${stopped.steps} steps it is ${String(stopped.state)} for a minute, and the server has no step of it left`;
  return engine.verdicts.failed("the work that a call began comes to an end", stopped.called, got);
}
