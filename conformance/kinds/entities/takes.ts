/** Judges what calls take out of a place: what was put in can be taken once, and nothing else is there. */
import { callAtOnce, findSingleSuccess } from "../../behaviour/calls/at-once.ts";
import { type Called, isRefusedWith } from "../../behaviour/calls/called.ts";
import { judgeRefused } from "../../behaviour/calls/verdicts.ts";
import type { Engine } from "../../behaviour/engine.ts";
import {
  findEntity,
  isOwn,
  makeOtherPlace,
  makePlace,
  nameOtherPlace,
  type Place,
} from "../../behaviour/instances/own-place.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Arguments } from "../../cases/case.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { TakeCase, TakeRule } from "../../cases/takes.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

/** The most looks at what was put in: a server may go on working after its answer. */
const mostLooks = 4;
const atOnce = 2;

interface Trial {
  readonly each: TakeCase;
  readonly engine: Engine;
  readonly rule: TakeRule;
  readonly place: Place;
  /** The amount that is put in, and the smallest one that can be taken. */
  readonly all: number;
  readonly least: number;
}

/** Whether a place into which nothing was put has nothing, by the tool that takes. */
const emptyAtFirst = oncePerRun<Promise<boolean>>();

export async function takeVerdict(each: TakeCase, engine: Engine): Promise<Verdict> {
  const rule = requireDeclared(engine.rules.takes[each.tool]);
  const amounts = findAmounts(each, rule, engine);
  const isMade = rule.putBy.makes !== undefined;
  const place = await makeOwnPlace({ each, engine, rule, ...amounts });
  if (!isOwn(place))
    return unverified("shared", "others may put something into the place: no tool makes what names it");
  const trial = { each, engine, rule, place, ...amounts };
  if (each.check === "take-nothing") return judgeMissing(trial, await take(trial, trial.least));
  if (!isMade && !(await isEmptyAtFirst(trial)))
    throw new PreconditionError("setup", `${each.tool} takes something out of a place that is new`);
  if (each.check === "take-elsewhere")
    return isMade ? elsewhereMadeVerdict(trial) : elsewhereVerdict(trial, each);
  if (!isMade) await put(trial, place);
  if (each.check === "take-at-once") return atOnceVerdict(trial);
  if (each.check === "take-all") return allVerdict(trial);
  if (each.check === "take-more") return judgeMissing(trial, await take(trial, trial.all + 1));
  const taken = each.check === "take-after" ? { tool: each.taker, ...each.taken } : each;
  const first = await takeBy(trial, taken, trial.all);
  if (first.outcome.is !== "success") throw engine.verdicts.setupFailed(first);
  return judgeMissing(trial, await take(trial, trial.least));
}

/** Makes a new place, which is empty, or has the amount with which it is made. */
function makeOwnPlace({ each, engine, rule, all }: Omit<Trial, "place" | "least">): Promise<Place> {
  const { cases } = engine.context;
  const named = { tool: each.tool, input: exampleArguments(cases, each), within: rule.within };
  const { amount, makes } = rule.putBy;
  if (makes === undefined) return makePlace(named, engine);
  const input = applyEdits(exampleArguments(cases, each.put), [{ set: amount, to: all }]);
  return makePlace(named, engine, { [makes]: input as JsonObject });
}

/** Finds an amount that both tools accept, by their schemas, also with one more. */
function findAmounts(each: TakeCase, rule: TakeRule, { context }: Engine): Pick<Trial, "all" | "least"> {
  const input = exampleArguments(context.cases, each);
  const putInput = exampleArguments(context.cases, each.put);
  const fitsPut = (to: number) =>
    context.schemas.fits(rule.putBy.tool, applyEdits(putInput, [{ set: rule.putBy.amount, to }]));
  const fits = (to: number) => context.schemas.fits(each.tool, applyEdits(input, [{ set: rule.amount, to }]));
  const example = valueAt(putInput, rule.putBy.amount);
  const candidates = [...(typeof example === "number" ? [example] : []), 2, 10, 100];
  const all = candidates.find((amount) => amount > 1 && fitsPut(amount) && fits(amount) && fits(amount + 1));
  const found = requireDeclared(all, `${rule.putBy.tool} and ${each.tool} have no amount in common`);
  return { all: found, least: fits(1) ? 1 : found };
}

