/** Tests cases about a laboratory with an overdue bill, by the hook `account` and by a token of such a laboratory. */
import { expect, test } from "vitest";
import { groupFindings } from "../../results/findings.ts";
import { testStranger } from "../../test/support/test-stranger.ts";

/** Seeds of runs with hooks, with a token of an account in the state, and with one token of another account. */
const hooks = 1;
const token = 2;
const nothing = 6;

async function run(seed: number, mistake?: string) {
  const options = { selection: { kinds: ["accounts"] as const }, ...(mistake && { mistake }) };
  const report = await testStranger("biobank", seed, options);
  const results = report.results.filter(({ subject }) => subject.kind === "accounts");
  const listIn = (status: string) =>
    results.filter(({ verdict }) => verdict.status === status).map(({ subject }) => subject.tool ?? "");
  return { results, listIn, findings: groupFindings(results) };
}

test("a healthy server refuses each writing tool, and goes on with each other one", async () => {
  const { results, listIn } = await run(hooks);
  expect(listIn("held")).toHaveLength(results.length);
  expect(results).toHaveLength(24);
});

test.concurrent.each([
  ["suspended-works", hooks, 12, /^a result/],
  ["suspended-is-not-found", hooks, 12, /^not_found$/],
  // A closed study is why some calls are refused afterwards.
  ["suspended-works", token, 4, /^a result/],
])("the mistake %s is found at many tools (seed %d)", async (mistake, seed, least, got) => {
  const { findings } = await run(seed, mistake);
  expect(findings[0]!.results.length).toBeGreaterThanOrEqual(least);
  expect(findings[0]!.example.verdict).toMatchObject({
    expected: "a refusal with lab_suspended",
    got: expect.stringMatching(got),
  });
});

test.concurrent.each([
  ["suspended-tags", hooks, "tag_sample", /^a result/],
  ["suspended-tags", token, "tag_sample", /^a result/],
  ["suspended-note-stays", hooks, "update_sample", /^update_sample refused the call, but then /],
  ["suspended-note-stays", token, "update_sample", /^update_sample refused the call, but then /],
  ["suspended-reports-nothing", hooks, "study_report", /^lab_suspended$/],
  ["suspended-reports-nothing", token, "study_report", /^lab_suspended$/],
])("the mistake %s is found at its tool (seed %d)", async (mistake, seed, tool, got) => {
  const { results, listIn } = await run(seed, mistake);
  expect(listIn("failed")).toEqual([tool]);
  const { verdict } = results.find(({ subject }) => subject.tool === tool)!;
  expect(verdict).toMatchObject({ got: expect.stringMatching(got) });
});

test("with a token of an account in the state, what its lists show is enough, and the rest is not verified", async () => {
  const { listIn } = await run(token);
  expect(listIn("failed")).toEqual([]);
  expect(listIn("held")).toEqual(expect.arrayContaining(["create_study", "add_rack", "update_sample"]));
  expect(listIn("unverified")).toEqual(expect.arrayContaining(["get_assay"]));
});

test("without either, each case names what would decide it", async () => {
  const { results, listIn } = await run(nothing);
  expect(listIn("unverified")).toHaveLength(results.length);
  for (const { verdict } of results)
    expect(verdict).toMatchObject({
      cause: "no-account",
      why: expect.stringMatching(
        /add a token with `state: suspended` to the target file, or the hooks mint and account/,
      ),
    });
});
