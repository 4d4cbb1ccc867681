/** Tests the filter cases of a list in one piece, which has no pages. */
import { expect, onTestFinished, test } from "vitest";
import { healthyServers } from "../test/support/servers/first-runs.ts";
import { type LibraryFault, serveLibrary } from "../test/support/servers/library-server.ts";
import { testServer } from "../test/support/test-server.ts";

test.each<[name: string, fault: LibraryFault, verdict: RegExp]>([
  ["a healthy server", {}, /^held$/],
  ["a server that ignores the argument", { ignoresStreet: true }, /^only items that match street/],
  ["a server that loses an item", { cutsStreets: true }, /^all items that match street/],
])("the filter of a list in one piece is tried at %s", async (_, fault, verdict) => {
  const served = await serveLibrary(fault);
  onTestFinished(served.close);
  const { cases, target } = healthyServers.library!;
  const selection = { cases: ["pages/list_branches/*", "pages/list_branches/filter/*"] };
  const { results } = await testServer(served.url, { cases, target, selection });
  const shown = results.map((each) => [
    each.subject.id,
    each.verdict.status === "failed" ? each.verdict.expected : each.verdict.status,
  ]);
  expect(shown).toEqual([["pages/list_branches/filter/street", expect.stringMatching(verdict)]]);
});
