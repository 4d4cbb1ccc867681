/** Reads the list of responses on an owner's page, and the neighbours of a response in it. */
import type { Queries } from "../../platform/storage/storage.ts";
import { latestResponses } from "../batches.ts";
import type { MeetsConditions } from "../conditions/matcher.ts";
import { countMatching, type ResponseFilter } from "../filter.ts";
import { latestKeys, type Position, type ReadResponse, readResponses } from "../latest.ts";
import type { ReadColumns } from "./read-columns.ts";
import { type Fits, type Search, searchMatcher, searchResponses } from "./search.ts";

/** Sorts by a column, which the database cannot do. */
export interface Sort {
  /** The key of the column; undefined for the address. */
  readonly key: string | undefined;
  readonly isDescending: boolean;
}

export interface ShownList {
  readonly filter: ResponseFilter;
  readonly search: Search | undefined;
  /** Undefined: there are no conditions on answers. */
  readonly meetsConditions: MeetsConditions | undefined;
  /** Undefined: by time, as the filter says. */
  readonly sort: Sort | undefined;
  readonly columns: ReadColumns;
}

export interface ShownPage {
  readonly responses: readonly ReadResponse[];
  /** The number of responses on all pages; undefined if not all responses were searched. */
  readonly count: number | undefined;
  /** How many were looked at; undefined: no need to know, since all were. */
  readonly searched: number | undefined;
  /** The position of the next page. */
  readonly next: readonly string[] | undefined;
}

/**
 * Reads one page of a list. @param after the last response of the page before: its time of submission, and its id. If it was
 * removed from a sorted list, the list begins again.
 */
export async function readPage(
  queries: Queries,
  list: ShownList,
  after: readonly string[] | undefined,
  limit: number,
): Promise<ShownPage> {
  const { filter, sort } = list;
  const [submittedAt = "", id = ""] = after ?? [];
  const position: Position | undefined = after && [submittedAt, id];
  if (sort !== undefined) {
    const { ids, count, hasOlder } = await listIds(queries, list);
    const from = ids.indexOf(id) + 1;
    const page = ids.slice(from, from + limit).map((one) => ({ id: one }));
    const responses = await readResponses(queries, filter, page, true);
    const next = from + limit < ids.length ? ["", page.at(-1)?.id ?? ""] : undefined;
    return hasOlder
      ? { responses, count: undefined, searched: count, next }
      : { responses, count: ids.length, searched: undefined, next };
  }
  const fits = listMatcher(list);
  if (fits !== undefined)
    return {
      ...(await searchResponses(queries, filter, fits, { limit, after: position })),
      count: undefined,
    };
  const latest = await latestResponses(queries, filter, position, { responses: limit });
  const responses = (await Array.fromAsync(latest.batches())).flat();
  const next = latest.hasOlder ? latest.end : undefined;
  return { responses, count: await countMatching(queries, filter), searched: undefined, next };
}

/** Tells which responses of the status and the days belong to a list; undefined: all of them. */
export function listMatcher({
  search,
  meetsConditions,
  columns,
}: Pick<ShownList, "search" | "meetsConditions" | "columns">): Fits | undefined {
  const found = search && searchMatcher(search, columns);
  if (found === undefined || meetsConditions === undefined)
    return found ?? (meetsConditions && ((response) => meetsConditions(response.answers)));
  return (response) => meetsConditions(response.answers) && found(response);
}

/** Returns all ids of the list in its order, up to the number of responses that users can wait for. Unanswered ones come last. */
export async function listIds(queries: Queries, list: ShownList) {
  const { filter, sort, columns } = list;
  const latest = await latestResponses(queries, filter);
  const fits = listMatcher(list);
  if (fits === undefined && sort === undefined) return latest;
  const found: { readonly id: string; readonly value: Value }[] = [];
  for await (const batch of latest.batches()) {
    for (const response of batch) {
      if (fits && !(await fits(response))) continue;
      found.push({ id: response.id, value: sort && (await sortValue(sort, response, columns)) });
    }
  }
  if (sort) found.sort((a, b) => compareValues(a.value, b.value, sort.isDescending));
  return { ...latest, ids: found.map(({ id }) => id) };
}

async function sortValue({ key }: Sort, response: ReadResponse, columns: ReadColumns): Promise<Value> {
  if (key === undefined) return response.email ?? undefined;
  const column = (await columns(response.form_version)).find((one) => one.key === key);
  const value = column?.cell(response, response.answers);
  return typeof value === "string" ? value.slice(0, SORTED_LENGTH) || undefined : value;
}

type Value = string | number | undefined;

/** Characters of a text that decide its place. */
const SORTED_LENGTH = 100;
const collator = new Intl.Collator("en", { numeric: true });

function compareValues(a: Value, b: Value, isDescending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(`${a}`, `${b}`);
  return isDescending ? -order : order;
}

/** The responses before and after one in the list: ids, undefined at the ends. */
export async function findBeside(
  queries: Queries,
  list: ShownList,
  { id, submitted_at }: ReadResponse,
): Promise<{ readonly previous: string | undefined; readonly next: string | undefined }> {
  const { filter } = list;
  const fits = listMatcher(list);
  if (list.sort !== undefined) {
    const { ids } = await listIds(queries, list);
    const at = ids.indexOf(id);
    return at < 0 ? { previous: undefined, next: undefined } : { previous: ids[at - 1], next: ids[at + 1] };
  }
  const after: Position = [submitted_at, id];
  const first = async (isOldestFirst: boolean) => {
    const towards = { ...filter, isOldestFirst };
    if (fits === undefined) return (await latestKeys(queries, towards, after, 1))[0]?.id;
    return (await searchResponses(queries, towards, fits, { limit: 1, after })).responses[0]?.id;
  };
  const { isOldestFirst = false } = filter;
  return { previous: await first(!isOldestFirst), next: await first(isOldestFirst) };
}
