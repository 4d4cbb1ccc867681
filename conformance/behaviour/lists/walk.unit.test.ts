/** Tests where the reading of a list ends. */
import { expect, test } from "vitest";
import type { PagesRule } from "../../cases/behaviour.ts";
import type { Engine } from "../engine.ts";
import { walk } from "./walk.ts";

const rule = { items: "/items", id: "/id", cursor: "/cursor", next: "/next" } as unknown as PagesRule;

/** A list without an end: the item of page 3 and of all later ones is closed. */
function endlessList(): { readonly engine: Engine; count(): number } {
  let page = 0;
  const call = () => {
    page += 1;
    const structuredContent = { items: [{ id: page, open: page < 3 }], next: `c${page}` };
    return Promise.resolve({ outcome: { is: "success", result: { structuredContent } } });
  };
  return { engine: { calls: { call } } as unknown as Engine, count: () => page };
}

test("a list ends with the page that has an item which must not be there", async () => {
  const { engine, count } = endlessList();
  const isWanted = (item: unknown) => (item as { open: boolean }).open;
  const read = await walk(engine, "list", rule, { input: {}, account: undefined, isWanted });
  expect([read.ids, count()]).toEqual([[1, 2, 3], 3]);
});

test("a list that does not end is too large", async () => {
  const { engine } = endlessList();
  const read = walk(engine, "list", rule, { input: {}, account: undefined });
  await expect(read).rejects.toThrow("does not end");
});
