/** Judges limits that count what an account has at once: there can be as many as the limit allows, and one more is refused. */
import { callAtOnce, findSingleSuccess } from "../../behaviour/calls/at-once.ts";
import { type Called, isRefusedWith } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import { judgeRefused } from "../../behaviour/calls/verdicts.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import { type AccountCap, CapReached, withReachedCap } from "../../calls/cap-reached.ts";
import type { PlacesCase } from "../../cases/limits.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { requireFew } from "./amounts.ts";
import { listOwned } from "./owned.ts";

/** The calls for the last one that are sent at once. */
const atOnce = 2;
/** How often a place must not become free before that counts, in an account that other clients may use, too. */
const mostAttempts = 3;

interface Trial {
  readonly each: PlacesCase;
  readonly rule: AccountCap["rule"] & { readonly max: number };
  readonly engine: Engine;
  /** An account that only this case uses; undefined: the one of the run. */
  readonly account: string | undefined;
}

export async function capVerdict(
  each: PlacesCase,
  rule: AccountCap["rule"],
  engine: Engine,
): Promise<Verdict> {
  const { max } = rule;
  if (typeof max !== "number")
    throw new PreconditionError("undeclared", "the limit of an account is no number");
  requireFew(max);
  const account = await engine.accounts.findDedicated(`${each.limit}-${each.check}`.replaceAll("_", "-"));
  const trial = { each, rule: { ...rule, max }, engine, account };
  // Earlier cases have things in the account.
  await engine.room.make();
  await engine.room.during(() => rehearse(trial));
  await engine.room.make();
  return engine.room.during(() => judge(trial));
}

async function judge(trial: Trial): Promise<Verdict> {
  const {
    each,
    rule: { max },
  } = trial;
  const filled = await fill(trial, each.check === "last-at-once" ? max - 1 : max);
  if ("status" in filled) return filled;
  switch (each.check) {
    case "one-more":
      return oneMoreVerdict(trial);
    case "other-account":
      return otherAccountVerdict(trial, filled);
    case "last-at-once":
      return atOnceVerdict(trial);
    case "in-state":
      return inStateVerdict(trial, each, filled);
    case "back":
      return backVerdict(trial, each, filled);
    default:
      return freedVerdict(trial, filled, endOne(trial));
  }
}

/** Whether a place becomes free in a case. */
function frees(each: PlacesCase): boolean {
  return each.check === "after-end" || (each.check === "in-state" && !each.isCounted);
}

/** Ends one, or leads it to the state of the case, while there is room: the suite may have to try out what comes before that call. */
async function rehearse({ each, rule, engine, account }: Trial): Promise<void> {
  const { endedBy } = engine.rules.entities[rule.entity]!;
  const make = () => engine.instances.make(rule.entity, { account });
  const needsEnd = each.check === "after-end" || each.check === "other-account";
  if (needsEnd && endedBy !== undefined) await ifPossible(make().then((one) => engine.instances.end(one)));
  if ("machine" in each)
    await ifPossible(make().then((one) => engine.states.bring(one, each.machine, each.state)));
}

/** Makes `count` instances. Returns a failure if the server refuses one of them although the account has no others. */
async function fill(trial: Trial, count: number): Promise<readonly EntityInstance[] | Verdict> {
  const { each, rule, engine, account } = trial;
  const instances: EntityInstance[] = [];
  while (instances.length < count) {
    try {
      instances.push(await engine.instances.make(rule.entity, { account }));
    } catch (error) {
      if (!(error instanceof CapReached) || error.cap.limit !== each.limit) throw error;
      // With those of others there are as many as the limit allows, too.
      if (frees(each) && instances.length > 0) return instances;
      return judgeTooFew(trial, instances, error.called);
    }
  }
  return instances;
}

async function judgeTooFew(
  { rule, engine, account }: Trial,
  instances: readonly EntityInstance[],
  called: Called,
): Promise<Verdict> {
  const owned = await listOwned(rule, engine, account);
  const isOwnOnly = owned === undefined ? account !== undefined : owned.length === instances.length;
  if (!isOwnOnly) {
    const why = `${called.tool} refused one more after ${instances.length}: the account may have others`;
    return unverified("used-up", why, called.exchange);
  }
  const expected = `an account may have ${rule.max} of ${rule.entity} at once`;
  return engine.verdicts.failed(expected, called, `it refused one more after ${instances.length}`);
}

/** Calls once more, by an account. */
async function callOnceMore({ each, rule, engine, account }: Trial, by = account): Promise<Called> {
  const example = exampleArguments(engine.context.cases, each);
  const input = await engine.instances.fill(each.tool, example, { account: by, within: [rule.entity] });
  return withReachedCap(engine.calls.call({ tool: each.tool, input }, { account: by }));
}

