/** Finds the effects of a call on the instances that it names, and in lists, whose new items are recognised by a marking text. */

import { randomBytes } from "node:crypto";
import { differences } from "@toolwright/runtime/json";
import type { ObserverRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { listLeaves, toPattern, valuesAt } from "../../cases/places.ts";
import { describeDifference } from "../../judge/difference.ts";
import { type Called, readStructured } from "../calls/called.ts";
import { readPages } from "../calls/pages.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { addParents, collectParents, readNamedEntities, withAddress } from "../rules/address.ts";
import { listMadeEntities } from "../rules/rule-calls.ts";
import { differInTime, isTime } from "./lost.ts";
import { findLists, withMark } from "./marks.ts";
import { describeChange, type Observation, type Snapshot } from "./observation.ts";

/** A call whose effects can be found: its arguments, the instances that they name, and the text that marks new items. */
export interface MarkedCall {
  readonly tool: string;
  readonly input: Json;
  readonly instances: readonly EntityInstance[];
  readonly mark: string;
  /** Places of the result with ids of the entities that the tool makes. */
  readonly madeIds: readonly string[];
  readonly before: Effects;
}

/** The observations at one moment. */
export interface Effects {
  readonly observation: Observation;
  /** The number of list items with the mark. */
  readonly marked: number;
}

/** The number of comparisons of two calls before a difference counts. */
const maxComparisons = 4;

/**
 * Creates the instances that the arguments name, and adds a mark to the arguments.
 * @param keep pointers of arguments that must not get the mark
 */
export async function markCall(
  engine: Engine,
  tool: string,
  example: Json,
  keep: readonly string[],
): Promise<MarkedCall> {
  const named = listMadeEntities(tool, example, engine.rules);
  const instances = await engine.instances.makeAll(named, { tool });
  const filled = await engine.instances.fill(tool, example, {
    instances: Object.fromEntries(instances.map((instance) => [instance.entity, instance])),
  });
  const mark = randomBytes(4).toString("hex");
  const input = await withMark(engine, tool, filled, mark, keep);
  return observeBefore(engine, { tool, input, instances, mark });
}

/** Describes a call of which only the arguments are known. Its text has no mark, so new items of lists are not counted. */
export function describeCall(engine: Engine, tool: string, input: Json): Promise<MarkedCall> {
  const named = addParents(readNamedEntities(engine.rules, tool, input));
  const instances = Object.entries(named).map(
    ([entity, { id, parents = {} }]): EntityInstance => ({
      entity,
      id,
      parents,
      account: undefined,
      input: {},
      result: {},
      states: new Map(),
    }),
  );
  return observeBefore(engine, { tool, input, instances, mark: randomBytes(4).toString("hex") });
}

async function observeBefore(
  engine: Engine,
  call: Omit<MarkedCall, "madeIds" | "before">,
): Promise<MarkedCall> {
  const madeIds = Object.values(engine.rules.entities).flatMap(({ madeBy }) =>
    madeBy?.tool === call.tool ? madeBy.path : [],
  );
  return { ...call, madeIds, before: await observeEffects(engine, call) };
}

/** Observes the effects of a call. */
export async function observeEffects(
  engine: Engine,
  { tool, instances, mark }: Pick<MarkedCall, "tool" | "instances" | "mark">,
): Promise<Effects> {
  const snapshots: Snapshot[] = [];
  for (const instance of instances) snapshots.push(...(await engine.observer.observeBriefly(instance)));
  let marked = 0;
  const named = Object.fromEntries(instances.map((instance) => [instance.entity, instance]));
  for (const [entity, list] of findLists(engine, tool)) {
    const input = withAddress(
      engine.rules,
      { ...list, id: undefined },
      { parents: collectParents(entity, named) },
    );
    marked += await countMarked(engine, { ...list, input }, mark);
  }
  return { observation: snapshots, marked };
}

/** Observes the effects of a call once two observations agree. */
export async function waitForStableEffects(engine: Engine, call: MarkedCall): Promise<Effects> {
  await engine.observer.waitUntilStable(async () => (await observeEffects(engine, call)).observation);
  return observeEffects(engine, call);
}

/** Describes the effect of another call in a sentence; `undefined` if there was none. */
export async function describeAdded(
  engine: Engine,
  call: MarkedCall,
  once: Effects,
): Promise<string | undefined> {
  const now = await observeEffects(engine, call);
  if (now.marked > once.marked) return describeMarked(call, now.marked, once.marked);
  const again = async () => (await observeEffects(engine, call)).observation;
  const changes = await engine.observer.findChanges(again, once.observation, now.observation);
  const change = changes.find((each) => !differInTime(each));
  return change && describeChange(change);
}

/** A marked call with one of its answers. */
export type AnsweredMarkedCall = MarkedCall & { readonly called: Called };

/**
 * Describes the effects of several calls that one equal call does not have, in a sentence. A server may continue to work after its
 * answer and be further with the calls that began first, so a difference has to last.
 */
export async function describeExcess(
  engine: Engine,
  several: AnsweredMarkedCall,
  single: AnsweredMarkedCall,
): Promise<string | undefined> {
  const unequalBefore = new Set(
    listInequalities(engine, single, single.before, several, several.before).map(({ place }) => place),
  );
  for (let comparison = 1; ; comparison += 1) {
    const [many, one] = [await observeEffects(engine, several), await observeEffects(engine, single)];
    if (many.marked > one.marked) return describeMarked(several, many.marked, one.marked);
    const more = listInequalities(engine, single, one, several, many).find(
      ({ place, tool, at, values }) =>
        !unequalBefore.has(place) && !engine.observer.isVolatile(tool, at) && !values.every(isTime),
    );
    if (more === undefined) return undefined;
    const isAtWork = engine.observer.isAtWork([...many.observation, ...one.observation], comparison);
    if (comparison >= maxComparisons && !isAtWork) return `${more.tool}: ${more.text}`;
    await engine.observer.waitForClockTick();
  }
}

function describeMarked({ tool }: MarkedCall, now: number, once: number): string {
  return `${tool} has created ${now}, but one call creates ${once}`;
}

/** A place that differs after two calls. */
interface Inequality {
  readonly tool: string;
  readonly at: string;
  /** Tool and place, with list indexes replaced by `*`. */
  readonly place: string;
  readonly values: readonly Json[];
  readonly text: string;
}

/** Lists the differences between the effects of two calls, except their ids, their marks, and the ids that they created. */
function listInequalities(
  engine: Engine,
  left: AnsweredMarkedCall,
  leftSeen: Effects,
  right: AnsweredMarkedCall,
  rightSeen: Effects,
): Inequality[] {
  const ids = [
    ...listNamedIds(left, right),
    ...listMadeIds(left, right),
    ...listShownIds(engine, left, right),
  ];
  return leftSeen.observation.flatMap((snapshot, index) => {
    const other = rightSeen.observation[index];
    if (snapshot.value === undefined || other?.value === undefined) return [];
    const { tool } = snapshot;
    return differences(
      neutralise(
        snapshot.value,
        left.mark,
        ids.map(([id]) => id),
      ),
      neutralise(
        other.value,
        right.mark,
        ids.map(([, id]) => id),
      ),
      Number.POSITIVE_INFINITY,
    )
      .filter(({ expected, actual }) => !ids.some(([one, two]) => one === expected && two === actual))
      .map(({ at, expected, actual }) => ({
        tool,
        at,
        place: `${tool} ${toPattern(at)}`,
        values: [expected, actual] as Json[],
        text: describeDifference({ at, expected, actual }),
      }));
  });
}

/** Replaces the ids in texts, and the mark. A number that is an id of the one call has to be compared with that of the other. */
function neutralise(value: Json, mark: string, ids: readonly Json[]): Json {
  const names = [mark, ...ids.filter((id) => typeof id === "string")];
  return JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === "string" ? names.reduce(withoutName, part) : part,
  );
}

