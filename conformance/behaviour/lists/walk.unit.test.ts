/** Tests where the reading of a list ends. */
import { expect, test } from "vitest";
import type { PagesRule } from "../../cases/rules/lists.ts";
import { successfulCall } from "../calls/answered-calls.ts";
import { verdicts } from "../calls/verdicts.ts";
import { type PageReader, walk } from "./walk.ts";

const rule: PagesRule = {
  at: "",
  first: { tool: "list", input: {} },
  items: "/items",
  id: "/id",
  cursor: "/cursor",
  next: "/next",
  filters: {},
};

/** A list without an end: the item of page 3 and of all later ones is closed. */
function endlessList(): { readonly reader: PageReader; count(): number } {
  let page = 0;
  const call = async () => {
    page += 1;
    return successfulCall("list", {}, { items: [{ id: page, open: page < 3 }], next: `c${page}` });
  };
  return { reader: { calls: { call }, verdicts }, count: () => page };
}

test("a list ends with the page that has an item which must not be there", async () => {
  const { reader, count } = endlessList();
  const isWanted = (item: unknown) => (item as { open: boolean }).open;
  const read = await walk(reader, "list", rule, { input: {}, account: undefined, isWanted });
  expect([read.ids, count()]).toEqual([[1, 2, 3], 3]);
});

test("a list that does not end is too large", async () => {
  const { reader } = endlessList();
  const read = walk(reader, "list", rule, { input: {}, account: undefined });
  await expect(read).rejects.toThrow("does not end");
});
