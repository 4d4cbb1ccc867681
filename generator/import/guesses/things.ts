/** Finds where ids of things stand in arguments and results: `order_id`, and `id` in an order. */
import type { Entry } from "@toolwright/check/surface";
import type { SchemaObject } from "@toolwright/json-schema";
import { fileName } from "../type-names.ts";
import { listValues, type ValuePlace } from "./values.ts";
import { readToolName, type ToolWords, type VerbKind, verbKind, withoutPlural } from "./words.ts";

/** A tool, and what its name and its schemas tell. */
export interface ReadTool {
  /** Its index in the manifest. */
  readonly index: number;
  readonly name: string;
  readonly words: ToolWords;
  readonly kind: VerbKind | undefined;
  /** Whether it changes nothing, as its hint says, or else its verb. */
  readonly isReading: boolean;
  readonly arguments: readonly ValuePlace[];
  /** Empty where the manifest has no output schema. */
  readonly results: readonly ValuePlace[];
}

/** A place with an id. */
export interface IdPlace {
  readonly tool: ReadTool;
  readonly side: "input" | "output";
  readonly place: ValuePlace;
  readonly thing: string;
}

export function readTools(entries: readonly Entry[], prefix: string | undefined): ReadTool[] {
  const short = entries.map(({ name }) => readToolName(name, prefix));
  // If most tools are verbs alone, their common beginning is the thing: `room.create`, `room.list`.
  const isPrefixTheThing = 2 * short.filter(({ noun }) => noun === "").length > short.length;
  return entries.map((entry, index) => {
    const words = isPrefixTheThing ? readToolName(entry.name, undefined) : short[index]!;
    const kind = verbKind(words);
    const hint = entry.annotations?.readOnlyHint;
    return {
      index,
      name: entry.name,
      words,
      kind,
      isReading: typeof hint === "boolean" ? hint : kind === "reading",
      arguments: listValues(entry.inputSchema),
      results: entry.outputSchema ? listValues(entry.outputSchema) : [],
    };
  });
}

/** Names of objects and lists that say nothing of what is in them. */
const containers = new Set(
  "item result data entry record row list value match hit page response content output object element".split(
    " ",
  ),
);

/** Ids that are no ids of things. */
const others = new Set(
  "request idempotency client session trace correlation external tax phone zip postal country currency".split(
    " ",
  ),
);

/** Lists the ids of the things that tools make, by the names of places and tools. */
export function findIds(tools: readonly ReadTool[]): IdPlace[] {
  const nouns = new Set(tools.map(({ words }) => words.noun));
  const named = tools
    .flatMap((tool) => [...idsOf(tool, "input", tool.arguments), ...idsOf(tool, "output", tool.results)])
    .filter(({ thing }) => nouns.has(thing) || !others.has(thing));
  const known = new Set(
    named
      .filter(({ place: { steps } }) => steps.length > 1 && steps.at(-1) === "id")
      .map(({ thing }) => thing),
  );
  // Another tool may be named after anything: `check_in` is no tool that checks an `in`.
  for (const { words, kind } of tools) if (kind === "reading" || kind === "making") known.add(words.noun);
  const mentioned = new Set(named.map(({ thing }) => thing));
  return named.flatMap((each) => {
    const endings = listEndings(each.thing);
    const thing =
      endings.find((ending) => known.has(ending)) ?? endings.findLast((ending) => mentioned.has(ending));
    return thing === undefined ? [] : [{ ...each, thing }];
  });
}

/** `from_account` is an account where there are accounts: `from_account`, `account`. */
function listEndings(thing: string): string[] {
  const words = thing.split("_");
  return words.map((_, index) => words.slice(index).join("_"));
}

function idsOf(tool: ReadTool, side: IdPlace["side"], places: readonly ValuePlace[]): IdPlace[] {
  return places.flatMap((place): IdPlace[] => {
    if (!isPlainId(place.schema)) return [];
    const thing = thingOfDefinition(place) ?? thingAt(place.steps, tool);
    return thing === undefined || thing === "" ? [] : [{ tool, side, place, thing }];
  });
}

/** Ids are texts or whole numbers, and have no list of allowed values. */
function isPlainId({ type, enum: values, const: fixed, format }: SchemaObject): boolean {
  const isTime = typeof format === "string" && /date|time|email|uri/.test(format);
  return (type === "string" || type === "integer") && values === undefined && fixed === undefined && !isTime;
}

/** A definition of its own tells of whose ids it is: `$defs/folder_id`. */
function thingOfDefinition({ path: [, name, deeper], steps }: ValuePlace): string | undefined {
  if (steps.length === 0 || deeper !== undefined || typeof name !== "string") return undefined;
  return /^(.+)_id$/.exec(fileName(name))?.[1];
}

function thingAt(steps: readonly string[], { words }: ReadTool): string | undefined {
  const names = steps.filter((step) => step !== "*").map(fileName);
  const name = names.at(-1) ?? "";
  const thing = /^(.+)_(id|key|code|no|number|slug|uuid)s?$/.exec(name)?.[1];
  // The parent of a folder is a folder.
  if (thing === "parent") return words.noun;
  if (thing !== undefined) return withoutPlural(thing);
  if (name !== "id" && name !== "ids") return undefined;
  const around = names
    .slice(0, -1)
    .map(withoutPlural)
    .filter((each) => !containers.has(each));
  return around.at(-1) ?? words.noun;
}
