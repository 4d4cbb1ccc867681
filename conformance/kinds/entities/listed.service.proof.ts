/** Tests lists whose items conditions choose (`lists`), at servers with and without mistakes. */
import { expect, onTestFinished, test } from "vitest";
import { type IsLow, serveStock, stockCases, stockTokens } from "../../test/support/servers/stock-server.ts";
import { testServer } from "../../test/support/test-server.ts";

const isLow: IsLow = ({ pieces, least }) => pieces <= least;

async function verdictOf(...server: Parameters<typeof serveStock>) {
  const served = await serveStock(...server);
  onTestFinished(() => served.close());
  const target = { name: "stock", tokens: stockTokens, bindings: {}, refusalCode: "/_meta/code" };
  const { results } = await testServer(served.url, {
    cases: stockCases,
    target,
    selection: { cases: ["results/list_low/listed/products"] },
  });
  expect(results).toHaveLength(1);
  const { verdict } = results[0]!;
  return verdict.status === "failed" ? verdict.got : verdict.status;
}

test.each([
  ["has every product that is low", {}],
  ["knows a new product later", { isLate: true }],
])("a list that %s has no finding", { timeout: 60_000 }, async (_, options) => {
  expect(await verdictOf(isLow, options)).toBe("held");
});

test.each<[string, IsLow, RegExp]>([
  [
    "lacks a product at the bound",
    ({ pieces, least }) => pieces < least,
    /is not in \/products, and its \/pieces is (\d+), \/least is \1$/,
  ],
  [
    "has one above the bound",
    ({ pieces, least }) => pieces <= least + 1,
    /is in \/products, and its \/pieces is (7, \/least is 6|4, \/least is 3)$/,
  ],
  ["has all products", () => true, /is in \/products/],
  ["has none", () => false, /is not in \/products/],
])("a list that %s fails", { timeout: 60_000 }, async (_, lists, got) => {
  expect(await verdictOf(lists)).toMatch(got);
});
