/** Fills the list of a tool with items that its filters distinguish, once for all cases about it. */
import { randomBytes } from "node:crypto";
import { baseArguments } from "../../calls/arguments.ts";
import { CapReached, listAccountCaps } from "../../calls/cap-reached.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { listFilterPlaces, passesFilter, readFiltered } from "../../cases/filters.ts";
import type { FilterRule, PagesRule } from "../../cases/rules/lists.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { whileInstancesLast } from "../once-per-run.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import { findLongestTimer } from "../rules/transitions.ts";
import { addEqualItems } from "./equal-values.ts";
import { giveLater } from "./given-later.ts";
import { findMaker, lastStep, readDefault } from "./list-rule.ts";
import { listMixedValues, takesTurns } from "./mixed-values.ts";
import { createSupply, type Supply } from "./supply.ts";
import { type Walk, walk } from "./walk.ts";
import { fieldWith } from "./wanted-field.ts";
import { addWithin } from "./within.ts";

/** The fewest items in a list: enough for three small pages. */
const plainItems = 5;
/** The fewest items that are created, so that a list must show new items. */
const newItems = 2;
/** The approximate number of small pages in which a list is read. */
const smallPages = 3;
/** The number of items with a value of a filter that has a default: enough for two pages. */
const itemsApart = 3;
/** The most values of one filter for which an item is created. */
const valuesPerFilter = 4;

const lists = whileInstancesLast<Promise<FilledList>>();

export function fillList(engine: Engine, tool: string): Promise<FilledList> {
  return lists(engine, tool, () => fill(engine, tool, engine.rules.pages[tool]!));
}

/** Returns the seconds that pass until a list has items in each state by which a filter selects: only time leads to some. */
export function secondsToFill(tool: string, rules: Behaviour): number {
  const { first, items, filters } = rules.pages[tool]!;
  const maker = findMaker(rules, { ...first, items });
  const paths = Object.values(filters).map(({ path }) => lastStep(path));
  const selected = Object.entries(rules.states).filter(
    ([, { entity, field }]) => entity === maker && paths.includes(lastStep(field.path)),
  );
  return findLongestTimer({ states: Object.fromEntries(selected) });
}

async function fill(engine: Engine, tool: string, rule: PagesRule): Promise<FilledList> {
  const list = { tool, input: rule.first.input, items: rule.items };
  const common = await createSupply(engine, list);
  // Use an account of its own, whose list other cases do not change.
  const account = common.isOwn ? undefined : await engine.accounts.findDedicated("reader");
  const supply = account === undefined ? common : await createSupply(engine, list, account);
  const filled = new FilledList({ engine, tool, rule, supply, isOwn: common.isOwn });
  await filled.fill();
  return filled;
}

interface FilledListOptions {
  readonly engine: Engine;
  readonly tool: string;
  readonly rule: PagesRule;
  readonly supply: Supply;
  /** Whether the list contains only items of an entity that the arguments name. */
  readonly isOwn: boolean;
}

/** A list with items that its filters distinguish. */
export class FilledList {
  /** Arguments of the call that returns the list. */
  readonly input: Json;
  readonly account: string | undefined;
  /** The instances to which the list belongs; empty for a list of the account. */
  readonly parents: readonly EntityInstance[];
  /** Ids of items that the unfiltered list must contain. */
  readonly made: Json[] = [];
  /** The fewest items that it must contain. */
  readonly least: number;
  readonly #options: FilledListOptions;
  /** The key of a value -> the number of items that a hook created with it. The unfiltered list need not show them. */
  readonly #madeWith = new Map<string, number>();
  /** Size of the pages -> the last reading, and the number of writing calls before it. */
  readonly #reads = new Map<
    number | undefined,
    { readonly writes: number; readonly walked: Promise<Walk> }
  >();

  constructor(options: FilledListOptions) {
    this.input = options.supply.input;
    this.account = options.supply.account;
    this.parents = options.supply.parents;
    this.#options = options;
    this.least = countPlainItems(options);
  }

  /** Creates the items. */
  async fill(): Promise<void> {
    const { rule, isOwn } = this.#options;
    const there = isOwn ? [] : (await this.read(rule.limit?.max)).items;
    await this.#addPlain(Math.max(newItems, this.least - there.length));
    await this.#addWhileRoom(there);
    // A reading from before is not the whole list.
    this.#reads.clear();
  }