async function oneMoreVerdict(trial: Trial): Promise<Verdict> {
  const { each, rule, engine, account } = trial;
  const before = await listOwned(rule, engine, account);
  const called = await callOnceMore(trial);
  const verdict = judgeRefused(called, rule.refused, each.must);
  const after = before?.length === rule.max ? await listOwned(rule, engine, account) : undefined;
  if (verdict !== held || after === undefined || after.length <= rule.max) return verdict;
  return engine.verdicts.failed(
    "a refused call makes nothing",
    called,
    `the account has ${after.length} then`,
  );
}

/** Calls by another account. If that is refused, a place that becomes free in the first account shows whether both are counted together. */
async function otherAccountVerdict(trial: Trial, instances: readonly EntityInstance[]): Promise<Verdict> {
  const { each, rule, engine } = trial;
  const dedicated = await engine.accounts.findDedicated(`${each.limit}-elsewhere`.replaceAll("_", "-"));
  const other = dedicated ?? otherAccount;
  await engine.context.caller.requireToken(other);
  const called = await callOnceMore(trial, other);
  if (called.outcome.is === "success") return held;
  if (!isRefusedWith(rule.refused, called)) throw engine.verdicts.setupFailed(called);
  await endOne(trial)(requireDeclared(instances[0], "the limit allows none"));
  const again = await callOnceMore(trial, other);
  if (again.outcome.is === "success") return engine.verdicts.failed(each.must, called);
  const why = `${called.tool} refused the other account, which may have as many as the limit allows`;
  return unverified("used-up", why, called.exchange);
}

async function inStateVerdict(
  trial: Trial,
  { machine, state, isCounted }: Extract<PlacesCase, { readonly check: "in-state" }>,
  instances: readonly EntityInstance[],
): Promise<Verdict> {
  const { each, rule, engine } = trial;
  const lead = (instance: EntityInstance) => engine.states.bring(instance, machine, state);
  if (!isCounted) return freedVerdict(trial, instances, lead);
  await lead(requireDeclared(instances[0], "the limit allows none"));
  return judgeRefused(await callOnceMore(trial), rule.refused, each.must);
}

/** Checks that a place becomes free. Before that a call is refused, which makes nothing that would take the place. */
async function freedVerdict(
  trial: Trial,
  instances: readonly EntityInstance[],
  free: (instance: EntityInstance) => Promise<unknown>,
): Promise<Verdict> {
  const { each, rule, engine, account } = trial;
  await callOnceMore(trial);
  let last: Called | undefined;
  for (const instance of instances.slice(0, account === undefined ? mostAttempts : 1)) {
    await free(instance);
    last = await callOnceMore(trial);
    if (last.outcome.is === "success") return held;
    if (!isRefusedWith(rule.refused, last)) throw engine.verdicts.setupFailed(last);
  }
  return engine.verdicts.failed(each.must, requireDeclared(last, "the limit allows none"));
}

function endOne({ engine }: Trial): (instance: EntityInstance) => Promise<void> {
  return async (instance) => {
    const ended = await engine.instances.end(instance);
    if (ended.outcome.is !== "success") throw engine.verdicts.setupFailed(ended);
  };
}

/** Leads one to where it does not count, makes another one in its place, and tries to lead the first one back. */
async function backVerdict(
  trial: Trial,
  { machine, state, transition }: Extract<PlacesCase, { readonly check: "back" }>,
  instances: readonly EntityInstance[],
): Promise<Verdict> {
  const { each, rule, engine } = trial;
  const instance = requireDeclared(instances[0], "the limit allows none");
  await engine.states.bring(instance, machine, state);
  const other = await callOnceMore(trial);
  if (other.outcome.is !== "success") throw engine.verdicts.setupFailed(other);
  const called = await withReachedCap(engine.states.attempt(instance, machine, transition));
  return judgeRefused(called, rule.refused, each.must);
}

/** Sends two calls for the last one at once. */
async function atOnceVerdict(trial: Trial): Promise<Verdict> {
  const { each, rule, engine, account } = trial;
  const inputs = await Promise.all(
    Array.from({ length: atOnce }, () =>
      engine.instances.fill(each.tool, exampleArguments(engine.context.cases, each), {
        account,
        within: [rule.entity],
      }),
    ),
  );
  const calls = await callAtOnce(engine, atOnce, () =>
    withReachedCap(engine.calls.call({ tool: each.tool, input: inputs.shift()! }, { account })),
  );
  if (calls.every(({ outcome }) => outcome.is === "refusal")) throw engine.verdicts.setupFailed(calls[0]!);
  const { called, problem } = findSingleSuccess(calls, rule.refused, engine);
  return problem === undefined ? held : engine.verdicts.failed(each.must, called, problem);
}
