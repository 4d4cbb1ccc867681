/** Judges the key `copies`: a copy shows what its source shows, but for the places that the spec names. */

import { differences } from "@toolwright/runtime/json";
import { withArticle } from "@toolwright/runtime/problems";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { changeByAll } from "../../behaviour/instances/changed-instances.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { isDeclaredChange, isWithin } from "../../behaviour/observe/declared-changes.ts";
import { isTime } from "../../behaviour/observe/lost.ts";
import {
  type Change,
  describeChange,
  type Observation,
  type Snapshot,
} from "../../behaviour/observe/observation.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { listIdArguments, withoutIdsOf } from "../../behaviour/rules/rule-calls.ts";
import { findMachine } from "../../behaviour/states/in-state.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { EffectCase } from "../../cases/behaviour-cases.ts";
import type { CopyRule } from "../../cases/change-rules.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { listLeafValues, toPattern, valuesAt } from "../../cases/places.ts";
import { parseTime } from "../../cases/times.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";

type CopiesCase = Extract<EffectCase, { readonly check: "copies" }>;
type CopyApartCase = Extract<EffectCase, { readonly check: "copy-apart" }>;

/** Tool -> its first case. */
const firstOfTool = oncePerRun<string>();

/** A difference counts if it lasts: a server may go on copying after its answer, and lists may be updated later. */
const mostLooks = 4;

/** An instance, and the times and the ids of others that the calls which made it have sent. */
export interface Source {
  readonly instance: EntityInstance;
  readonly times: ReadonlySet<number>;
  readonly ids: ReadonlySet<Json>;
}

export async function copiesVerdict(each: CopiesCase, engine: Engine): Promise<Verdict> {
  const { rules, observer, verdicts } = engine;
  const { tool, entity } = each;
  const rule = requireDeclared(rules.copies[tool]);
  const source = await makeSource(each, engine);
  if (source === undefined) return inapplicable(`a new ${entity} does not take this change`);
  const { instance } = source;
  // Calls that come before may change the source: a quote is accepted, so that it can be renewed.
  const input = await fillCopying(each, instance, engine);
  const observe = () => observer.observeBriefly(instance);
  const before = await observer.observeFinished(observe);
  const { called, copy } = await makeCopy(each, { source: instance, input }, engine);
  if (copy === undefined) return verdicts.failed(`the id of the copy at ${rule.copy}`, called);
  const lost = await findLost({ before, copy, source, rule }, engine);
  if (lost !== undefined) return verdicts.failed(each.must, called, describeChange(lost));
  // With few requests, the first case of a tool looks whether sources stay as they were.
  if (engine.isBrief && firstOfTool(engine, tool, () => each.id) !== each.id) return held;
  const changes = await observer.findChanges(observe, before, await observe());
  const change = changes.find((one) => !isDeclaredChange(rules, called, one));
  if (change === undefined) return held;
  return verdicts.failed("the source of a copy stays as it was", called, describeChange(change));
}

/** Changes a copy by each call that can, and looks whether its source follows. */
export async function copyApartVerdict(each: CopyApartCase, engine: Engine): Promise<Verdict> {
  const { rules, observer, verdicts } = engine;
  const source = requireDeclared(await makeSource(each, engine));
  const input = await fillCopying(each, source.instance, engine);
  const { called: copied, copy } = await makeCopy(each, { source: source.instance, input }, engine);
  if (copy === undefined) throw verdicts.setupFailed(copied);
  const observe = () => observer.observeBriefly(source.instance);
  const before = await observer.observeFinished(observe);
  const calls = await changeByAll(copy, engine);
  const last = calls.findLast(({ outcome }) => outcome.is === "success");
  if (last === undefined)
    throw new PreconditionError("unobserved", `no call changed the copy of ${withArticle(each.entity)}`);
  const changes = await observer.findChanges(observe, before, await observe());
  const change = changes.find((one) => !calls.some((called) => isDeclaredChange(rules, called, one)));
  return change === undefined ? held : verdicts.failed(each.must, last, describeChange(change));
}

/** Returns the arguments of the call that copies an instance, and prepares it. */
function fillCopying(
  { tool, entity, bases }: CopiesCase | CopyApartCase,
  source: EntityInstance,
  { instances, context }: Engine,
): Promise<Json> {
  const example = baseArguments(context.cases, requireDeclared(bases[0]));
  return instances.fill(tool, example, { instances: { [entity]: source } });
}

interface Copying {
  readonly source: EntityInstance;
  readonly input: Json;
}

/** Copies an instance; without a copy if the result has no id of it. */
async function makeCopy(
  { tool, entity }: CopiesCase | CopyApartCase,
  { source, input }: Copying,
  { rules, calls }: Engine,
): Promise<{ readonly called: Called; readonly copy?: EntityInstance }> {
  const called = await calls.requireSuccess({ tool, input });
  const id = valueAt(readStructured(called), requireDeclared(rules.copies[tool]).copy);
  return id === undefined
    ? { called }
    : { called, copy: makeNamedInstance({ entity, id }, called, source.parents) };
}

/** The calls that make an instance, as names of bases. */
interface SourceCalls {
  readonly entity: string;
  readonly made: string;
  readonly change?: string;
}

