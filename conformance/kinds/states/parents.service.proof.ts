/** Tests that a refused call changes nothing of what its entity was made in. */
import { expect, onTestFinished, test } from "vitest";
import { healthyServers } from "../../test/support/servers/first-runs.ts";
import { type LibraryFault, serveLibrary } from "../../test/support/servers/library-server.ts";
import { testServer } from "../../test/support/test-server.ts";
import { testStranger } from "../../test/support/test-stranger.ts";

const cases = ["states/loan/returned/return", "states/loan/returned/renew"];

test.each<[library: string, fault: LibraryFault, status: string]>([
  ["a healthy library", {}, "held"],
  ["a library that counts a day of the book for a refused call", { countsRefused: true }, "failed"],
])("a refused call about a loan is tried at %s", async (_, fault, status) => {
  const served = await serveLibrary(fault);
  onTestFinished(served.close);
  const { cases: all, target } = healthyServers.library!;
  const { results } = await testServer(served.url, { cases: all, target, selection: { cases } });
  const statuses = results.map(({ subject: { id }, verdict }) => [id, verdict.status]);
  expect(Object.fromEntries(statuses)).toEqual(Object.fromEntries(cases.map((id) => [id, status])));
});

test("a ticket that is made to be merged into is no effect of the refused merge", async () => {
  const { results } = await testStranger("helpdesk", 2, { selection: { cases: ["states/ticket/*/merge"] } });
  const failed = results.filter(({ verdict }) => verdict.status === "failed");
  expect(failed.map(({ subject }) => subject.id)).toEqual([]);
});
