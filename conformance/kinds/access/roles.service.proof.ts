/** Tests what accounts may do that have a role at an entity of another one. */
import { expect, onTestFinished, test } from "vitest";
import {
  type BoardsMistake,
  boardsCases,
  boardsTokens,
  serveBoards,
} from "../../test/support/servers/boards-server.ts";
import { testServer } from "../../test/support/test-server.ts";

/** Lists the cases about roles that did not hold, with how they ended. */
async function listOthers(mistake?: BoardsMistake, cases = "role"): Promise<readonly string[]> {
  const served = await serveBoards(mistake);
  onTestFinished(() => served.close());
  const target = {
    name: "boards",
    tokens: boardsTokens,
    bindings: { user: { value: "ben", account: "ben" } },
    refusalCode: "/_meta/code",
  };
  const { results } = await testServer(served.url, {
    cases: boardsCases,
    target,
    selection: { cases: [`access/*/board/${cases}/**`] },
  });
  expect(results).toHaveLength(cases === "role" ? 18 : 3);
  return results.flatMap(({ subject, verdict }) =>
    verdict.status === "held"
      ? []
      : [
          `${subject.id.replace("/board/role/", " ").replace("access/", "")}: ${verdict.status === "unverified" ? verdict.cause : verdict.status}`,
        ],
  );
}

test.each<[mistake: BoardsMistake | undefined, others: readonly string[]]>([
  [undefined, []],
  ["guests-pin", ["pin_note guest: failed", "pin_note guest/after/chair: failed"]],
  ["chairs-drop", ["drop_board chair: failed"]],
  ["chairs-may-not-rename", ["rename_board chair: failed", "rename_board writer/after/chair: unobserved"]],
  [
    "guests-are-strangers",
    [
      "drop_board guest: failed",
      "drop_board writer: failed",
      "drop_board chair: failed",
      "pin_note guest: failed",
      "pin_note guest/after/chair: failed",
      "rename_board guest: failed",
      "rename_board writer: failed",
      "rename_board writer/after/chair: failed",
      "share_board guest: failed",
      "share_board writer: failed",
      "share_board chair: failed",
      "use_board guest: failed",
      "use_board guest/after/chair: failed",
    ],
  ],
  ["refused-and-renamed", ["rename_board guest: failed", "rename_board writer: failed"]],
  [
    "old-role-counts",
    [
      "pin_note guest/after/chair: failed",
      "rename_board writer/after/chair: failed",
      "use_board guest/after/chair: failed",
    ],
  ],
  // Not the role is the reason of these refusals, so they are no findings.
  [
    "boards-are-closed-to-others",
    ["pin_note writer: setup", "pin_note chair: setup", "pin_note guest/after/chair: unobserved"],
  ],
  [
    "boards-are-closed",
    ["pin_note writer: setup", "pin_note chair: setup", "pin_note guest/after/chair: unobserved"],
  ],
])("the mistake %s is found by the cases about roles", async (mistake, others) => {
  expect([...(await listOthers(mistake))].sort()).toEqual([...others].sort());
});

test.each<[mistake: BoardsMistake | undefined, others: readonly string[]]>([
  [undefined, []],
  ["writers-see-members", ["get_board/board/sees/members/writer: failed"]],
  ["chairs-see-no-members", ["get_board/board/sees/members/chair: failed"]],
  ["chairs-see-other-members", ["get_board/board/sees/members/chair: failed"]],
  [
    "all-but-owners-see-members",
    [
      "get_board/board/sees/members/guest: failed",
      "get_board/board/sees/members/writer: failed",
      "get_board/board/sees/members/chair: unobserved",
    ],
  ],
])("the mistake %s is found by the cases about what roles see", async (mistake, others) => {
  expect(await listOthers(mistake, "sees")).toEqual(others);
});
