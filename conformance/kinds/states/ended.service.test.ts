import { expect, onTestFinished, test } from "vitest";
import { casesOf } from "../../test/support/notes-server.ts";
import { Refused, servePlain } from "../../test/support/servers/plain-server.ts";
import { testServer } from "../../test/support/test-server.ts";

const cases = casesOf(`${import.meta.dirname}/../../test/support/servers/cellar`);
const tokens = [{ token: "cel.Wq2mLx8RzT4w", scopes: ["shelves"] }];

/** Tests a server that has so many shelves before the run, and whether it removes any. */
async function testCellar(before: number, removes: boolean) {
  const shelves = new Set(Array.from({ length: before }, (_, index) => index + 1));
  let last = before;
  const served = await servePlain({
    name: "cellar",
    cases,
    tokens,
    tools: {
      add_shelf: () => {
        last += 1;
        shelves.add(last);
        return { shelf: last };
      },
      list_shelves: () => ({ shelves: [...shelves] }),
      remove_shelf: ({ shelf }: { shelf: number }) => {
        if (!shelves.has(shelf)) throw new Refused("missing", `There is no shelf ${shelf}.`);
        if (removes) shelves.delete(shelf);
        return {};
      },
    },
  });
  onTestFinished(served.close);
  const target = { name: "cellar", tokens, bindings: {}, refusalCode: "/_meta/code" };
  const { results } = await testServer(served.url, {
    cases,
    target,
    selection: { cases: ["states/shelf/ended"] },
  });
  return results.map(({ verdict }) => verdict);
}

test.each([
  ["is gone", true, "held"],
  ["is still in the list", false, "failed"],
] as const)("an ended shelf %s", async (_, removes, status) => {
  expect(await testCellar(0, removes)).toMatchObject([{ status }]);
});

test("a list as long as its limit may leave out others, so that an item is not in it proves nothing", async () => {
  expect(await testCellar(5, true)).toMatchObject([{ status: "unverified", cause: "large" }]);
});
