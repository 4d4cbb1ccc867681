/** Finds the effects of a call: on the things that it names, and in lists, where a text marks what it made. */
import { randomBytes } from "node:crypto";
import { differences } from "@toolwright/runtime/json";
import type { Observer } from "../cases/behaviour.ts";
import { edited, type Json, valueAt } from "../cases/edits.ts";
import { leavesOf, patternOf, valuesAt } from "../cases/places.ts";
import { describeDifference } from "../judge/difference.ts";
import { isObject } from "../wire/answer.ts";
import { type Called, structuredOf } from "./calls.ts";
import type { Engine } from "./engine.ts";
import { isTime } from "./lost.ts";
import { pagesOf } from "./pages.ts";
import { describeChange, type Observation, type Sight } from "./sights.ts";
import type { JsonObject, Thing } from "./thing.ts";

/** Arguments, with the things that they name and the text by which their effect is found. */
export interface Scene {
  readonly tool: string;
  readonly input: Json;
  readonly things: readonly Thing[];
  readonly mark: string;
  readonly before: Effects;
}

/** What can be seen at one moment. */
export interface Effects {
  readonly observation: Observation;
  /** The number of items of lists that have the mark. */
  readonly marked: number;
}

const maxPages = 20;
/** How often two scenes are compared before a difference counts. */
const maxLooks = 4;

/**
 * Makes the things that the arguments name, and marks what the call will make.
 * @param keep pointers of arguments that get no mark
 */
export async function sceneOf(
  engine: Engine,
  tool: string,
  example: Json,
  keep: readonly string[],
): Promise<Scene> {
  const things: Thing[] = [];
  for (const [resource, rule] of Object.entries(engine.rules.resources)) {
    const isNamed = rule.arguments.some(
      (place) => place.tool === tool && valuesAt(example, place.path).length > 0,
    );
    if (isNamed && rule.madeBy) things.push(await engine.make(resource));
  }
  const filled = await engine.fill(tool, example, {
    things: Object.fromEntries(things.map((thing) => [thing.resource, thing])),
  });
  const mark = randomBytes(4).toString("hex");
  const input = await withMark(engine, tool, filled, mark, keep);
  return { tool, input, things, mark, before: await effectsOn(engine, { tool, things, mark }) };
}

/** Arguments that make a resource with a text of its own, where lists show one of its texts. */
export async function markedInput(engine: Engine, resource: string): Promise<JsonObject> {
  const { tool, input } = engine.rules.resources[resource]!.madeBy!;
  const mark = randomBytes(4).toString("hex");
  return (await withMark(engine, tool, input, mark, [])) as JsonObject;
}

/** What can be seen now of the effects of a scene. */
export async function effectsOn(
  engine: Engine,
  { tool, things, mark }: Pick<Scene, "tool" | "things" | "mark">,
): Promise<Effects> {
  const sights: Sight[] = [];
  for (const thing of things) sights.push(...(await engine.observe(thing)));
  let marked = 0;
  for (const [, list] of listsOfMade(engine, tool)) marked += await countMarked(engine, list, mark);
  return { observation: sights, marked };
}

/** The same once it rests. */
export async function effectsAtRest(engine: Engine, scene: Scene): Promise<Effects> {
  await engine.atRest(async () => (await effectsOn(engine, scene)).observation);
  return effectsOn(engine, scene);
}

/** What a further call added, as a sentence; `undefined` if nothing. */
export async function addedSince(engine: Engine, scene: Scene, once: Effects): Promise<string | undefined> {
  const now = await effectsOn(engine, scene);
  if (now.marked > once.marked) return describeMarked(scene, now.marked, once.marked);
  const again = async () => (await effectsOn(engine, scene)).observation;
  const changes = await engine.changesSeen(again, once.observation, now.observation);
  const change = changes.find(({ before, after }) => !(isTime(before) && isTime(after)));
  return change && describeChange(change);
}

/** A scene with one of its calls. */
export type Played = Scene & { readonly called: Called };

/**
 * What the calls of one scene did more than those of another that began alike, as a sentence. What a server goes on doing
 * after it has answered may be further for the scene that began first, so a difference has to last.
 */
