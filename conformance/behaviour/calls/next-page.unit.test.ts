import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";
import { findNextPage, type NextPage } from "./next-page.ts";

const list = { at: "", first: { tool: "list", input: {} }, items: "/notes", id: "/id", filters: {} };
const byCursor: PagesRule = { ...list, cursor: "/cursor", next: "/next" };
const byOffset: PagesRule = { ...list, offset: "/offset", total: "/total" };
const { total: _, ...withoutTotal } = byOffset;

test.each<[what: string, PagesRule | undefined, input: Json, result: Json, next: NextPage | undefined]>([
  ["a list in one piece", list, {}, { notes: [1] }, undefined],
  ["no list", undefined, {}, {}, undefined],
  ["a cursor", byCursor, { words: "a" }, { next: "c" }, { input: { words: "a", cursor: "c" }, cursor: "c" }],
  ["no more cursor", byCursor, { cursor: "c" }, { next: null }, undefined],
  ["the first part", byOffset, {}, { notes: [1, 2], total: 3 }, { input: { offset: 2 } }],
  ["a later part", byOffset, { offset: 2 }, { notes: [3], total: 4 }, { input: { offset: 3 } }],
  ["the last part", byOffset, { offset: 2 }, { notes: [3], total: 3 }, undefined],
  ["a part behind the end", byOffset, { offset: 9 }, { notes: [], total: 3 }, undefined],
  ["a part without a total", withoutTotal, { offset: 2 }, { notes: [3] }, { input: { offset: 3 } }],
  ["an empty part", withoutTotal, { offset: 3 }, { notes: [] }, undefined],
])("after %s", (_what, rule, input, result, next) => {
  expect(findNextPage(rule, input, result)).toEqual(next);
});
