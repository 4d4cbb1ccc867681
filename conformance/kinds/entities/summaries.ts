/** Judges sums over the items of another tool's list: the two agree, also after an item was made, changed or ended. */
import { isDeepStrictEqual } from "node:util";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import { passTime, roundingSeconds } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { makeChanged } from "../../behaviour/instances/changed-instances.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { fillList } from "../../behaviour/lists/filled-list.ts";
import { walk } from "../../behaviour/lists/walk.ts";
import { absent, checkSum, listArguments, type SummingCall } from "../../behaviour/observe/sums.ts";
import { findRoute, findTimedStep, type TimedStep } from "../../behaviour/rules/transitions.ts";
import { secondsOfWay } from "../../behaviour/states/other-states.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { readFiltered, toDay } from "../../cases/filters.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";
import type { SumRule } from "../../cases/rules/results.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { findForeignRow } from "./counted-files.ts";

type SummaryCase = Extract<ResultCase, { readonly check: "summary" }>;

/** A late sum is a finding only with this many items, and if it stayed the same in this many looks before. */
const lateItems = 2;
const stillLooks = 3;

/** A difference counts if two looks in a row show it while neither side moves. */
const mostLooks = 5;

export async function summaryVerdict(each: SummaryCase, engine: Engine): Promise<Verdict> {
  const { tool, after } = each;
  const rules = each.rules.map((index) => requireDeclared(engine.rules.sums[tool]?.[index]));
  const { entity } = each;
  if (entity !== undefined) await ifPossible(engine.instances.make(entity, { account: otherAccount }));
  const timed = findStepOf(each, engine.rules);
  if (timed !== undefined) return timedVerdict(each, rules, timed, engine);
  const isChanged = after === "changes" && entity !== undefined;
  const instance = isChanged
    ? await makeChanged(entity, engine)
    : entity && (await engine.instances.make(entity));
  const input = await fillArguments(each, rules, instance || undefined, engine);
  // A server may keep what it has counted once.
  await engine.calls.requireSuccess({ tool, input });
  if (instance) await takeStep(each, instance, engine);
  const verdict = await compare(each, rules, input, engine);
  if (verdict.status !== "held") return verdict;
  if (instance && each.state !== undefined) {
    // The item has other values now, such as its state, by which a filter selects it.
    const later = await fillArguments(each, rules, instance, engine);
    if (!isDeepStrictEqual(later, input)) return compare(each, rules, later, engine);
  }
  if (!isChanged) return verdict;
  return (await compareFilled(each, rules, engine)) ?? verdict;
}

/** Compares where the list has items of each value of its filters, as far as the run can fill it. */
async function compareFilled(
  each: SummaryCase,
  rules: readonly SumRule[],
  engine: Engine,
): Promise<Verdict | undefined> {
  if (engine.rules.pages[each.list] === undefined) return undefined;
  const list = await ifPossible(fillList(engine, each.list));
  const instance = list?.parents.find(({ entity }) => entity === each.entity);
  if (instance === undefined) return undefined;
  return compare(each, rules, await fillArguments(each, rules, instance, engine), engine);
}

/** The seconds that the server needs to bring an item to the state of the case. */
export function secondsForSummary({ machine, state }: SummaryCase, rules: Behaviour): number {
  const rule = machine === undefined ? undefined : rules.states[machine];
  if (machine === undefined || rule === undefined || state === undefined) return 0;
  return secondsOfWay(rules, machine, findRoute(rule, rule.initial, state) ?? []);
}

function findStepOf({ machine = "", state }: SummaryCase, { states }: Behaviour): TimedStep | undefined {
  const rule = states[machine];
  return rule && state !== undefined ? findTimedStep(rule, state) : undefined;
}

/**
 * Lets the time of a transition pass, and asks for the sum before anything else: a server may notice the end of a time only when an
 * item is read. Only a sum that has stood still before it was compared, with two items, is a finding.
 */
async function timedVerdict(
  each: SummaryCase,
  rules: readonly SumRule[],
  { before, transition }: TimedStep,
  engine: Engine,
): Promise<Verdict> {
  const { tool, entity = "", machine = "", must, list } = each;
  const { instances, states, calls, hooks, verdicts } = engine;
  let input: Json = {};
  for (let items = 1; items <= lateItems; items++) {
    const instance = await instances.make(entity);
    input = await fillArguments(each, rules, instance, engine);
    await calls.requireSuccess({ tool, input });
    await states.bring(instance, machine, before);
    const seconds = await states.secondsUntilTransition(instance, machine, transition);
    await passTime((seconds ?? 0) + 2 * roundingSeconds, hooks);
    const called = await readStill({ tool, input }, rules, engine);
    const problem = called && (await findProblem(rules, called, engine));
    if (called === undefined || problem === undefined) break;
    const again = await calls.requireSuccess({ tool, input });
    if (isDeepStrictEqual(readTotals(rules, called), readTotals(rules, again))) break;
    const late = `${problem} in ${list}, which was asked right after ${tool}`;
    if (items === lateItems) return verdicts.failed(must, called, late);
  }
  return compare(each, rules, input, engine);
}

