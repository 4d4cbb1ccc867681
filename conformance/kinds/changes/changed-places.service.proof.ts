/** Tests the law about `changes`: a loan changes one place of its book, and nothing else of any book. */
import { expect, onTestFinished, test } from "vitest";
import { healthyServers } from "../../test/support/servers/first-runs.ts";
import { type LibraryFault, serveLibrary } from "../../test/support/servers/library-server.ts";
import { testServer } from "../../test/support/test-server.ts";

const lend = "effects/lend_book/book/changes";
const end = "effects/change_loan/book/changes";

async function findProblems(fault?: LibraryFault): Promise<Record<string, string>> {
  const served = await serveLibrary(fault);
  onTestFinished(served.close);
  const { cases, target } = healthyServers.library!;
  const { results } = await testServer(served.url, { cases, target, selection: { cases: [lend, end] } });
  const entries = results.map(({ subject: { id }, verdict }) => [
    id,
    verdict.status === "failed" ? `${verdict.expected}: ${verdict.got}` : verdict.status,
  ]);
  return Object.fromEntries(entries);
}

test("a call changes the places of the other entity that the spec names", async () => {
  expect(await findProblems()).toEqual({ [lend]: "held", [end]: "held" });
});

test("a call that changes another place of the entity fails", async () => {
  expect(await findProblems({ titleOnLoan: "Lent" })).toMatchObject({
    [lend]: expect.stringMatching(/^of a book, lend_book changes \/lent, .* "Lent"/),
    [end]: expect.stringMatching(/^of a book, change_loan changes \/lent, .* "Lent"/),
  });
});

test("a number that grows by another amount fails, though the amount of the example is right by chance", async () => {
  expect(await findProblems({ daysOfEach: 1 })).toMatchObject({
    [lend]: expect.stringMatching(
      /^lend_book changes \/days_lent of the book by 2: .* shows 1 there where it was 0$/,
    ),
  });
});

test("a place that does not get the value of an argument fails", async () => {
  expect(await findProblems({ forgetsReader: true })).toMatchObject({
    [lend]: expect.stringMatching(
      /^lend_book gives \/last_reader of the book the value "Ben": .* shows "" there$/,
    ),
  });
});

test("an end after which the entity is gone fails", async () => {
  expect(await findProblems({ losesBook: true })).toMatchObject({
    [end]: expect.stringMatching(/^of a book, change_loan changes \/lent, .*missing/),
  });
});
