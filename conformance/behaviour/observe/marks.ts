/** Marks arguments with a text by which lists show what the call has made. */
import { randomBytes } from "node:crypto";
import type { ObserverRule } from "../../cases/behaviour.ts";
import { applyEdits, isObject, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { Engine } from "../engine.ts";
import { oncePerRun } from "../once-per-run.ts";
import { listIdArguments } from "../rules/rule-calls.ts";

/** Returns arguments that create an entity with a unique text, if lists show one of its texts. */
export async function makeMarkedInput(engine: Engine, entity: string): Promise<JsonObject> {
  const { tool, input } = engine.rules.entities[entity]!.madeBy!;
  const mark = randomBytes(4).toString("hex");
  return (await withMark(engine, tool, input, mark, [])) as JsonObject;
}

/** Finds the lists that show the entities that a tool makes, with the entity. */
export function findLists({ rules }: Engine, tool: string): (readonly [string, ObserverRule])[] {
  return Object.entries(rules.entities).flatMap(([entity, { madeBy, observedBy }]) =>
    madeBy?.tool === tool
      ? observedBy
          .filter(({ list, id }) => list !== undefined && id === undefined)
          .map((observer) => [entity, observer] as const)
      : [],
  );
}

/** Adds the mark to an argument whose text lists show, if there is one. */
export async function withMark(
  engine: Engine,
  tool: string,
  input: Json,
  mark: string,
  keep: readonly string[],
): Promise<Json> {
  const { cases, schemas } = engine.context;
  const properties = valueAt(cases.schemas[cases.tools[tool]!.input] ?? null, "/properties") ?? {};
  // An id of another entity stays as it is, also where any text could be one.
  const kept = [...keep, ...listIdArguments(engine.rules, tool).map(({ path }) => path)];
  for (const name of await listShownTexts(engine, tool)) {
    const pointer = `/${name}`;
    if (!Object.hasOwn(properties as object, name) || kept.includes(pointer)) continue;
    const fitting = listMarkedTexts(valueAt(input, pointer), mark)
      .map((to) => applyEdits(input, [{ set: pointer, to }]))
      .find((changed) => schemas.fits(tool, changed));
    if (fitting !== undefined) return fitting;
  }
  return input;
}

/** Lists texts with the mark that may replace an old text, if there was one. */
function listMarkedTexts(old: Json | undefined, mark: string): string[] {
  if (old === undefined) return [mark];
  return typeof old === "string" ? [`${old} ${mark}`, mark] : [];
}

/** Tool -> the names of texts that lists show. */
const shownTexts = oncePerRun<Promise<string[]>>();

/** Lists the names of texts in the items of lists that show the entities that a tool makes. */
function listShownTexts(engine: Engine, tool: string): Promise<string[]> {
  return shownTexts(engine, tool, () => readShownTexts(engine, tool));
}

async function readShownTexts(engine: Engine, tool: string): Promise<string[]> {
  const names = new Set<string>();
  for (const [entity, list] of findLists(engine, tool)) {
    const observation = await engine.observer.observe(await engine.observer.referenceInstance(entity));
    const item = observation.find((snapshot) => snapshot.tool === list.tool)?.value;
    for (const [name, value] of Object.entries(isObject(item) ? item : {}))
      if (typeof value === "string") names.add(name);
  }
  return [...names];
}
