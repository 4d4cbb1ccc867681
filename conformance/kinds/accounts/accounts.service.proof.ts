/** Tests cases about a workspace with an overdue invoice, by the hook `account` and by a token of such a workspace. */
import { expect, test } from "vitest";
import { groupFindings } from "../../results/findings.ts";
import { testStranger } from "../../test/support/test-stranger.ts";

/** Seeds of runs with hooks, with a token of an account in the state, and with one token of another account. */
const hooks = 1;
const token = 2;
const nothing = 6;

async function run(seed: number, mistake?: string) {
  const options = { selection: { kinds: ["accounts"] as const }, ...(mistake && { mistake }) };
  const report = await testStranger("tracker", seed, options);
  const results = report.results.filter(({ subject }) => subject.kind === "accounts");
  const listIn = (status: string) =>
    results.filter(({ verdict }) => verdict.status === status).map(({ subject }) => subject.tool ?? "");
  return { results, listIn, findings: groupFindings(results) };
}

test("a healthy server refuses each writing tool, and goes on with each other one", async () => {
  const { results, listIn } = await run(hooks);
  expect(listIn("held")).toHaveLength(results.length);
  expect(results).toHaveLength(26);
});

test.concurrent.each([
  ["frozen-works", hooks, 18, /^a result/],
  ["frozen-is-not-found", hooks, 18, /^not_found$/],
  // An archived project is why some calls are refused afterwards.
  ["frozen-works", token, 6, /^a result/],
])("the mistake %s of all tools is one finding (seed %d)", async (mistake, seed, least, got) => {
  const { findings } = await run(seed, mistake);
  expect(findings).toHaveLength(1);
  expect(findings[0]!.results.length).toBeGreaterThanOrEqual(least);
  expect(findings[0]!.example.verdict).toMatchObject({
    expected: "a refusal with workspace_frozen",
    got: expect.stringMatching(got),
  });
});

test.concurrent.each([
  ["frozen-copies", hooks, "copy_issue", /^a result/],
  ["frozen-copies", token, "copy_issue", /^a result/],
  [
    "frozen-comment-stays",
    hooks,
    "add_comment",
    /^add_comment refused the call, but then .*comments is 1 instead of 0/,
  ],
  ["frozen-comment-stays", token, "add_comment", /^add_comment refused the call, but then /],
  ["frozen-searches-nothing", hooks, "run_search", /^workspace_frozen$/],
  ["frozen-searches-nothing", token, "run_search", /^workspace_frozen$/],
])("the mistake %s is found at its tool (seed %d)", async (mistake, seed, tool, got) => {
  const { results, listIn } = await run(seed, mistake);
  expect(listIn("failed")).toEqual([tool]);
  const { verdict } = results.find(({ subject }) => subject.tool === tool)!;
  expect(verdict).toMatchObject({ got: expect.stringMatching(got) });
});

test("with a token of an account in the state, what its lists show is enough, and the rest is not verified", async () => {
  const { listIn } = await run(token);
  expect(listIn("failed")).toEqual([]);
  expect(listIn("held")).toEqual(expect.arrayContaining(["create_project", "update_issue", "add_comment"]));
  expect(listIn("unverified")).toEqual(expect.arrayContaining(["create_issue", "edit_comment"]));
});

test("without either, each case names what would decide it", async () => {
  const { results, listIn } = await run(nothing);
  expect(listIn("unverified")).toHaveLength(results.length);
  for (const { verdict } of results)
    expect(verdict).toMatchObject({
      cause: "no-account",
      why: expect.stringMatching(
        /add a token with `state: frozen` to the target file, or the hooks mint and account/,
      ),
    });
});
