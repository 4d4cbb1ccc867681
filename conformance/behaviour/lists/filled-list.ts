/** Fills the list of a tool with items that its filters can tell apart, once for all cases about it. */
import { randomBytes } from "node:crypto";
import { baseArguments } from "../../calls/arguments.ts";
import type { FilterRule, PagesRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { compareValues, dayOf, passesFilter } from "../../cases/filters.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import { isTime } from "../observe/lost.ts";
import { oncePerRun } from "../once-per-run.ts";
import { lastStep, type Supply, supplyFor } from "./supply.ts";
import { type Walk, walk } from "./walk.ts";

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

async function fill(engine: Engine, tool: string, rule: PagesRule): Promise<FilledList> {
  const list = { tool, input: rule.first.input, items: rule.items };
  const common = await supplyFor(engine, list);
  // The list of an account of its own stays as it is while other cases run.
  const account = common.isOwn ? undefined : await engine.accounts.dedicated("reader");
  const supply = account === undefined ? common : await supplyFor(engine, list, account);
  const filled = new FilledList({ engine, tool, rule, supply, isOwn: common.isOwn });
  await filled.fill();
  return filled;
}

interface FilledListOptions {
  readonly engine: Engine;
  readonly tool: string;
  readonly rule: PagesRule;
  readonly supply: Supply;
  /** Whether the list has only what belongs to an entity in the arguments. */
  readonly isOwn: boolean;
}

/** A list with items that its filters can tell apart. */
export class FilledList {
  /** Arguments of the call that returns the list. */
  readonly input: Json;
  readonly account: string | undefined;
  /** Ids of items that the list must have without filters. */
  readonly made: Json[] = [];
  /** The number of items that it must have at least. */
  readonly least = plainItems;
  readonly #options: FilledListOptions;
  /** The key of a value -> how many items a hook made with it. The whole list need not show them. */
  readonly #madeWith = new Map<string, number>();
  /** Size of the pages -> the last reading, and the number of writing calls before it. */
  readonly #reads = new Map<
    number | undefined,
    { readonly writes: number; readonly walked: Promise<Walk> }
  >();

  constructor(options: FilledListOptions) {
    this.input = options.supply.input;
    this.account = options.supply.account;
    this.#options = options;
  }

  /** Makes the items. */
  async fill(): Promise<void> {
    const { rule, isOwn } = this.#options;
    const there = isOwn ? [] : (await this.read(rule.limit?.max)).items;
    await this.#addPlain(Math.max(newItems, plainItems - there.length));
    await this.#addForValues(there);
    await this.#addForFilters();
  }

  /** Reads the whole list by pages of this size. Cases share what was read, as long as no call may have changed it. */
  read(limit: number | undefined): Promise<Walk> {
    const { engine, tool, rule, isOwn } = this.#options;
    // A list of its own changes only while it is filled.
    const writes = isOwn ? 0 : engine.context.caller.writes();
    const last = this.#reads.get(limit);
    if (last?.writes === writes) return last.walked;
    const walked = walk(engine, tool, rule, { input: this.input, account: this.account, limit });
    this.#reads.set(limit, { writes, walked });
    return walked;
  }

  /** The size of pages that makes several of the whole list, and never many: a list of an account grows with the run. */
  async smallPage(): Promise<number> {
    const { items } = await this.read(this.#options.rule.limit?.max);
    return Math.max(2, Math.ceil(items.length / smallPages));
  }

  /** How many items the list has at least that have a value at a place, whether it shows them or not. */
  leastWith(path: string, value: Json): number {
    return this.#madeWith.get(makeKey(path, value)) ?? 0;
  }

  async #addPlain(count: number): Promise<void> {
    const { rule, supply } = this.#options;
    const filters = Object.values(rule.filters);
    const texts = filters.filter(({ is }) => is === "contains").map(({ path }) => lastStep(path));
    const ids = texts.length === 0 ? await supply.add(count) : await addNamed(supply, texts, count);
    this.made.push(...ids);
    // Those that a hook makes at once have one time: a bound between two times has several items on each side.
    if (filters.some(({ is }) => is === "at-least" || is === "at-most" || is === "below"))
      this.made.push(...(await supply.add(count)));
  }

  /** Adds an item for each value of a filter that none has. */
  async #addForValues(there: readonly Json[]): Promise<void> {
    const { rule, supply } = this.#options;
    for (const { path, values = [], is } of Object.values(rule.filters)) {
      if (is !== "equal") continue;
      const missing = values.filter((value) => !there.some((item) => valueAt(item, path) === value));
      for (const value of missing.slice(0, valuesPerFilter)) {
        // A hook does what it is asked for, and returns no ids. A tool need not take the value: the whole list shows what it made.
        const ids = await ifPossible(supply.add(1, { [lastStep(path)]: value }));
        if (ids && supply.isByHook) this.#madeWith.set(makeKey(path, value), 1);
      }
    }
  }

  /** Adds an item for each filter by what no item of a long page has. */
  async #addForFilters(): Promise<void> {
    const { engine, tool, rule, supply } = this.#options;
    const { input, account } = this;
    if (Object.keys(rule.filters).length === 0) return;
    const { items } = await walk(engine, tool, rule, { input, account, limit: rule.limit?.max, first: 1 });
    for (const { argument, path } of Object.values(rule.filters)) {
      if (items.some((item) => (valueAt(item, path) ?? null) !== null)) continue;
      const value = findExample(engine, tool, argument);
      if (value !== undefined) await ifPossible(supply.add(1, { [lastStep(path)]: value }));
    }
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

/** What a filtered list has at least. */
export interface ExpectedItems {
  /** The items of the whole list that fit. */
  readonly ids: readonly Json[];
  /** As many as were made to fit. */
  readonly least: number;
}

export function expectedItems(
  filter: FilterRule,
  value: Json,
  all: readonly Json[],
  id: string,
  list: FilledList,
): ExpectedItems {
  const fitting = all.filter((item) => passesFilter(filter, valueAt(item, filter.path), value));
  return {
    ids: fitting.map((item) => valueAt(item, id) ?? null),
    least: list.leastWith(filter.path, value),
  };
}
