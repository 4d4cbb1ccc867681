/** The check at servers that none of us wrote, as evidence/check-referees.md shows it. Repeated from recordings: no network. */
import { join } from "node:path";
import { makeId } from "@toolwright/check/compatibility";
import { describe, expect, test } from "vitest";
import { expectGolden } from "../../generator/test/support/golden.ts";
import { countClaims, gravestClass, pageText } from "./page.ts";
import { edits, outcomeOf, sendable, servers } from "./recordings.ts";

test("covers 20 servers with two versions each, and 30 edits", () => {
  expect(servers.length).toBeGreaterThanOrEqual(20);
  expect(servers.every(({ old, new: current }) => old !== current)).toBe(true);
  expect(edits.length).toBeGreaterThanOrEqual(30);
});

describe.each(servers.map((server) => [server.server, server] as const))("%s", (_, server) => {
  test("every change of the lists that its changelog names is found", () => {
    const { needed, found } = countClaims(server);
    expect(found).toBe(needed);
  });

  test("each break that a call can show was sent, and no other call", () => {
    expect(server.sent.map(({ finding }) => finding)).toEqual(sendable(server).map(makeId));
  });
});

test("calls that the new version still answers are those of servers that do not look at their schemas", () => {
  const taken = servers.map(({ server, sent }) => [
    server,
    sent.filter((each) => outcomeOf(each) === "taken").length,
  ]);
  expect(Object.fromEntries(taken.filter(([, count]) => count !== 0))).toEqual({
    "@notionhq/notion-mcp-server": 1,
    "kubernetes-mcp-server": 5,
    "n8n-mcp": 2,
  });
});

test("the gravest class of each edit is that of a reader, but for one that the reader had missed", () => {
  const differing = edits.filter((edit) => gravestClass(edit) !== edit.judged);
  expect(differing.map(({ commit, judged }) => [commit, judged])).toEqual([["d080b23f59", "risky"]]);
});

test("evidence/check-referees.md shows the recordings", () => {
  expectGolden(join(import.meta.dirname, "../check-referees.md"), pageText());
});
