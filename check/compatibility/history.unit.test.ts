/** Diffs of the real history of servers from npm: every finding has been judged by hand. */
import { makeId } from "@toolwright/check/compatibility";
import { expect, test } from "vitest";
import { historyFindings, judgements, servers } from "../../generator/test/support/compatibility/history.ts";

test("covers at least eight servers, with both versions", () => {
  expect(servers.length).toBeGreaterThanOrEqual(8);
});

test.each(servers)("%s: each finding has one judgement, and each judgement has findings", (server) => {
  const counts = new Map(judgements[server]!.map((each) => [each, 0]));
  for (const each of historyFindings(server)) {
    const matching = judgements[server]!.filter(({ finding }) => matches(finding, makeId(each)));
    expect(
      matching.map(({ finding }) => finding),
      makeId(each),
    ).toHaveLength(1);
    counts.set(matching[0]!, counts.get(matching[0]!)! + 1);
  }
  expect([...counts].filter(([{ count }, found]) => count !== found)).toEqual([]);
});

function matches(pattern: string, id: string): boolean {
  const source = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join("\\S*")}$`).test(id);
}