  /** Adds items for filters, as far as the account has room for them. */
  async #addWhileRoom(there: readonly Json[]): Promise<void> {
    try {
      await this.#addForValues(there);
      await this.#addForFilters();
      await this.#addMixed();
      const { rule, supply, engine } = this.#options;
      if (!engine.isBrief) await addEqualItems(rule, supply, () => this.read(rule.limit?.max));
    } catch (error) {
      if (!(error instanceof CapReached)) throw error;
    }
  }

  /** Reads the whole list in pages of this size. Cases share the result as long as no call may have changed the list. */
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

  /**
   * Whether the list changes while the run changes nothing, since others work with it: a reading differs from a new one in pages of
   * the same size. In pages of other sizes it may differ by a fault of the server.
   */
  async isMovedByOthers(): Promise<boolean> {
    const { engine, tool, rule, isOwn } = this.#options;
    if (isOwn) return false;
    const { caller } = engine.context;
    const writes = caller.writes();
    await this.read(rule.limit?.max);
    const earlier = [...this.#reads].filter(([, read]) => read.writes === writes);
    for (const [limit, { walked }] of earlier) {
      const before = describeItems(await walked, rule);
      const again = await walk(engine, tool, rule, { input: this.input, account: this.account, limit });
      if (describeItems(again, rule) !== before) return caller.writes() === writes;
    }
    return false;
  }

  /** Returns a page size that splits the whole list into a few pages. The list of an account grows during the run. */
  async smallPage(): Promise<number> {
    const { items } = await this.read(this.#options.rule.limit?.max);
    return Math.max(2, Math.ceil(items.length / smallPages));
  }

  /** Returns the fewest items that have a value at a place, including items that the unfiltered list does not show. */
  leastWith(path: string, value: Json): number {
    return this.#madeWith.get(makeKey(path, value)) ?? 0;
  }

  async #addPlain(count: number): Promise<void> {
    const { rule, supply } = this.#options;
    const filters = Object.values(rule.filters);
    const texts = filters.filter(({ is }) => is === "contains").flatMap(listFilterPlaces);
    const ids = texts.length === 0 ? await supply.add(count) : await addNamed(supply, texts, count);
    this.made.push(...ids);
    // A hook creates items with the same time. A second batch gives a time bound items on both sides.
    if (filters.some(({ is }) => is === "at-least" || is === "at-most" || is === "below"))
      this.made.push(...(await supply.add(count)));
  }

  /** Adds an item for each value of a filter that no item has; several for the first value of a filter with a default. */
  async #addForValues(there: readonly Json[]): Promise<void> {
    const { engine, tool, rule } = this.#options;
    for (const filter of Object.values(rule.filters)) {
      const { path, values = [], is, argument } = filter;
      if (is !== "equal") continue;
      const missing = values.filter((value) => !there.some((item) => passesFilter(filter, item, value)));
      const isDefaulted = readDefault(engine, tool, argument) !== undefined;
      for (const value of missing.slice(0, valuesPerFilter))
        await this.#addWith(path, value, isDefaulted && value === missing[0] && !engine.isBrief);
    }
  }

  async #addWith(path: string, value: Json, isSeveral: boolean): Promise<void> {
    const { supply } = this.#options;
    const added = isSeveral ? this.#addApart(path, value) : supply.add(1, fieldWith(path, value));
    // Count items of a hook, which sets the values and returns no ids. A tool may ignore the value, so only the list shows its items.
    if ((await ifPossible(added)) && supply.isByHook)
      this.#madeWith.set(makeKey(path, value), isSeveral ? itemsApart : 1);
  }

  /**
   * Adds items with a value, and between them one without it. It lies behind the first page of two, in whichever order the list is: a
   * filter with a default has no reading of all items that would tell where others lie.
   */
  async #addApart(path: string, value: Json): Promise<Json[]> {
    const { supply } = this.#options;
    await supply.add(itemsApart - 1, fieldWith(path, value));
    this.made.push(...(await supply.add(1)));
    return supply.add(1, fieldWith(path, value));
  }

  /** Adds items with two values at each place of a filter, so that items with other values lie behind several of one value. */
  async #addMixed(): Promise<void> {
    const { engine, rule, supply } = this.#options;
    const { items } = await this.read(rule.limit?.max);
    const filters = Object.values(rule.filters);
    // A list that other cases have filled may have them already.
    if (engine.isBrief && filters.every((filter) => takesTurns(filter, items))) return;
    const addMixed = async (of: readonly FilterRule[]) => {
      let isComplete = true;
      for (const values of listMixedValues(of, items, (field) => supply.canGive(field)))
        isComplete = (await ifPossible(supply.add(1, values))) !== undefined && isComplete;
      return isComplete;
    };
    if ((await addMixed(filters)) || engine.isBrief) return;
    // A thing that many items name may have no room for another one: a customer with as many hires as are allowed.
    await addMixed(await Promise.all(filters.map((filter) => this.#nameNew(filter))));
  }

  /** Gives a filter by the id of an entity the ids of two new ones as its values, if the run can make them. */
  async #nameNew(filter: FilterRule): Promise<FilterRule> {
    const { engine, tool } = this.#options;
    const entity = listIdArguments(engine.rules, tool).find(({ path }) => path === filter.argument)?.entity;
    if (entity === undefined || engine.rules.entities[entity]?.madeBy === undefined) return filter;
    const make = () => engine.instances.make(entity, { account: this.account });
    const made = await ifPossible(Promise.all([make(), make()]));
    return made === undefined ? filter : { ...filter, values: made.map(({ id }) => id) };
  }

  /** Adds an item for each filter whose place has no value in any item of a long page. */
  async #addForFilters(): Promise<void> {
    const { engine, tool, rule, supply } = this.#options;
    const { input, account } = this;
    if (Object.keys(rule.filters).length === 0) return;
    const { items } = await walk(engine, tool, rule, { input, account, limit: rule.limit?.max, first: 1 });
    for (const filter of Object.values(rule.filters)) {
      if (items.some((item) => readFiltered(filter, item).some((value) => value !== null))) continue;
      const item = findMaker(engine.rules, { ...rule.first, items: rule.items });
      if (item !== undefined) {
        await addWithin(engine, tool, item, filter, account);
        await giveLater(engine, item, filter.path, () => supply.add(1));
      }
      const value = findExample(engine, tool, filter.argument);
      if (value !== undefined) await ifPossible(supply.add(1, fieldWith(filter.path, value)));
    }
  }
}

