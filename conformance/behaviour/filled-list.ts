/** Fills the list of a tool with items that its filters can tell apart, once for all cases about it. */
import { randomBytes } from "node:crypto";
import { baseArguments } from "../calls/arguments.ts";
import type { FilterRule, PagesRule } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { compareValues, dayOf, passesFilter } from "../cases/filters.ts";
import { ifPossible } from "../results/precondition-error.ts";
import type { Engine } from "./engine.ts";
import { isTime } from "./lost.ts";
import { oncePerRun } from "./once-per-run.ts";
import { lastStep, type Supply, supplyFor } from "./supply.ts";
import { type Walk, walk } from "./walk.ts";

export type FilledList = Awaited<ReturnType<typeof fill>>;

/** Enough for three small pages. */
const plainItems = 5;
/** Made in any case, so that a list has to show what is new. */
const newItems = 2;
/** The number of small pages that a list is read in, about. */
const smallPages = 3;
/** How many values of one filter get an item. */
const valuesPerFilter = 4;
const dayMs = 86_400_000;

const lists = oncePerRun<Promise<FilledList>>();

export function fillList(engine: Engine, tool: string): Promise<FilledList> {
  return lists(engine, tool, () => fill(engine, tool, engine.rules.pages[tool]!));
}

async function fill(engine: Engine, tool: string, rule: PagesRule) {
  const list = { tool, input: rule.first.input, items: rule.items };
  const common = await supplyFor(engine, list);
  // The list of an account of its own stays as it is while other cases run.
  const account = common.isOwn ? undefined : await engine.accounts.dedicated("reader");
  const supply = account === undefined ? common : await supplyFor(engine, list, account);
  const reads = new Map<number | undefined, { readonly writes: number; readonly walked: Promise<Walk> }>();
  /** Reads the whole list by pages of this size. Cases share what was read, as long as no call may have changed it. */
  const read = (limit: number | undefined) => {
    // A list of its own changes only while it is filled.
    const writes = common.isOwn ? 0 : engine.context.caller.writes();
    const last = reads.get(limit);
    if (last?.writes === writes) return last.walked;
    const walked = walk(engine, tool, rule, { input: supply.input, account, limit });
    reads.set(limit, { writes, walked });
    return walked;
  };
  const there = common.isOwn ? [] : (await read(rule.limit?.max)).items;
  const count = Math.max(newItems, plainItems - there.length);
  const filters = Object.values(rule.filters);
  const texts = filters.filter(({ is }) => is === "contains").map(({ path }) => lastStep(path));
  const made = texts.length === 0 ? await supply.add(count) : await addNamed(supply, texts, count);
  // Those that a hook makes at once have one time: a bound between two times has several items on each side.
  if (filters.some(({ is }) => is === "at-least" || is === "at-most" || is === "below"))
    made.push(...(await supply.add(count)));
  /** How many items a hook made with a value of a field: `/status "spam"` -> 1. The whole list need not show them. */
  const madeWith = new Map<string, number>();
  for (const { path, values = [], is } of filters) {
    if (is !== "equal") continue;
    const missing = values.filter((value) => !there.some((item) => valueAt(item, path) === value));
    for (const value of missing.slice(0, valuesPerFilter)) {
      // A hook does what it is asked for, and returns no ids. A tool need not take the value: the whole list shows what it made.
      const ids = await ifPossible(supply.add(1, { [lastStep(path)]: value }));
      if (ids && supply.isByHook) madeWith.set(makeKey(path, value), 1);
    }
  }
  await addForFilters(engine, tool, rule, supply);
  return {
    input: supply.input,
    account,
    /** Ids of items that the list must have without filters. */
    made,
    /** The number of items that it must have at least. */
    least: plainItems,
    madeWith,
    read,
    /** The size of pages that makes several of the whole list, and never many: a list of an account grows with the run. */
    smallPage: async () => Math.max(2, Math.ceil((await read(rule.limit?.max)).items.length / smallPages)),
  };
}