/** A name with fewer characters may occur in other texts. */
const enoughCharacters = 6;

function withoutName(text: string, name: string): string {
  if (name.length >= enoughCharacters) return text.replaceAll(name, "ID");
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "gu");
  return text.replaceAll(alone, "ID");
}

/** An id of the one call, and the id at the same place of the other call. */
type IdPair = readonly [Json, Json];

function listNamedIds(left: AnsweredMarkedCall, right: AnsweredMarkedCall): IdPair[] {
  return left.instances.flatMap(({ id }, index) => {
    const other = right.instances[index];
    return other === undefined ? [] : [[id, other.id] as const];
  });
}

/** Lists the ids that the results show at places of the entities that their tool makes, and words that are as long as ids. */
function listMadeIds(left: AnsweredMarkedCall, right: AnsweredMarkedCall): IdPair[] {
  const [one, two] = [readStructured(left.called) ?? null, readStructured(right.called) ?? null];
  return listLeaves(one).flatMap(({ pointer, value }) => {
    const other = valueAt(two, pointer);
    const isWord = typeof value === "string" && /^\S{12,}$/.test(value) && !isTime(value);
    const isId = left.madeIds.includes(pointer) || isWord;
    return isId && other !== undefined && other !== value ? [[value, other] as const] : [];
  });
}

/** Lists the ids of other entities that the results show at the same place: each call issues a lot of its own. */
function listShownIds(engine: Engine, left: AnsweredMarkedCall, right: AnsweredMarkedCall): IdPair[] {
  const [one, two] = [readStructured(left.called) ?? null, readStructured(right.called) ?? null];
  return Object.values(engine.rules.entities)
    .flatMap(({ results }) => results.filter(({ tool }) => tool === left.tool))
    .flatMap(({ path }) => valuesAt(one, path))
    .flatMap(({ pointer, value }) => {
      const other = valueAt(two, pointer);
      return other === undefined || other === value ? [] : [[value, other] as const];
    });
}

async function countMarked(
  engine: Engine,
  lister: Pick<ObserverRule, "tool" | "list"> & { readonly input: Json },
  mark: string,
): Promise<number> {
  const items = (lister.list ?? "").replace(/[^*]*$/, "");
  let count = 0;
  for await (const { called } of readPages(engine.rules, engine.calls, lister)) {
    count += valuesAt(readStructured(called), items).filter(({ value }) =>
      listLeaves(value).some((leaf) => typeof leaf.value === "string" && leaf.value.includes(mark)),
    ).length;
  }
  return count;
}
