/** Lists the forms that an account can access, page by page. */
import { sql } from "kysely";
import type { FormStatus } from "../../generated/types.ts";
import { invalidInput } from "../platform/failures/invalid-input.ts";
import type { Cursors } from "../platform/signing/cursors.ts";
import { isNotDeleted } from "../platform/storage/deletion-filter.ts";
import { withoutIndex } from "../platform/storage/index-hints.ts";
import type { Queries } from "../platform/storage/storage.ts";
import { accessFor, formsOfOthers, withPermissions } from "./directory/access-rule.ts";
import type { Directories } from "./directory/directories.ts";
import { containsTitle } from "./directory/fold-title.ts";
import { isInFolder } from "./folders/folders.ts";
import type { AccessibleForm, Form } from "./forms.ts";
import {
  comparePositions,
  type FormOrder,
  isAfter,
  isSameOrder,
  LATEST_FIRST,
  type Position,
  readPosition,
  sortValue,
} from "./list-order.ts";
import { hasTag } from "./tags/tags.ts";

export interface FormFilter {
  /** Part of the title, whatever its case and accents. */
  readonly query?: string | undefined;
  readonly status?: FormStatus | undefined;
  /** The id of a folder of the account. */
  readonly folder?: string | undefined;
  /** A tag of the account. */
  readonly tag?: string | undefined;
}

export type ListedForm = Form & Pick<AccessibleForm, "access">;

export interface FormPage {
  readonly forms: readonly ListedForm[];
  /** The number of forms on all pages. */
  readonly totalCount: number;
  /** Undefined: this is the last page. */
  readonly nextCursor: string | undefined;
}

export interface ListParts {
  readonly queries: Queries;
  readonly cursors: Cursors;
  readonly directories: Directories;
}

/** An account with fewer forms scans their titles for a text; with more, the index of its titles says where to look. */
const MAX_SCANNED = 2_000;
const MAX_LOOKED_UP = 500;

/**
 * Own and shared forms. A page begins after the last form of the page before, so forms that are added on earlier pages do not
 * shift later ones.
 * @throws Refusal invalid_input for a cursor of another list
 */
export async function listForms(
  { queries, cursors, directories }: ListParts,
  accountId: string,
  wanted: FormFilter,
  page: {
    readonly limit: number;
    readonly cursor?: string | undefined;
    /** Undefined: the most recently changed first. */
    readonly order?: FormOrder | undefined;
  },
): Promise<FormPage> {
  const order = page.order ?? LATEST_FIRST;
  const list = cursorSubject(accountId, wanted, order);
  const after = page.cursor === undefined ? undefined : readCursor(cursors, list, order, page.cursor);
  const matches = wanted.query ? await titlesWith(queries, directories, accountId, wanted.query) : undefined;
  if (matches?.length === 0) return { forms: [], totalCount: 0, nextCursor: undefined };
  const filter: Conditions = { ...wanted, matches };
  const found = await firstForms(queries, accountId, filter, { order, after, limit: page.limit + 1 });
  const forms = found.slice(0, page.limit).map(({ sort_value: _, ...form }) => form);
  const last = found[forms.length - 1];
  const isLastPage = found.length <= page.limit || last === undefined;
  return {
    forms,
    // If all forms are on one page, they need not be counted by the database.
    totalCount:
      isLastPage && after === undefined ? forms.length : await countForms(queries, accountId, filter),
    nextCursor: isLastPage ? undefined : cursors.write(list, [`${last.sort_value}`, last.id]),
  };
}

/** What a cursor is signed with: it works for the same account, filter and order. */
function cursorSubject(accountId: string, wanted: FormFilter, order: FormOrder): readonly unknown[] {
  const { query = null, status = null, folder, tag } = wanted;
  const folders = folder === undefined ? [] : [folder];
  const tags = tag === undefined ? [] : [{ tag }];
  const orders = isSameOrder(order, LATEST_FIRST) ? [] : [order];
  return ["forms", accountId, query, status, ...folders, ...tags, ...orders];
}

/** The conditions of the database query. */
interface Conditions extends FormFilter {
  /** Ids of all forms whose title contains the query; undefined: the database has to compare titles. */
  readonly matches: readonly string[] | undefined;
}

async function titlesWith(
  queries: Queries,
  directories: Directories,
  accountId: string,
  query: string,
): Promise<readonly string[] | undefined> {
  if (await hasFewForms(queries, accountId)) return undefined;
  return (await directories.of(accountId)).containing(query);
}

async function hasFewForms(queries: Queries, accountId: string): Promise<boolean> {
  const own = await countOwn(queries, accountId, undefined);
  if (own > MAX_SCANNED) return false;
  return own + (await countOfOthers(queries, accountId, { matches: undefined })) <= MAX_SCANNED;
}

function readCursor(cursors: Cursors, list: readonly unknown[], order: FormOrder, cursor: string): Position {
  const position = readPosition(order, cursors.read(list, cursor) ?? []);
  if (position !== undefined) return position;
  throw invalidInput(
    "/cursor",
    "This cursor belongs to another list. Leave it out to start at the first page; query and status stay the same from page to page.",
  );
}

