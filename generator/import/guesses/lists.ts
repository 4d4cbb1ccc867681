/** Guesses how lists come page by page, and which arguments select their items. */
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { canonical } from "@toolwright/runtime/json";
import { fileName } from "../type-names.ts";
import type { IdPlace, ReadTool } from "./things.ts";
import type { ValuePlace } from "./values.ts";

/** The keys `pages` and `filters` of a tool. */
export interface ListGuess {
  readonly pages?: SchemaObject;
  readonly filters?: SchemaObject;
}

const cursors = new Set(["cursor", "page_token", "continuation_token", "after", "starting_after"]);
const nexts = new Set(["next_cursor", "next_page_token", "next", "next_token", "continuation_token"]);
const offsets = new Set(["offset", "skip"]);
const limits = new Set(["limit", "page_size", "max_results", "per_page", "count"]);
const totals = new Set(["total", "total_count", "total_results", "total_items"]);

/** @param ids places with ids of things that are known */
export function guessList(tool: ReadTool, ids: readonly IdPlace[]): ListGuess {
  if (!tool.isReading) return {};
  const lists = tool.results.filter(isListOfObjects);
  const [list, another] = lists.filter(({ steps }) => !steps.includes("*"));
  if (list === undefined || another !== undefined) return {};
  const filters = guessFilters(tool, list, ids);
  const cut = guessPages(tool, list, ids);
  const selected = Object.keys(filters).length > 0 ? { filters } : {};
  if (cut !== undefined) return { pages: { ...cut, ...selected } };
  const whole = Object.entries(filters).map(([name, path]) => [name, `${list.pointer}/*${path}`]);
  return whole.length > 0 ? { filters: Object.fromEntries(whole) } : {};
}

function isListOfObjects({ schema }: ValuePlace): boolean {
  return schema.type === "array" && isSchemaObject(schema.items);
}

function guessPages(tool: ReadTool, list: ValuePlace, ids: readonly IdPlace[]): SchemaObject | undefined {
  const argument = (names: ReadonlySet<string>) => findNamed(tool.arguments, names)?.steps[0];
  const result = (names: ReadonlySet<string>) => findNamed(tool.results, names)?.pointer;
  const id = idOfItems(tool, list, ids);
  if (id === undefined) return undefined;
  const [cursor, next, offset, limit] = [
    argument(cursors),
    result(nexts),
    argument(offsets),
    argument(limits),
  ];
  const total = result(totals);
  const shown = { items: list.pointer, id: id, ...(total && { total }), ...(limit && { limit }) };
  if (cursor !== undefined && next !== undefined) return { cursor, next, ...shown };
  return offset === undefined ? undefined : { offset, ...shown };
}

/** The name of the id of an item: `id`, or `order_id` where it is that of what the tool is named after. */
function idOfItems(tool: ReadTool, list: ValuePlace, ids: readonly IdPlace[]): string | undefined {
  const depth = list.steps.length + 2;
  const own = ids.filter(
    ({ tool: each, side, place }) =>
      each === tool && side === "output" && place.steps.length === depth && isWithin(place, list),
  );
  const first =
    own.find(({ place }) => place.steps.at(-1) === "id") ??
    own.find(({ thing }) => thing === tool.words.noun) ??
    (own.length === 1 ? own[0] : undefined);
  return first?.place.steps.at(-1);
}

function isWithin(place: ValuePlace, list: ValuePlace): boolean {
  return place.pointer.startsWith(`${list.pointer}/*/`);
}

/** An argument selects the items that have its value if they have a place of its name and its kind of values. */
function guessFilters(
  tool: ReadTool,
  list: ValuePlace,
  ids: readonly IdPlace[],
): Readonly<Record<string, string>> {
  const things = new Map(
    ids.filter((each) => each.tool === tool).map(({ place, thing }) => [place, thing] as const),
  );
  const selecting = tool.arguments.flatMap((argument) => {
    const [name = "", deeper] = argument.steps;
    if (argument.steps.length === 0 || deeper !== undefined) return [];
    const same = tool.results.find(
      (place) =>
        isWithin(place, list) && place.steps.length === list.steps.length + 2 && place.steps.at(-1) === name,
    );
    if (same === undefined) return [];
    const isOfThing = things.has(argument) && things.get(argument) === things.get(same);
    return isOfThing || hasSameValues(argument.schema, same.schema) ? [[name, `/${name}`] as const] : [];
  });
  return Object.fromEntries(selecting);
}

function hasSameValues(argument: SchemaObject, place: SchemaObject): boolean {
  if (argument.type === "boolean") return place.type === "boolean" && argument.default === undefined;
  const [wanted, shown] = [argument.enum, place.enum];
  if (!Array.isArray(wanted) || !Array.isArray(shown) || argument.default !== undefined) return false;
  const known = new Set(shown.map(canonical));
  return wanted.every((value) => known.has(canonical(value)));
}

function findNamed(places: readonly ValuePlace[], names: ReadonlySet<string>): ValuePlace | undefined {
  return places.find(({ steps }) => steps.length === 1 && names.has(fileName(steps[0]!)));
}