/** Adds an item for each filter by what no item of a long page has. */
async function addForFilters(engine: Engine, tool: string, rule: PagesRule, supply: Supply): Promise<void> {
  const { input, account } = supply;
  if (Object.keys(rule.filters).length === 0) return;
  const { items } = await walk(engine, tool, rule, { input, account, limit: rule.limit?.max, first: 1 });
  for (const { argument, path } of Object.values(rule.filters)) {
    if (items.some((item) => (valueAt(item, path) ?? null) !== null)) continue;
    const value = findExample(engine, tool, argument);
    if (value !== undefined) await ifPossible(supply.add(1, { [lastStep(path)]: value }));
  }
}

/** A valid value of an argument. */
function findExample({ context: { cases } }: Engine, tool: string, argument: string): Json | undefined {
  const bases = Object.keys(cases.bases).filter((name) => cases.bases[name]!.tool === tool);
  return bases
    .map((name) => valueAt(baseArguments(cases, name), argument))
    .find((value) => value !== undefined);
}

/** Every item has other texts, so that a filter finds some of them. */
async function addNamed(supply: Supply, names: readonly string[], count: number): Promise<Json[]> {
  const ids: Json[] = [];
  for (let index = 0; index < count; index++) {
    const word = randomBytes(5).toString("hex");
    ids.push(...(await supply.add(1, Object.fromEntries(names.map((name) => [name, `Page item ${word}`])))));
  }
  return ids;
}

function makeKey(path: string, value: Json): string {
  return `${path} ${JSON.stringify(value)}`;
}

/** What databases read as "any characters" is only text here. */
const searchPatterns = ["%", "_"];

/** Values for a filter that tell some items from others. */
export function triedValues({ is, path, values, days }: FilterRule, items: readonly Json[]): Json[] {
  const present = [...new Set(items.flatMap((item) => valueAt(item, path) ?? []))];
  if (is === "equal") return [...new Set([...(values ?? []), ...present.slice(0, valuesPerFilter)])];
  if (is === "contains")
    return [
      ...present.flatMap((value) => (typeof value === "string" ? [takePart(value)] : [])).slice(0, 2),
      ...searchPatterns,
    ];
  const ordered = present.toSorted(compareValues);
  const bounds =
    ordered.length < 2
      ? ordered.flatMap((value) => boundWithoutAny(is, value) ?? [])
      : [0, ordered.length >> 1, -1].flatMap((place) => ordered.at(place) ?? []);
  return [...new Set([...bounds, ...(days === undefined ? [] : daysAround(bounds, days))])];
}

/** Where all items have one value, a bound that none of them passes. */
function boundWithoutAny(is: FilterRule["is"], value: Json): Json | undefined {
  if (is === "below") return value;
  const step = is === "at-least" ? 1 : -1;
  if (typeof value === "number") return value + step;
  return isTime(value) ? new Date(Date.parse(String(value)) + step * dayMs).toISOString() : undefined;
}

/** The days of the first and the last time, with one before and one after. */
function daysAround(times: readonly Json[], timeZone: string): Json[] {
  return times.flatMap((time) =>
    [-dayMs, 0, dayMs].map((ms) => dayOf(new Date(Date.parse(String(time)) + ms).toISOString(), timeZone)),
  );
}

/** The second half of a text, in the other case. */
function takePart(value: string): string {
  const part = [...value]
    .slice(Math.floor([...value].length / 2))
    .join("")
    .trim();
  return part === part.toUpperCase() ? part.toLowerCase() : part.toUpperCase();
}

/** What a filtered list has at least: the items of the whole list that fit, and as many as were made to fit. */
export function expectedItems(
  filter: FilterRule,
  value: Json,
  all: readonly Json[],
  id: string,
  { madeWith }: FilledList,
): { readonly ids: readonly Json[]; readonly least: number } {
  const fitting = all.filter((item) => passesFilter(filter, valueAt(item, filter.path), value));
  return {
    ids: fitting.map((item) => valueAt(item, id) ?? null),
    least: madeWith.get(makeKey(filter.path, value)) ?? 0,
  };
}