type SortedForm = ListedForm & { readonly sort_value: string | number };

interface ListedPage {
  readonly order: FormOrder;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Two queries, one for own forms and one for those of others, each with `limit`. Their results are merged and sorted. */
async function firstForms(
  queries: Queries,
  accountId: string,
  filter: Conditions,
  page: ListedPage,
): Promise<SortedForm[]> {
  const { order, after, limit } = page;
  const value = sortValue(order);
  const own = await ownForms(queries, accountId, filter)
    .selectAll("forms")
    .select(value.as("sort_value"))
    .$if(after !== undefined, (query) => query.where(isAfter(order, after!)))
    .orderBy(value, order.direction)
    .orderBy("forms.id", order.direction)
    .limit(limit)
    .execute();
  const others = await firstOfOthers(queries, accountId, filter, page);
  const all: SortedForm[] = [...own.map((form) => ({ ...form, access: "owner" as const })), ...others];
  const position = ({ sort_value, id }: SortedForm): Position => ({ value: sort_value, id });
  return all.sort((a, b) => comparePositions(order, position(a), position(b))).slice(0, limit);
}

/** Sorts ids, and reads the rows of the first ones of each part only: a folder may have thousands of forms. */
async function firstOfOthers(
  queries: Queries,
  accountId: string,
  filter: Conditions,
  { order, after, limit }: ListedPage,
): Promise<SortedForm[]> {
  const value = sortValue(order);
  const first: { readonly id: string; readonly sort_value: string | number }[] = [];
  for (const forms of otherForms(queries, accountId, filter)) {
    const some = await forms
      .select(["forms.id", value.as("sort_value")])
      .$if(after !== undefined, (query) => query.where(isAfter(order, after!)))
      .orderBy(value, order.direction)
      .orderBy("forms.id", order.direction)
      .limit(limit)
      .execute();
    first.push(...some);
  }
  if (first.length === 0) return [];
  const values = new Map(first.map(({ id, sort_value }) => [id, sort_value]));
  const rows = await withPermissions(queries, accountId)
    .selectAll("forms")
    .where("forms.id", "in", [...values.keys()])
    .execute();
  return rows.map(({ permission, folder_permission, ...form }) => ({
    ...form,
    access: accessFor({ owner_id: form.owner_id, permission, folder_permission }, accountId),
    sort_value: values.get(form.id)!,
  }));
}

async function countForms(queries: Queries, accountId: string, filter: Conditions): Promise<number> {
  const isAny = filter.folder === undefined && filter.tag === undefined;
  if (isAny && filter.matches !== undefined && filter.status === undefined) return filter.matches.length;
  const others = await countOfOthers(queries, accountId, filter);
  if (isAny && filter.query === undefined)
    return others + (await countOwn(queries, accountId, filter.status));
  const own = await ownForms(queries, accountId, filter)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return others + Number(own.count);
}

/** The database keeps the number of own forms. @param status undefined: of every status */
async function countOwn(queries: Queries, accountId: string, status: FormFilter["status"]): Promise<number> {
  const { count } = await queries
    .selectFrom("form_totals")
    .select(({ fn }) => fn.sum<number | null>("forms").as("count"))
    .where("account_id", "=", accountId)
    .$if(status !== undefined, (totals) => totals.where("status", "=", status!))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

async function countOfOthers(queries: Queries, accountId: string, filter: Conditions): Promise<number> {
  let total = 0;
  for (const forms of otherForms(queries, accountId, filter)) {
    const { count } = await forms
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}

function ownForms(queries: Queries, accountId: string, filter: Conditions) {
  return queries
    .selectFrom("forms")
    .where(isNotDeleted)
    .where(isOwnedBy(accountId, filter.matches))
    .where(meets(accountId, filter));
}

/** The forms of others, in several queries. */
function otherForms(queries: Queries, accountId: string, filter: Conditions) {
  return formsOfOthers(queries, accountId).map((forms) => forms.where(meets(accountId, filter)));
}

function meets(accountId: string, { query, status, folder, tag, matches }: Conditions) {
  const conditions = [
    status !== undefined && sql<boolean>`forms.status = ${status}`,
    query !== undefined && titleContains(query),
    folder !== undefined && isInFolder(accountId, folder),
    tag !== undefined && hasTag(accountId, tag),
    isFew(matches) && sql<boolean>`forms.id in (${sql.join(matches)})`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Few forms are looked up by their ids. A page of many is found soon by a scan from the latest one on. */
function isFew(matches: Conditions["matches"]): matches is readonly string[] {
  return matches !== undefined && matches.length <= MAX_LOOKED_UP;
}

/** Few forms are looked up by their ids. */
function isOwnedBy(accountId: string, matches: Conditions["matches"]) {
  const owner = isFew(matches) ? withoutIndex("forms.owner_id") : sql.ref("forms.owner_id");
  return sql<boolean>`${owner} = ${accountId}`;
}

function titleContains(query: string) {
  return sql<boolean>`forms.title_folded like ${containsTitle(query)} escape '\\'`;
}
