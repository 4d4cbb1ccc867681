/** Judges the key `changes`: of another entity, a call changes places that the spec names, and no others. */
import { withArticle } from "@toolwright/runtime/problems";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  isCountedChange,
  isDeclaredChange,
  isOfTransition,
  listChangeablePlaces,
} from "../../behaviour/observe/declared-changes.ts";
import {
  countMore,
  countNone,
  describeNewValue,
  describeWrongValue,
  findWrongValue,
  listNewValues,
  type NewValue,
  type WrongValue,
} from "../../behaviour/observe/new-values.ts";
import { type Change, describeChange, type Observation } from "../../behaviour/observe/observation.ts";
import type { Observer } from "../../behaviour/observe/observer.ts";
import { isPosition } from "../../behaviour/observe/positions.ts";
import { listAncestors } from "../../behaviour/rules/address.ts";
import { listIdArguments, listMadeEntities } from "../../behaviour/rules/rule-calls.ts";
import { listEarlierCalls } from "../../behaviour/states/earlier-calls.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { EffectCase } from "../../cases/behaviour-cases.ts";
import type { ChangeRule } from "../../cases/change-rules.ts";
import type { Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";
import { gatheredVerdict } from "../entities/gathered.ts";
import { endingsVerdict } from "./changed-endings.ts";

type ChangesCase = Extract<EffectCase, { readonly check: "changes" }>;

/** The trials of a call that have to fail if its amount is wrong: another client may change the same number at the same moment. */
const trials = 2;

/** Makes each call about new instances, and compares two observations of those of the other entity. */
export async function changesVerdict(each: ChangesCase, engine: Engine): Promise<Verdict> {
  const attempts: Called[] = [];
  let isChanged = false;
  for (const base of each.bases) {
    const trial = { each, base };
    const tried = await tryApart(trial, await tryAmount(trial, engine), engine);
    // Another example may name one: a folder in another folder.
    if (tried === undefined) continue;
    const { called, changed, problem, isApart } = tried;
    if (problem !== undefined) return problem;
    attempts.push(called);
    isChanged ||= changed;
    const other = engine.isBrief ? undefined : await findOtherProblem({ ...trial, isApart }, engine);
    if (other !== undefined) return other;
  }
  if (isChanged) return held;
  if (attempts.length === 0) return gatheredVerdict(each, engine);
  if (attempts.some(({ outcome }) => outcome.is === "success")) {
    const verdict = (await tryAfterOthers(each, engine)) ?? (await endingsVerdict(each, engine));
    return verdict ?? unverified("unobserved", `no call of ${each.tool} changed ${withArticle(each.entity)}`);
  }
  throw engine.verdicts.setupFailed(attempts.at(-1)!);
}

/**
 * Makes the call once more, with another instance, where it was made about what is in this one already, and changed nothing or not what it
 * should: a sample is moved into the rack in which it stands. Returns the first trial if the tool does not accept another one.
 */
async function tryApart(trial: Trial, first: Tried | undefined, engine: Engine): Promise<Tried | undefined> {
  if (first === undefined || (first.changed && first.problem === undefined)) return first;
  const isAccepted = first.called.outcome.is === "success";
  if (!isAccepted || !namesParent(trial, engine)) return first;
  const other = await ifPossible(tryAmount({ ...trial, isApart: true }, engine));
  return other?.called.outcome.is === "success" ? { ...other, isApart: true } : first;
}

/** Whether the arguments name an entity, and another one that is made in such an entity. */
function namesParent({ each: { tool }, base }: Trial, { rules, context }: Engine): boolean {
  const named = listMadeEntities(tool, baseArguments(context.cases, base), rules);
  return named.some((name) => named.some((other) => listAncestors(rules, name).has(other)));
}

/** Makes the call with other numbers. Returns the problem of one of them. */
async function findOtherProblem(trial: Trial, engine: Engine): Promise<Verdict | undefined> {
  for (const vary of [countMore, countNone]) {
    const problem = (await tryAmount({ ...trial, vary }, engine))?.problem;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the arguments with other numbers; undefined if there are none to change. */
type Vary = (input: Json, rules: readonly ChangeRule[]) => Json | undefined;

/**
 * Makes the call after another one about what it names, where it changes nothing of new instances: a visit costs something after a
 * treatment. Returns `undefined` if it still changes nothing.
 */
async function tryAfterOthers(each: ChangesCase, engine: Engine): Promise<Verdict | undefined> {
  const { rules, context, isBrief } = engine;
  const [base] = each.bases;
  if (base === undefined || isBrief) return undefined;
  const named = listMadeEntities(each.tool, baseArguments(context.cases, base), rules);
  const earlier = listEarlierCalls(each.tool, named, rules, context.cases).filter((call) => "input" in call);
  for (const call of earlier.slice(0, mostEarlier)) {
    const tried = await ifPossible(tryAmount({ each, base, earlier: call }, engine));
    if (tried?.problem !== undefined) return tried.problem;
    if (tried?.changed === true) return held;
  }
  return undefined;
}

/** The most calls of which one is made before the call. */
const mostEarlier = 6;

/** Makes a call, and once more if its amount seems wrong; undefined if the call cannot be made so. */
async function tryAmount(trial: Trial, engine: Engine): Promise<Tried | undefined> {
  let tried: Tried | undefined;
  for (let count = 1; count <= trials; count++) {
    tried = await tryCall(trial, engine);
    if (tried?.isOfAmount !== true) return tried;
  }
  return tried;
}

interface Tried {
  readonly called: Called;
  readonly changed: boolean;
  readonly problem?: Verdict;
  /** Whether the problem is a number that grew by another amount. */
  readonly isOfAmount?: boolean;
  /** Whether the call named another instance of the entity than the one in which what it is about was made. */
  readonly isApart?: boolean;
}

interface Trial {
  readonly each: ChangesCase;
  readonly base: string;
  readonly vary?: Vary;
  /** Whether the call names another instance of the entity than the one in which what it is about was made. */
  readonly isApart?: boolean | undefined;
  /** A call about the same instances that comes before. */
  readonly earlier?: { readonly tool: string; readonly input: Json };
}

/** Makes a call; undefined if neither its arguments nor what they name were made with the other entity, or nothing in them varies. */
async function tryCall(
  { each: { tool, entity }, base, vary, isApart, earlier }: Trial,
  engine: Engine,
): Promise<Tried | undefined> {
  const { rules, instances, observer, calls, context } = engine;
  const example = baseArguments(context.cases, base);
  const own = listRules(tool, entity, rules);
  const wanted = vary === undefined ? example : vary(example, own);
  if (wanted === undefined || (vary !== undefined && !context.schemas.fits(tool, wanted))) return undefined;
  const named = listMadeEntities(tool, wanted, rules);
  const made = await instances.makeAll(named, { tool });
  const seen = listInstances(made, entity);
  if (seen.length === 0) return undefined;
  const byEntity = Object.fromEntries(made.map((instance) => [instance.entity, instance]));
  const input = await instances.fill(tool, wanted, { instances: byEntity, ...(isApart && { apart: true }) });
  await engine.states.bringToState(tool, input);
  if (earlier !== undefined) {
    const filled = await instances.fill(earlier.tool, earlier.input, { instances: byEntity });
    if ((await calls.call({ tool: earlier.tool, input: filled })).outcome.is !== "success") return undefined;
  }
  const beside = listOthers(tool, input, byEntity[entity], engine);
  const apart = isApart ? beside : [];
  const others = isApart ? [] : beside.filter(() => isShownAlone(entity, rules));
  const listers = listListers(entity, rules);
  const look = (instance: EntityInstance) =>
    observer.observe(instance, { without: others.includes(instance) ? listers : [] });
  const looks = [...seen, ...apart, ...others].map(async (instance) => ({
    instance,
    isApart: apart.includes(instance),
    observe: () => look(instance),
    before: await look(instance),
  }));
  const before = await Promise.all(looks);
  const called = await calls.call({ tool, input });
  let changed = false;
  for (const other of before) {
    const judged = await judgeChanges(called, other, named, engine);
    changed ||= judged.changed;
    if (judged.problem !== undefined) return judged;
  }
  return { called, changed };
}

/** Lists the rules of a tool about an entity. */
function listRules(tool: string, entity: string, { changes }: Behaviour): ChangeRule[] {
  return (changes[tool] ?? []).filter((rule) => rule.entity === entity);
}

/** An instance, and what tools show of it before the call. */
interface Other {
  readonly instance: EntityInstance;
  /** Whether nothing that the call is about was made in it. */
  readonly isApart: boolean;
  readonly observe: () => Promise<Observation>;
  readonly before: Observation;
}

/** Compares what a call has changed in an instance with the rules. @param named the entities that the arguments name */
async function judgeChanges(
  called: Called,
  other: Other,
  named: readonly string[],
  { rules, observer, verdicts }: Engine,
): Promise<Tried> {
  const { tool } = called;
  const { instance, observe, before } = other;
  const { entity } = instance;
  const changes = await observer.findChangesAndMoves(observe, before, await observe());
  const places = listChangeablePlaces(rules, called, instance);
  // An instance of the same entity that no rule names is the one that the call is about.
  if (places.length === 0 && named.includes(entity)) return { called, changed: false };
  const changed = changes.length > 0;
  const own = listRules(tool, entity, rules).filter(({ of }) => of === undefined || !other.isApart);
  const values = listNewValues(own, { request: called.input, result: readStructured(called) }, instance.id);
  const isDone = called.outcome.is === "success";
  const missed = isDone ? await findMissed({ values, request: called.input }, other, observer) : undefined;
  if (missed !== undefined) {
    const expected = describeNewValue(tool, entity, missed);
    const got = `${tool} answered with success, and ${describeWrongValue(missed)}`;
    const problem = verdicts.failed(expected, called, got);
    return { called, changed, problem, isOfAmount: "growth" in missed.value };
  }
  const isExplained = (change: Change) =>
    isPosition(change) ||
    isDeclaredChange(rules, called, change) ||
    isCountedChange(rules, called, change) ||
    isOfTransition(rules, called, change);
  const wrong = changes.find((change) => !isExplained(change));
  if (wrong === undefined) return { called, changed };
  const expected = `of ${withArticle(entity)}, ${tool} changes ${places.join(", ") || "nothing"}, and all else stays as it was`;
  return { called, changed, problem: verdicts.failed(expected, called, describeChange(wrong)) };
}

/** Lists the other instances that the arguments name beside one of the same entity: the issue that blocks another one. */
function listOthers(
  tool: string,
  input: Json,
  one: EntityInstance | undefined,
  { rules }: Engine,
): EntityInstance[] {
  if (one === undefined) return [];
  const ids = listIdArguments(rules, tool)
    .filter((place) => place.entity === one.entity)
    .flatMap(({ path }) => valuesAt(input, path).map(({ value }) => value))
    .filter((id) => id !== one.id);
  return ids.map((id) => ({ ...one, id, input: {}, parents: {} }));
}

/** Whether a tool shows an entity by its id alone, and not in a list. */
function isShownAlone(entity: string, { entities }: Behaviour): boolean {
  return entities[entity]!.observedBy.some(({ id }) => id !== undefined);
}

/** Lists the tools that show an entity in a list, which may be that of a parent. */
function listListers(entity: string, { entities }: Behaviour): string[] {
  return entities[entity]!.observedBy.filter(({ id }) => id === undefined).map(({ tool }) => tool);
}

/** Finds a place that a tool still shows with another value than the one that the call gives it. */
async function findMissed(
  { values, request }: { readonly values: readonly NewValue[]; readonly request: Json },
  { observe, before }: Other,
  observer: Observer,
): Promise<WrongValue | undefined> {
  if (values.length === 0) return undefined;
  let missed: WrongValue | undefined;
  for (let looks = 1; looks <= mostLooks; looks++) {
    missed = findWrongValue(values, before, await observe(), request);
    if (missed === undefined) return undefined;
    await observer.waitForClockTick();
  }
  return missed;
}

/** Lists the instances of an entity that the arguments name, and those in which the named ones were made. */
function listInstances(made: readonly EntityInstance[], entity: string): EntityInstance[] {
  const own = made.filter((instance) => instance.entity === entity);
  const above = made.flatMap((instance) => {
    const parent = instance.parents[entity];
    return parent === undefined ? [] : [{ ...instance, ...parent, entity, parents: parent.parents ?? {} }];
  });
  return [...new Map([...own, ...above].map((instance) => [JSON.stringify(instance.id), instance])).values()];
}

/** The most looks at places that should have changed: lists may be updated later. */
const mostLooks = 4;
