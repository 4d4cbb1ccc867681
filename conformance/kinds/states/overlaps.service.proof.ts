/** Tests intervals of days that include their end, at servers with and without mistakes. */
import { expect, onTestFinished, test } from "vitest";
import {
  type RentalMistake,
  type RentalsOptions,
  rentalsCases,
  rentalsTokens,
  serveRentals,
} from "../../test/support/servers/rentals-server.ts";
import { testServer } from "../../test/support/test-server.ts";
import { testStranger } from "../../test/support/test-stranger.ts";

async function findVerdicts(options: RentalsOptions): Promise<ReadonlyMap<string, string>> {
  const served = await serveRentals(options);
  onTestFinished(() => served.close());
  const target = { name: "rentals", tokens: rentalsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: ["states/rent_van/overlaps/**"] };
  const { results } = await testServer(served.url, { cases: rentalsCases, target, selection });
  return new Map(
    results.map(({ subject, verdict }) => [
      subject.id.slice("states/rent_van/overlaps/van/".length),
      verdict.status,
    ]),
  );
}

const all = [
  ...["equal", "around", "inside", "over-start", "over-end", "before", "after"],
  ...["apart-before", "apart-after", "other/van", "ended", "at-once"],
  ...["moved/move_rental/onto", "moved/move_rental/itself"],
];

test("a right server has each kind of interval", async () => {
  expect(await findVerdicts({})).toEqual(new Map(all.map((name) => [name, "held"])));
});

test.each<[RentalMistake, readonly string[]]>([
  ["end-is-free", ["before", "after"]],
  ["day-between", ["apart-before", "apart-after"]],
  ["by-first-day", ["around", "inside", "over-start", "over-end", "before", "after"]],
  ["ended-blocks", ["ended"]],
  ["reads-too-early", ["at-once"]],
])("the mistake %s fails %j", async (mistake, failing) => {
  const verdicts = [...(await findVerdicts({ mistake }))];
  const failed = verdicts.flatMap(([name, status]) => (status === "failed" ? [name] : []));
  expect(failed).toEqual(failing);
});

test("a van that blocks the days of all others fails the same days with another van", async () => {
  expect((await findVerdicts({ mistake: "one-van-for-all" })).get("other/van")).toBe("failed");
});

test("other rules with the code of an overlap are no finding", async () => {
  // The interval of the example is open, and those after it are not.
  const closed = await findVerdicts({ closesAfter: "2031-05-14" });
  expect([...closed.values()]).not.toContain("failed");
  // The code alone does not say which rule refused the call.
  const long = await findVerdicts({ most: 6 });
  expect([...long.values()]).not.toContain("failed");
});

test.each([
  ["free again", undefined, []],
  ["still taken", "cancelled-keeps-time", ["states/book_appointment/overlaps/doctor_id/state/cancelled"]],
] as const)(
  "in a calendar that others use, too, a cancelled appointment leaves its time %s",
  async (_, mistake, failing) => {
    const selection = { cases: ["states/book_appointment/overlaps/**"] };
    const { results } = await testStranger("surgery", 1, { selection, ...(mistake && { mistake }) });
    const others = results.filter(({ verdict }) => verdict.status !== "held");
    expect(others.map(({ subject, verdict }) => `${verdict.status} ${subject.id}`)).toEqual(
      failing.map((id) => `failed ${id}`),
    );
  },
);

test.each<[server: string, options: RentalsOptions, status: string]>([
  ["refuses", {}, "held"],
  ["accepts", { mistake: "backwards" }, "failed"],
  ["moves", { mistake: "moved-backwards" }, "failed"],
  ["moves one day of", { mistake: "kept-backwards" }, "failed"],
  ["extends", { mistake: "extended-backwards" }, "failed"],
])("a server that %s a rental whose days are exchanged", async (_, options, status) => {
  const served = await serveRentals(options);
  onTestFinished(() => served.close());
  const target = { name: "rentals", tokens: rentalsTokens, bindings: {}, refusalCode: "/_meta/code" };
  const id = "results/get_rental/invariants/0";
  const { results } = await testServer(served.url, {
    cases: rentalsCases,
    target,
    selection: { cases: [id] },
  });
  expect(results).toMatchObject([{ subject: { id }, verdict: { status } }]);
});