export async function effectsBeyond(
  engine: Engine,
  several: Played,
  single: Played,
): Promise<string | undefined> {
  const unequalBefore = new Set(
    unequal(single, single.before, several, several.before).map(({ place }) => place),
  );
  for (let look = 1; ; look += 1) {
    const [many, one] = [await effectsOn(engine, several), await effectsOn(engine, single)];
    if (many.marked > one.marked) return describeMarked(several, many.marked, one.marked);
    const more = unequal(single, one, several, many).find(
      ({ place, tool, at, values }) =>
        !unequalBefore.has(place) && !engine.isVolatile(tool, at) && !values.every(isTime),
    );
    if (more === undefined) return undefined;
    if (look === maxLooks) return `${more.tool}: ${more.text}`;
    await engine.pause();
  }
}

function describeMarked({ tool }: Scene, now: number, once: number): string {
  return `${tool} has made ${now} where one call makes ${once}`;
}

/** Where what is seen of two scenes differs, but for their ids and marks, and the ids of what they made. */
function unequal(left: Played, leftSeen: Effects, right: Played, rightSeen: Effects) {
  return leftSeen.observation.flatMap((sight, index) => {
    const other = rightSeen.observation[index];
    if (sight.value === undefined || other?.value === undefined) return [];
    const { tool } = sight;
    return differences(
      neutral(sight.value, left, right),
      neutral(other.value, right, left),
      Number.POSITIVE_INFINITY,
    ).map(({ at, expected, actual }) => ({
      tool,
      at,
      place: `${tool} ${patternOf(at)}`,
      values: [expected, actual] as Json[],
      text: describeDifference({ at, expected, actual }),
    }));
  });
}

function neutral(value: Json, { things, mark, called }: Played, other: Played): Json {
  const names = [mark, ...things.map(({ id }) => String(id)), ...idsMade(called, other.called)];
  return JSON.parse(names.reduce((text, name) => text.replaceAll(name, "ID"), JSON.stringify(value)));
}

/** Words of a result that are as long as ids are, and are others in the result of a call like it. */
function idsMade(called: Called, other: Called): string[] {
  const others = new Set(leavesOf(structuredOf(other)).map(({ value }) => value));
  return leavesOf(structuredOf(called)).flatMap(({ value }) =>
    typeof value === "string" && /^\S{12,}$/.test(value) && !others.has(value) ? value : [],
  );
}

/** The lists that show what the tool makes: resource and list. */
function listsOfMade({ rules }: Engine, tool: string): (readonly [string, Observer])[] {
  return Object.entries(rules.resources).flatMap(([resource, { madeBy, observedBy }]) =>
    madeBy?.tool === tool
      ? observedBy
          .filter(({ list, id }) => list !== undefined && id === undefined)
          .map((observer) => [resource, observer] as const)
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
    const old = valueAt(input, pointer);
    const texts = typeof old === "string" ? [`${old} ${mark}`, mark] : old === undefined ? [mark] : [];
    const fitting = texts
      .map((to) => edited(input, [{ set: pointer, to }]))
      .find((changed) => schemas.fits(tool, changed));
    if (fitting !== undefined) return fitting;
  }
  return input;
}

/** The names of texts in the items of lists that show what the tool makes. */
async function shownTexts(engine: Engine, tool: string): Promise<string[]> {
  const names = new Set<string>();
  for (const [resource, list] of listsOfMade(engine, tool)) {
    const observation = await engine.observe(await engine.bystander(resource));
    const item = observation.find((sight) => sight.tool === list.tool)?.value;
    for (const [name, value] of Object.entries(isObject(item) ? item : {}))
      if (typeof value === "string") names.add(name);
  }
  return [...names];
}

async function countMarked(
  engine: Engine,
  { tool, input, list = "" }: Observer,
  mark: string,
): Promise<number> {
  const items = list
    .split("/")
    .slice(0, list.split("/").lastIndexOf("*") + 1)
    .join("/");
  let count = 0;
  for await (const { called } of pagesOf(engine.rules, tool, input, maxPages, (page) =>
    engine.call({ tool, input: page }),
  )) {
    count += valuesAt(structuredOf(called), items).filter(({ value }) =>
      leavesOf(value).some((leaf) => typeof leaf.value === "string" && leaf.value.includes(mark)),
    ).length;
  }
  return count;
}
