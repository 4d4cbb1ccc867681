/** Tests the place that says whether the result is that of an earlier call with the key. */
import { expect, onTestFinished, test } from "vitest";
import { casesWith, replaced } from "../../test/support/tracker-server/changed.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";

const cases = casesWith({
  "types/issue.yaml": replaced("properties:\n", "properties:\n  replayed: { type: boolean }\n"),
  "tools/tracker_create_issue.yaml": replaced(
    "refused: key_reused }",
    "replayed: /replayed, refused: key_reused }",
  ),
});

test.each<[mistake: string, isMarked: (uses: number) => boolean | undefined, failed: readonly string[]]>([
  ["nothing is wrong", (uses) => uses > 1, []],
  ["a first result has no mark", (uses) => (uses > 1 ? true : undefined), []],
  ["every result is marked", () => true, ["at-once", "same"]],
  ["no result is marked", () => false, ["at-once", "same"]],
  ["the third result is marked", (uses) => uses > 2, ["at-once", "same"]],
])("%s", async (_, isMarked, failed) => {
  const served = await serveTrackerWithSdk([], cases);
  onTestFinished(served.close);
  const { handlers } = served.tracker;
  const create = handlers.createIssue.bind(handlers);
  const uses = new Map<string, number>();
  handlers.createIssue = async (input: Parameters<typeof create>[0], call) => {
    const key = String(input.idempotency_key);
    uses.set(key, (uses.get(key) ?? 0) + 1);
    const replayed = isMarked(uses.get(key)!);
    return { ...(await create(input, call)), ...(replayed !== undefined && { replayed }) };
  };
  const selection = { cases: ["replay/tracker_create_issue/same", "replay/tracker_create_issue/at-once"] };
  const { results } = await testTracker(served, { cases, selection });
  const others = results.filter(({ verdict }) => verdict.status !== "held");
  expect(others.map(({ subject, verdict }) => `${verdict.status} ${subject.id}`).sort()).toEqual(
    failed.map((name) => `failed replay/tracker_create_issue/${name}`),
  );
});
