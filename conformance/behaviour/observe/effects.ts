/** Finds the effects of a call: on the instances that it names, and in lists, where a text marks new items. */
import { randomBytes } from "node:crypto";
import { differences } from "@toolwright/runtime/json";
import type { ObserverRule } from "../../cases/behaviour.ts";
import { edited, isObject, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { listLeaves, toPattern, valuesAt } from "../../cases/places.ts";
import { describeDifference } from "../../judge/difference.ts";
import { type Called, readStructured } from "../calls/called.ts";
import { pagesOf } from "../calls/pages.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { parentsFrom, withAddress } from "../rules/address.ts";
import { namedEntities } from "../rules/rule-calls.ts";
import { differInTime, isTime } from "./lost.ts";
import { describeChange, type Observation, type Snapshot } from "./observation.ts";

/** A call whose effects can be found: its arguments, the instances that they name, and the text that marks its effect. */
export interface MarkedCall {
  readonly tool: string;
  readonly input: Json;
  readonly instances: readonly EntityInstance[];
  readonly mark: string;
  readonly before: Effects;
}

/** What can be seen at one moment. */
export interface Effects {
  readonly observation: Observation;
  /** The number of items of lists that have the mark. */
  readonly marked: number;
}

/** How often the effects of two calls are compared before a difference counts. */
const maxComparisons = 4;

/**
 * Makes the instances that the arguments name, and marks what the call will make.
 * @param keep pointers of arguments that get no mark
 */
export async function markCall(
  engine: Engine,
  tool: string,
  example: Json,
  keep: readonly string[],
): Promise<MarkedCall> {
  const named = [...namedEntities(engine.rules, tool, example)];
  const instances = await engine.instances.makeAll(
    named.filter((entity) => engine.rules.entities[entity]?.madeBy),
  );
  const filled = await engine.instances.fill(tool, example, {
    instances: Object.fromEntries(instances.map((instance) => [instance.entity, instance])),
  });
  const mark = randomBytes(4).toString("hex");
  const input = await withMark(engine, tool, filled, mark, keep);
  return { tool, input, instances, mark, before: await effectsOn(engine, { tool, instances, mark }) };
}

/** Arguments that make an entity with a text of its own, where lists show one of its texts. */
export async function markedInput(engine: Engine, entity: string): Promise<JsonObject> {
  const { tool, input } = engine.rules.entities[entity]!.madeBy!;
  const mark = randomBytes(4).toString("hex");
  return (await withMark(engine, tool, input, mark, [])) as JsonObject;
}

/** Observes the effects of a call. */
export async function effectsOn(
  engine: Engine,
  { tool, instances, mark }: Pick<MarkedCall, "tool" | "instances" | "mark">,
): Promise<Effects> {
  const snapshots: Snapshot[] = [];
  for (const instance of instances) snapshots.push(...(await engine.observer.observe(instance)));
  let marked = 0;
  const named = Object.fromEntries(instances.map((instance) => [instance.entity, instance]));
  for (const [entity, list] of listsOfMade(engine, tool)) {
    const input = withAddress(
      engine.rules,
      { ...list, id: undefined },
      { parents: parentsFrom(entity, named) },
    );
    marked += await countMarked(engine, { ...list, input }, mark);
  }
  return { observation: snapshots, marked };
}

/** The same once two observations agree. */
export async function waitForStableEffects(engine: Engine, call: MarkedCall): Promise<Effects> {
  await engine.observer.waitUntilStable(async () => (await effectsOn(engine, call)).observation);
  return effectsOn(engine, call);
}

/** What a further call added, as a sentence; `undefined` if nothing. */
export async function addedSince(
  engine: Engine,
  call: MarkedCall,
  once: Effects,
): Promise<string | undefined> {
  const now = await effectsOn(engine, call);
  if (now.marked > once.marked) return describeMarked(call, now.marked, once.marked);
  const again = async () => (await effectsOn(engine, call)).observation;
  const changes = await engine.observer.findChanges(again, once.observation, now.observation);
  const change = changes.find((each) => !differInTime(each));
  return change && describeChange(change);
}

/** A marked call with one of its answers. */
export type AnsweredMarkedCall = MarkedCall & { readonly called: Called };

/**
 * What several calls did beyond a single one that began alike, as a sentence. A server that goes on working after its
 * answer may have got further with the calls that began first, so a difference has to last.
 */
export async function effectsBeyond(
  engine: Engine,
  several: AnsweredMarkedCall,
  single: AnsweredMarkedCall,
): Promise<string | undefined> {
  const unequalBefore = new Set(
    unequal(single, single.before, several, several.before).map(({ place }) => place),
  );
  for (let comparison = 1; ; comparison += 1) {
    const [many, one] = [await effectsOn(engine, several), await effectsOn(engine, single)];
    if (many.marked > one.marked) return describeMarked(several, many.marked, one.marked);
    const more = unequal(single, one, several, many).find(
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
  return `${tool} has made ${now} where one call makes ${once}`;
}

/** A place that two calls have left different. */
interface Inequality {
  readonly tool: string;
  readonly at: string;
  /** Tool and place, in every item of its lists. */
  readonly place: string;
  readonly values: readonly Json[];
  readonly text: string;
}

/** The differences between the effects of two calls, without their ids, marks, and the ids that they made. */
function unequal(
  left: AnsweredMarkedCall,
  leftSeen: Effects,
  right: AnsweredMarkedCall,
  rightSeen: Effects,
): Inequality[] {
  return leftSeen.observation.flatMap((snapshot, index) => {
    const other = rightSeen.observation[index];
    if (snapshot.value === undefined || other?.value === undefined) return [];
    const { tool } = snapshot;
    return differences(
      neutral(snapshot.value, left, right),
      neutral(other.value, right, left),
      Number.POSITIVE_INFINITY,
    ).map(({ at, expected, actual }) => ({
      tool,
      at,
      place: `${tool} ${toPattern(at)}`,
      values: [expected, actual] as Json[],
      text: describeDifference({ at, expected, actual }),
    }));
  });
}

function neutral(
  value: Json,
  { instances, mark, called }: AnsweredMarkedCall,
  other: AnsweredMarkedCall,
): Json {
  const names = [mark, ...instances.map(({ id }) => String(id)), ...idsMade(called, other.called)];
  return JSON.parse(JSON.stringify(value), (_, part) => {
    if (typeof part === "number") return names.includes(String(part)) ? 0 : part;
    return typeof part === "string" ? names.reduce(withoutName, part) : part;
  });
}

/** A name with fewer characters may be a part of any other text. */
const enoughCharacters = 6;

function withoutName(text: string, name: string): string {
  if (name.length >= enoughCharacters) return text.replaceAll(name, "ID");
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "gu");
  return text.replaceAll(alone, "ID");
}

/** Words of a result that are as long as ids are, and are others in the result of a call like it. */
function idsMade(called: Called, other: Called): string[] {
  const others = new Set(listLeaves(readStructured(other)).map(({ value }) => value));
  return listLeaves(readStructured(called)).flatMap(({ value }) =>
    typeof value === "string" && /^\S{12,}$/.test(value) && !others.has(value) ? value : [],
  );
}

/** The lists that show what the tool makes: entity and list. */
function listsOfMade({ rules }: Engine, tool: string): (readonly [string, ObserverRule])[] {
  return Object.entries(rules.entities).flatMap(([entity, { madeBy, observedBy }]) =>
    madeBy?.tool === tool
      ? observedBy
          .filter(({ list, id }) => list !== undefined && id === undefined)
          .map((observer) => [entity, observer] as const)
      : [],
  );
}

/** The arguments with the mark in a text that lists show, if there is one. */
async function withMark(
  engine: Engine,
  tool: string,
  input: Json,
  mark: string,
  keep: readonly string[],
): Promise<Json> {
  const { cases, schemas } = engine.context;
  const properties = valueAt(cases.schemas[cases.tools[tool]!.input] ?? null, "/properties") ?? {};
  for (const name of await shownTexts(engine, tool)) {
    const pointer = `/${name}`;
    if (!Object.hasOwn(properties as object, name) || keep.includes(pointer)) continue;
    const fitting = markedTexts(valueAt(input, pointer), mark)
      .map((to) => edited(input, [{ set: pointer, to }]))
      .find((changed) => schemas.fits(tool, changed));
    if (fitting !== undefined) return fitting;
  }
  return input;
}

/** Texts with the mark, in place of another text or of nothing. */
function markedTexts(old: Json | undefined, mark: string): string[] {
  if (old === undefined) return [mark];
  return typeof old === "string" ? [`${old} ${mark}`, mark] : [];
}

/** The names of texts in the items of lists that show what the tool makes. */
async function shownTexts(engine: Engine, tool: string): Promise<string[]> {
  const names = new Set<string>();
  for (const [entity, list] of listsOfMade(engine, tool)) {
    const observation = await engine.observer.observe(await engine.observer.referenceInstance(entity));
    const item = observation.find((snapshot) => snapshot.tool === list.tool)?.value;
    for (const [name, value] of Object.entries(isObject(item) ? item : {}))
      if (typeof value === "string") names.add(name);
  }
  return [...names];
}

async function countMarked(
  engine: Engine,
  lister: Pick<ObserverRule, "tool" | "list"> & { readonly input: Json },
  mark: string,
): Promise<number> {
  const items = (lister.list ?? "").replace(/[^*]*$/, "");
  let count = 0;
  for await (const { called } of pagesOf(engine.rules, engine.calls, lister)) {
    count += valuesAt(readStructured(called), items).filter(({ value }) =>
      listLeaves(value).some((leaf) => typeof leaf.value === "string" && leaf.value.includes(mark)),
    ).length;
  }
  return count;
}
