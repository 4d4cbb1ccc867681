/** Calls at once with one key, at a server whose quota they draw from. */
import { expect, onTestFinished, test } from "vitest";
import { casesWith, replaced } from "../../test/support/tracker-server/changed.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "../../test/support/tracker-server/sdk-server.ts";

const cases = casesWith({
  "service.yaml": replaced("[tracker_summarize_issue]", "[tracker_summarize_issue, tracker_create_issue]"),
  "tools/tracker_create_issue.yaml": replaced(
    "failures: [key_reused]",
    "draws: { limit: summary_quota }\nfailures: [key_reused, quota_exceeded]",
  ),
});

test.each([
  ["unverified", "has nothing left after the second key", 2],
  ["held", "has enough", Number.POSITIVE_INFINITY],
] as const)("the case is %s if the account %s", async (status, _, most) => {
  const served = await serveTrackerWithSdk([], cases);
  onTestFinished(served.close);
  const { handlers } = served.tracker;
  const create = handlers.createIssue.bind(handlers);
  const keys = new Set<string>();
  handlers.createIssue = (input: Parameters<typeof create>[0], call) => {
    // The first key is that of a binding, the second that of the single call.
    if (keys.add(String(input.idempotency_key)).size > most)
      return call.fail("quota_exceeded" as never, "Nothing is left of the month.");
    return create(input, call);
  };
  const selection = { cases: ["replay/tracker_create_issue/at-once"] };
  const report = await testTracker(served, { cases, selection });
  expect(report.results.map(({ verdict }) => verdict)).toMatchObject([{ status }]);
});

const calendar = casesWith({
  "service.yaml": replaced(
    /^failures:\n/m,
    "failures:\n  taken: { when: another one has these days, retryable: false }\n",
  ),
  "tools/tracker_create_issue.yaml": (text) =>
    text
      .replace(
        "    idempotency_key: {",
        "    first: { type: integer, minimum: 0 }\n    last: { type: integer, minimum: 0 }\n    idempotency_key: {",
      )
      .replace(
        "failures: [key_reused]",
        "overlaps: [{ entity: issue, start: first, end: last, refused: taken }]\nfailures: [key_reused, taken]",
      )
      .replace("estimate: 2.5, idempotency_key", "estimate: 2.5, first: 4, last: 8, idempotency_key"),
});

test.each([
  ["held", "for the first key of calls at once", 1],
  ["unverified", "for all keys of calls at once", Number.POSITIVE_INFINITY],
] as const)("the case is %s if another case has the interval %s", async (status, _, most) => {
  const served = await serveTrackerWithSdk([], calendar);
  onTestFinished(served.close);
  const { handlers } = served.tracker;
  const create = handlers.createIssue.bind(handlers);
  const keys: unknown[] = [];
  handlers.createIssue = (input: Parameters<typeof create>[0], call) => {
    const { idempotency_key } = input;
    if (!keys.includes(idempotency_key)) keys.push(idempotency_key);
    const place = keys.indexOf(idempotency_key);
    // The first key is that of a binding, the second that of the single call.
    if (place > 1 && place <= most + 1) return call.fail("taken" as never, "These days are taken.");
    return create(input, call);
  };
  const selection = { cases: ["replay/tracker_create_issue/at-once"] };
  const report = await testTracker(served, { cases: calendar, selection });
  expect(report.results.map(({ verdict }) => verdict)).toMatchObject([{ status }]);
});
