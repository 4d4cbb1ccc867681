/** Tests states in which some tools are for the account that led an entity there. */
import { expect, onTestFinished, test } from "vitest";
import {
  type BoardsMistake,
  boardsCases,
  boardsTokens,
  makeOpenCases,
  serveBoards,
} from "../../test/support/servers/boards-server.ts";
import { testServer } from "../../test/support/test-server.ts";

/** Lists the cases about the exclusive state, with how they ended. */
async function listEnds(mistake: BoardsMistake | undefined, isOpen: boolean): Promise<readonly string[]> {
  const served = await serveBoards(mistake, isOpen);
  onTestFinished(() => served.close());
  const target = {
    name: "boards",
    tokens: boardsTokens,
    bindings: { user: { value: "ben", account: "ben" } },
    refusalCode: "/_meta/code",
  };
  const { results } = await testServer(served.url, {
    cases: isOpen ? makeOpenCases() : boardsCases,
    target,
    selection: { cases: ["access/*/board/exclusive/**"] },
  });
  return results
    .map(({ subject, verdict }) => {
      const end = verdict.status === "unverified" ? verdict.cause : verdict.status;
      return `${subject.id.replace("/board/exclusive/begun/", " ").replace("access/", "")}: ${end}`;
    })
    .sort();
}

test.each<[mistake: BoardsMistake | undefined, rename: string, end: string]>([
  [undefined, "held", "held"],
  ["anybody-ends", "held", "failed"],
  ["others-rename-meanwhile", "failed", "held"],
  ["refused-and-renamed-meanwhile", "failed", "held"],
  ["nobody-renames-meanwhile", "failed", "held"],
  ["work-never-ends", "failed", "held"],
])("the mistake %s is found by the cases about an exclusive state", async (mistake, rename, end) => {
  const ends = [`rename_board end: ${rename}`, `use_board end: ${end}`];
  expect(await listEnds(mistake, false)).toEqual(ends);
  expect(await listEnds(mistake, true)).toEqual(ends);
});
