/** Judges the cases of kind accounts: in a state of a whole account some tools refuse it, and the others go on. */
import { type Called, isRefusedWith, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { Observation } from "../../behaviour/observe/observation.ts";
import { unchangedVerdict } from "../../behaviour/observe/refused-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { AccountCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { accountInState } from "../../target/known-tokens.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { prepareLooks } from "./looks.ts";
import { findAccount, type StateAccount } from "./state-account.ts";

export const accounts: KindOfBehaviour<AccountCase> = {
  needsSuccess: true,
  cost: ({ check, bases }) => (check === "refused" ? 20 + 2 * bases.length : 6),
  briefCost: ({ check }) => (check === "refused" ? 12 : 6),
  account: ({ state }) => accountInState(state),
  async verdict(each, engine) {
    const account = await findAccount(each, engine);
    const bases = engine.isBrief ? each.bases.slice(0, 1) : each.bases;
    const inputs: Json[] = [];
    for (const base of bases)
      inputs.push(await account.prepare(each.tool, exampleArguments(engine.context.cases, { base })));
    return each.check === "refused"
      ? refusedVerdict(each, inputs, account, engine)
      : acceptedVerdict(each, inputs[0]!, account, engine);
  },
};

/** The calls of a case, and whether they have left what the account has as it was. */
interface Tried {
  readonly calls: readonly Called[];
  readonly unchanged: Verdict;
}

async function refusedVerdict(
  { tool, state }: AccountCase,
  inputs: readonly Json[],
  account: StateAccount,
  engine: Engine,
): Promise<Verdict> {
  const { refused } = requireDeclared(engine.rules.accountStates[state]);
  const { observe, isWithin } = await prepareLooks({ tool, state, input: inputs[0]! }, account, engine);
  const makeCalls = async () => {
    const calls: Called[] = [];
    for (const input of inputs)
      calls.push(await engine.calls.call({ tool, input }, { account: account.name }));
    return calls;
  };
  const tryCalls = async (make: () => Promise<Called[]>): Promise<Tried> => {
    const before = await observe();
    const calls = await make();
    return { calls, unchanged: await judgeUnchanged(calls, before, observe, engine) };
  };
  const { calls, unchanged } = isWithin
    ? await account.within(() => tryCalls(makeCalls))
    : await tryCalls(() => account.within(makeCalls));
  const expected = `a refusal with ${refused}`;
  const accepted = calls.find(({ outcome }) => outcome.is === "success");
  if (accepted !== undefined) return engine.verdicts.failed(expected, accepted);
  const others = calls.filter((called) => !isRefusedWith(refused, called));
  for (const called of others)
    if (await account.isAccepted(called)) return engine.verdicts.failed(expected, called, showAnswer(called));
  // Another rule refuses these calls, in whatever state the account is.
  if (others.length === calls.length) throw engine.verdicts.setupFailed(others[0]!);
  return unchanged;
}

async function judgeUnchanged(
  calls: readonly Called[],
  before: Observation,
  observe: () => Promise<Observation>,
  engine: Engine,
): Promise<Verdict> {
  const isRefused = calls.every(({ outcome }) => outcome.is === "refusal");
  return isRefused ? unchangedVerdict(calls.at(-1)!, before, observe, engine) : held;
}

async function acceptedVerdict(
  { tool }: AccountCase,
  input: Json,
  account: StateAccount,
  engine: Engine,
): Promise<Verdict> {
  const called = await account.within(() => engine.calls.call({ tool, input }, { account: account.name }));
  if (called.outcome.is === "success") return held;
  const isOfState = called.outcome.is === "refusal" && (await account.isAccepted(called));
  if (!isOfState) throw engine.verdicts.setupFailed(called);
  return engine.verdicts.failed("a call that is accepted", called, showAnswer(called));
}
