/** A list with new items, and the file that has the same items as rows. */
import { addressAt, readText } from "../../behaviour/calls/addresses.ts";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { narrowTo } from "../../behaviour/lists/list-rule.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { addParents, readNamedEntities } from "../../behaviour/rules/address.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import { type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { ResultCase } from "../../cases/result-cases.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import { makeLongNumbers } from "./long-numbers.ts";
import { parseRecords } from "./records.ts";

export type FileCase = Extract<ResultCase, { readonly check: "file-agrees" }>;

export interface Compared {
  readonly each: FileCase;
  readonly engine: Engine;
  /** The place of the items in the result of the list. */
  readonly items: string;
  /** The place of the id in an item. */
  readonly id: string;
  /** The arguments of the list. */
  readonly input: JsonObject;
  /** The first items of the list: none if it has those of other cases, too, which may change meanwhile. */
  readonly listed: readonly Json[];
  /** Items of the list with numbers of many digits. */
  readonly made: readonly EntityInstance[];
  /** The entities that the list and the file are about. */
  readonly instances: NamedEntities;
}

/** The records of a file; undefined where it has none that can be read. */
export interface FileRecords {
  readonly records: readonly JsonObject[] | undefined;
  readonly called: Called;
  /** The name of the column with the id; undefined if there is none. */
  readonly name: string | undefined;
}

/** The number of items that are made to be compared. */
const madeItems = 2;

/** Adds items to the list. */
export async function prepareList(each: FileCase, engine: Engine): Promise<Compared> {
  const { items, id: ofItem } = requireDeclared(engine.rules.pages[each.list]);
  const id = requireDeclared(ofItem);
  const { cases } = engine.context;
  const about = { tool: each.tool, input: baseArguments(cases, each.base) };
  const example = narrowTo(about, { tool: each.list, input: baseArguments(cases, each.list) }, engine);
  const list = { tool: each.list, input: example, items };
  const supply = await createSupply(engine, list);
  await supply.add(madeItems);
  const parents = Object.fromEntries(supply.parents.map((parent) => [parent.entity, parent]));
  const made = await makeLongNumbers(engine, list, parents);
  const input = supply.input as JsonObject;
  const instances = addParents(readNamedEntities(engine.rules, each.list, input));
  const listed = supply.isOwn ? await listItems({ each, engine, items }, input) : [];
  return { each, engine, items, id, input, listed, made, instances };
}

/** Calls the list, and returns its items. */
export async function listItems(
  { each, engine, items }: Pick<Compared, "each" | "engine" | "items">,
  input: Json,
): Promise<readonly Json[]> {
  const result = await engine.calls.requireResult({ tool: each.list, input });
  return valuesAt(result, `${items}/*`).map(({ value }) => value);
}

/** Calls the tool about the same entities with these further arguments, and reads its file. */
export async function readFileRecords(
  { each, engine, id, listed, made, instances }: Compared,
  further: JsonObject = {},
): Promise<FileRecords> {
  const { url } = requireDeclared(engine.rules.files[each.tool]?.[each.rule]);
  const base = baseArguments(engine.context.cases, each.base);
  const filled = await engine.instances.fill(each.tool, base, { instances });
  const input = { ...(filled as JsonObject), ...further };
  const called = await engine.calls.requireSuccess({ tool: each.tool, input });
  const records = parseRecords(await readText(addressAt(url, called, engine)));
  const ids = [...listed.map((item) => valueAt(item, id)), ...made.map((instance) => instance.id)];
  return { records, called, name: records && findIdColumn(records, id.slice(id.lastIndexOf("/") + 1), ids) };
}

/**
 * Finds the column with the ids: the one that has the name of their place, else the only one that has one of them. There is none where
 * an item has several rows.
 */
function findIdColumn(
  records: readonly JsonObject[],
  name: string,
  ids: readonly (Json | undefined)[],
): string | undefined {
  const [first = {}] = records;
  // A number may stand for anything.
  const texts = new Set(ids.filter((id) => typeof id === "string" && Number.isNaN(Number(id))));
  const columns = Object.hasOwn(first, name)
    ? [name]
    : Object.keys(first).filter((column) => records.some((record) => texts.has(record[column]!)));
  const [column, other] = columns;
  if (column === undefined || other !== undefined) return undefined;
  const isUnique = new Set(records.map((record) => record[column])).size === records.length;
  return isUnique ? column : undefined;
}