/** Calls a tool several times; returns the last call if its sums did not change. */
async function readStill(
  call: { readonly tool: string; readonly input: Json },
  rules: readonly SumRule[],
  { calls, observer }: Engine,
): Promise<Called | undefined> {
  let called = await calls.requireSuccess(call);
  for (let looks = 1; looks < stillLooks; looks++) {
    await observer.waitForClockTick();
    const later = await calls.requireSuccess(call);
    if (!isDeepStrictEqual(readTotals(rules, called), readTotals(rules, later))) return undefined;
    called = later;
  }
  return called;
}

async function takeStep(
  { machine, state, after }: SummaryCase,
  instance: EntityInstance,
  { states, instances, verdicts }: Engine,
): Promise<void> {
  if (machine !== undefined && state !== undefined) return states.bring(instance, machine, state);
  if (after !== "end") return;
  const ended = await instances.end(instance);
  if (ended.outcome.is !== "success") throw verdicts.setupFailed(ended);
}

/** Returns arguments that are about the item: its parents, and the values that a filter of the list compares with its own. */
async function fillArguments(
  { tool, base, entity, list }: SummaryCase,
  rules: readonly SumRule[],
  instance: EntityInstance | undefined,
  engine: Engine,
): Promise<Json> {
  const { instances, observer, context } = engine;
  const named = instance && entity ? { ...instance.parents, [entity]: instance } : {};
  const filled = await instances.fill(tool, baseArguments(context.cases, base), { instances: named });
  if (instance === undefined) return filled;
  const observation = await observer.observe(instance);
  const shown = observation.toSorted((a) => (a.tool === list ? -1 : 1)).flatMap(({ value }) => value ?? []);
  const filters = Object.values(engine.rules.pages[list]?.filters ?? {});
  let input = filled;
  for (const [place, value] of rules.flatMap(({ items }) => Object.entries(items?.list?.input ?? {}))) {
    const filter = filters.find(({ argument }) => argument === place);
    if (filter === undefined || !("argument" in value)) continue;
    const own = shown.flatMap((item) => readFiltered(filter, item))[0];
    if (own === undefined || own === null || filter.is === "below") continue;
    const day = filter.days === undefined ? [] : [toDay(String(own), filter.days)];
    const fitting = [own, ...day]
      .map((to) => applyEdits(input, [{ set: value.argument, to }]))
      .find((candidate) => context.schemas.fits(tool, candidate));
    input = fitting ?? input;
  }
  return input;
}

/** Compares until nothing differs. What moves between two looks says nothing. */
async function compare(
  each: SummaryCase,
  rules: readonly SumRule[],
  input: Json,
  engine: Engine,
): Promise<Verdict> {
  const { tool, must, list } = each;
  let earlier: string | undefined;
  for (let looks = 0; looks < mostLooks; looks++) {
    if (looks > 0) await engine.observer.waitForClockTick();
    const called = await engine.calls.requireSuccess({ tool, input });
    const problem = await findProblem(rules, called, engine);
    if (problem === undefined) return held;
    const again = await engine.calls.requireSuccess({ tool, input });
    const isStable = isDeepStrictEqual(readTotals(rules, called), readTotals(rules, again));
    if (isStable && problem === earlier) return engine.verdicts.failed(must, called, `${problem} in ${list}`);
    earlier = isStable ? problem : undefined;
  }
  throw new PreconditionError("shared", `the results of ${tool} and ${list} went on to change`);
}

/** Finds the first sum that is not what the list has now, or a row of a counted file that the list does not have. */
async function findProblem(
  rules: readonly SumRule[],
  called: Called,
  engine: Engine,
): Promise<string | undefined> {
  const call: SummingCall = { input: called.input, result: readStructured(called) };
  for (const rule of rules) {
    const listed = await readList(rule, call, engine);
    const problem = checkSum(rule, call, listed);
    if (problem !== undefined && problem !== absent) return problem;
    const foreign = await findForeignRow(rule, called, listed ?? [], engine);
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

function readTotals(rules: readonly SumRule[], called: Called): (Json | undefined)[] {
  return rules.map(({ total }) => valueAt(readStructured(called), total));
}

async function readList(
  { items }: SumRule,
  call: SummingCall,
  engine: Engine,
): Promise<readonly Json[] | undefined> {
  if (items?.list === undefined) return undefined;
  const { tool } = items.list;
  const pages: PagesRule = engine.rules.pages[tool] ?? {
    at: "",
    first: { tool, input: {} },
    items: items.path,
    filters: {},
  };
  const input = listArguments({ list: items.list }, call, pages.first.input);
  const { items: found } = await walk(engine, tool, pages, {
    input,
    account: undefined,
    limit: pages.limit?.max,
  });
  return found;
}