function isEmptyAtFirst(trial: Trial): Promise<boolean> {
  const { each, engine, rule } = trial;
  return emptyAtFirst(engine, each.tool, async () => {
    const called = await take({ ...trial, place: await makeOwnPlace(trial) }, trial.least);
    return isRefusedWith(rule.refused, called);
  });
}

/** Puts something into a place that differs in one argument, and takes it out of the first one. */
async function elsewhereVerdict(
  trial: Trial,
  { argument, values }: Extract<TakeCase, { readonly check: "take-elsewhere" }>,
): Promise<Verdict> {
  const { each, engine, rule, place } = trial;
  const input = exampleArguments(engine.context.cases, each);
  const entity = findEntity(argument, { tool: each.tool, input, within: rule.within }, engine.rules);
  if (entity !== undefined) await put(trial, await makeOtherPlace(place, entity, engine));
  else await put(trial, place, [nameOtherPlace(argument, values, input)]);
  return judgeMissing(trial, await take(trial, trial.least));
}

/** Takes more out of a place than it has, while another one has enough. */
async function elsewhereMadeVerdict(trial: Trial): Promise<Verdict> {
  await makeOwnPlace(trial);
  return judgeMissing(trial, await take(trial, trial.all + 1));
}

async function allVerdict(trial: Trial): Promise<Verdict> {
  const { each, engine, rule, all } = trial;
  for (let looks = 1; ; looks++) {
    const called = await take(trial, all);
    if (called.outcome.is === "success") return held;
    if (!isRefusedWith(rule.refused, called)) throw engine.verdicts.setupFailed(called);
    if (looks === mostLooks) return engine.verdicts.failed(each.must, called);
    await engine.observer.waitForClockTick();
  }
}

async function atOnceVerdict(trial: Trial): Promise<Verdict> {
  const { each, engine, rule, all } = trial;
  const waiting: Json[] = [];
  while (waiting.length < atOnce) waiting.push(await fillTake(trial, each, all));
  const calls = await callAtOnce(engine, atOnce, () =>
    engine.calls.call({ tool: each.tool, input: waiting.shift()! }),
  );
  if (calls.every(({ outcome }) => outcome.is === "refusal")) throw engine.verdicts.setupFailed(calls[0]!);
  const { called, problem } = findSingleSuccess(calls, rule.refused, engine);
  return problem === undefined ? held : engine.verdicts.failed(each.must, called, problem);
}

async function put(trial: Trial, place: Place, edits: Arguments["edits"] = []): Promise<void> {
  const { each, engine, rule, all } = trial;
  const { tool, amount } = rule.putBy;
  const example = exampleArguments(engine.context.cases, each.put);
  const wanted = applyEdits(example, [...edits, { set: amount, to: all }]);
  const input = await engine.instances.fill(tool, wanted, { instances: place });
  await engine.calls.requireSuccess({ tool, input });
}

function take(trial: Trial, amount: number): Promise<Called> {
  return takeBy(trial, trial.each, amount);
}

async function takeBy(
  trial: Trial,
  by: Arguments & { readonly tool: string },
  amount: number,
): Promise<Called> {
  return trial.engine.calls.call({ tool: by.tool, input: await fillTake(trial, by, amount) });
}

/** Fills in the arguments of a call that takes. No earlier calls are made, which could put something in. */
async function fillTake(
  { engine, place }: Trial,
  { tool, ...call }: Arguments & { readonly tool: string },
  amount: number,
): Promise<Json> {
  const { context, rules, instances } = engine;
  const rule = requireDeclared(rules.takes[tool]);
  const wanted = applyEdits(exampleArguments(context.cases, call), [{ set: rule.amount, to: amount }]);
  const apart = await instances.findApart(tool);
  return instances.fill(tool, wanted, { instances: place, unprepared: true, apart });
}

function judgeMissing({ each, rule }: Trial, called: Called): Verdict {
  return judgeRefused(called, rule.refused, each.must);
}