/** Makes an instance, and makes the call that changes it; undefined if that is refused. */
export async function makeSource(
  { entity, made, change }: SourceCalls,
  engine: Engine,
): Promise<Source | undefined> {
  const { rules, instances, calls, context } = engine;
  const maker = requireDeclared(rules.entities[entity]?.madeBy).tool;
  const example = withoutIdsOf(rules, entity, { tool: maker, input: baseArguments(context.cases, made) });
  const instance = await instances.make(entity, { input: example });
  const making = { tool: maker, input: instance.input };
  if (change === undefined) return describeSource(instance, [making], engine);
  const tool = change.split(":")[0]!;
  const input = await instances.fill(tool, baseArguments(context.cases, change), {
    instances: { [entity]: instance },
  });
  await engine.states.bringToState(tool, input);
  const called = await calls.call({ tool, input });
  if (called.outcome.is !== "success") return undefined;
  return describeSource(instance, [making, { tool, input }], engine);
}

function describeSource(
  instance: EntityInstance,
  calls: readonly { readonly tool: string; readonly input: Json }[],
  { rules }: Engine,
): Source {
  const times = calls.flatMap(({ input }) => [...listLeafValues(input)].filter(isTime).map(toMoment));
  const ids = calls.flatMap(({ tool, input }) =>
    listIdArguments(rules, tool).flatMap(({ path }) => valuesAt(input, path).map(({ value }) => value)),
  );
  return { instance, times: new Set(times), ids: new Set(ids) };
}

interface Copied {
  /** The source before it was copied. */
  readonly before: Observation;
  readonly copy: EntityInstance;
  readonly source: Source;
  readonly rule: CopyRule;
}

async function findLost(copied: Copied, engine: Engine): Promise<Change | undefined> {
  const { observer } = engine;
  const observe = () => observer.observeBriefly(copied.copy);
  const now = await observer.observeFinished(observe);
  let lost = compareWithSource(copied, now, engine);
  for (let looks = 1; lost !== undefined && looks < mostLooks; looks++) {
    await observer.waitForClockTick();
    lost = compareWithSource(copied, await observe(), engine);
  }
  return lost;
}

/** Returns the change if a copy may have another state than its source, and does not begin in the first one. */
function findWrongState({ rule }: Copied, now: Observation, { rules }: Engine): Change | undefined {
  const [, machine] = findMachine(rule.entity, rules) ?? [];
  if (machine === undefined || !isWithin(machine.field.path, rule.except)) return undefined;
  const { tool, path } = machine.field;
  const shown = now.find((snapshot) => snapshot.tool === tool);
  const state = shown?.value === undefined ? undefined : valueAt(shown.value, path);
  if (shown === undefined || state === undefined || state === machine.initial) return undefined;
  return toChange(shown, path, machine.initial, state);
}

function compareWithSource(copied: Copied, now: Observation, engine: Engine): Change | undefined {
  const { before, copy, source, rule } = copied;
  for (const was of before) {
    const is = now.find(({ tool }) => tool === was.tool);
    if (was.value === undefined || is === undefined || is.unknown) continue;
    if (is.value === undefined)
      return { tool: is.tool, of: copy, at: "", before: was.value, after: is.absent, called: is.called };
    const idPlaces = listIdPlaces(engine.rules, rule.entity, was.tool);
    const rename = renameIds(was.value, is.value, [source.instance.id, copy.id], idPlaces);
    const lost = differences(rename(was.value), is.value, Number.POSITIVE_INFINITY)
      .map(({ at, expected, actual }) =>
        toChange(is, at, expected as Json | undefined, actual as Json | undefined),
      )
      .find(
        (change) =>
          !isWithin(change.at, rule.except) &&
          !engine.observer.isVolatile(change.tool, change.at) &&
          !isOfCopyItself(change, idPlaces, source),
      );
    if (lost !== undefined) return lost;
  }
  return findWrongState(copied, now, engine);
}

function toChange({ tool, of, called }: Snapshot, at: string, before?: Json, after?: Json): Change {
  return { tool, of, at, before, after, called };
}

/** Whether a place has a time or an id that the server has given, not the caller: that of a copy is another one. */
function isOfCopyItself(
  { at, before, after }: Change,
  idPlaces: readonly string[],
  { instance, times, ids }: Source,
): boolean {
  if (isTime(before)) return !times.has(toMoment(before));
  if (before === undefined) return isTime(after);
  if (after === undefined || !idPlaces.includes(toPattern(at))) return false;
  return before === instance.id || !ids.has(before);
}

function toMoment(time: Json | undefined): number {
  return parseTime(String(time));
}

/** Lists the places of ids in what a tool shows of an entity: in its result, or in an item of its list. */
function listIdPlaces({ entities }: Behaviour, entity: string, tool: string): string[] {
  const observer = entities[entity]!.observedBy.find((each) => each.tool === tool);
  const list = observer?.id === undefined ? (observer?.list ?? "") : "";
  const item = list.slice(0, list.lastIndexOf("*") + 1);
  return Object.values(entities).flatMap(({ results }) =>
    results
      .filter(({ tool: shownBy, path }) => shownBy === tool && path.startsWith(item))
      .map(({ path }) => path.slice(item.length)),
  );
}

/** A shorter id may be part of another word. */
const enoughCharacters = 6;

/** Returns a function that replaces ids in texts, such as those of URLs, by the ids which the copy shows in their place. */
function renameIds(
  was: Json,
  is: Json,
  own: readonly [Json, Json],
  idPlaces: readonly string[],
): (value: Json) => Json {
  const shown = idPlaces
    .flatMap((place) => valuesAt(was, place))
    .map(({ pointer, value }) => [value, valueAt(is, pointer)] as const);
  const pairs = [own, ...shown].filter(
    (pair): pair is readonly [string, string] =>
      typeof pair[0] === "string" && typeof pair[1] === "string" && pair[0].length >= enoughCharacters,
  );
  const rename = (text: string) => pairs.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  return (value) =>
    JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? rename(part) : part));
}