/** The fewest items: where an account has room for a limited number, half of it, so that there is room for items with other values. */
function countPlainItems({ engine: { rules }, rule }: FilledListOptions): number {
  const item = findMaker(rules, { ...rule.first, items: rule.items });
  const caps = listAccountCaps(rules).filter((cap) => cap.rule.entity === item);
  return Math.min(plainItems, ...caps.map((cap) => Math.max(1, Math.ceil(Number(cap.rule.max) / 2))));
}

/** Finds a valid value of an argument in the examples. */
function findExample({ context: { cases } }: Engine, tool: string, argument: string): Json | undefined {
  const bases = Object.keys(cases.bases).filter((name) => cases.bases[name]!.tool === tool);
  return bases
    .map((name) => valueAt(baseArguments(cases, name), argument))
    .find((value) => value !== undefined);
}

/** The ends of texts. One has letters beyond ASCII. */
const ends = ["", " caf\u00e9"];

/** Adds items with another text at each place, so that a filter finds only some of them. */
async function addNamed(supply: Supply, places: readonly string[], count: number): Promise<Json[]> {
  const ids: Json[] = [];
  for (let index = 0; index < count; index++) {
    const end = ends[index] ?? "";
    const texts = places.map(
      (place): JsonObject => fieldWith(place, `Page item ${randomBytes(5).toString("hex")}${end}`),
    );
    ids.push(...(await supply.add(1, Object.assign({}, ...texts))));
  }
  return ids;
}

function makeKey(path: string, value: Json): string {
  return `${path} ${JSON.stringify(value)}`;
}

/** The items of a reading, in any order, with the values that filters select by. */
function describeItems({ items }: Walk, { id, filters }: PagesRule): string {
  const describe = (item: Json) => [
    valueAt(item, id ?? ""),
    ...Object.values(filters).map((filter) => readFiltered(filter, item)),
  ];
  return JSON.stringify(items.map((item) => JSON.stringify(describe(item))).sort());
}
