/** The comparison of two runs, and the exit code that a job gets from it. */
import { expect, test } from "vitest";
import { readEarlierRun } from "../report/earlier-run.ts";
import type { Accepted, ReportedResult } from "./accepted.ts";
import { compareSince, computeExitCodeSince } from "./since.ts";
import { failed, held, inapplicable, unverified, type Verdict } from "./verdict.ts";

const fails = failed("this", "that");
const open = unverified("setup", "it did not work");
const spent = unverified("spent", "the run draws nothing from quotes");

function resultsOf(verdicts: Readonly<Record<string, Verdict>>): ReportedResult[] {
  return Object.entries(verdicts).map(([id, verdict]) => ({
    subject: { id, must: "So.", at: "service.yaml", kind: "input" },
    verdict,
  }));
}

const then = readEarlierRun(
  JSON.stringify({
    toolwright: 2,
    date: "2026-11-24T08:00:00.000Z",
    results: [
      { id: "a", counted: "held" },
      { id: "b", counted: "failed" },
      { id: "c", counted: "unverified" },
      { id: "d", counted: "accepted" },
    ],
  }),
  "report.json",
);

const wrong = { case: "x", reason: "y", accepted: 0 } satisfies Accepted & { accepted: number };

test.each<[name: string, now: Record<string, Verdict>, code: number, difference: object]>([
  [
    "nothing changed",
    { a: held, b: fails, c: open },
    0,
    { failed: [], gone: [], still: ["b"], undecided: [] },
  ],
  ["a case that held fails", { a: fails, b: fails, c: open }, 1, { failed: ["a"], still: ["b"] }],
  ["a case that was not verified fails", { a: held, b: fails, c: fails }, 1, { failed: ["c"] }],
  ["a new case fails", { a: held, b: fails, e: fails }, 1, { failed: ["e"] }],
  ["a failure that was accepted fails again", { a: held, d: fails }, 1, { failed: ["d"] }],
  ["a failure is gone", { a: held, b: held, c: open }, 0, { gone: ["b"], still: [] }],
  [
    "a failure is not verified any more, so it is not gone",
    { a: held, b: open },
    2,
    { gone: [], undecided: ["b"] },
  ],
  ["a case that held is not verified any more", { a: open, b: fails }, 2, { undecided: ["a"] }],
  ["a case that held does not apply any more", { a: inapplicable("x"), b: fails }, 2, { undecided: ["a"] }],
  [
    "a failure does not apply any more, so it is not gone",
    { a: held, b: inapplicable("x") },
    2,
    { gone: [], undecided: ["b"] },
  ],
  [
    "the calls of a case were not selected",
    { a: { status: "inapplicable", why: "x", unasked: true }, b: fails },
    0,
    { undecided: [] },
  ],
  [
    "the run was not allowed to try a case that held",
    { a: spent, b: fails, c: held },
    0,
    { undecided: [], untried: ["a"] },
  ],
  ["the run was allowed to try nothing", { a: spent, c: open }, 2, { undecided: [], untried: ["a"] }],
  ["a new case is not verified", { a: held, b: fails, e: open }, 0, { undecided: [] }],
  ["the run decided nothing", { c: open }, 2, { undecided: [] }],
  ["some cases were not selected", { a: held }, 0, { gone: [], undecided: [] }],
])("%s: the difference and the exit code are right", (_, now, code, difference) => {
  const results = resultsOf(now);
  const since = compareSince(results, then);
  expect(since).toMatchObject(difference);
  expect(computeExitCodeSince({ results, wrongEntries: [] }, since)).toBe(code);
});

test("a wrong entry of accepted results fails, too", () => {
  const results = resultsOf({ a: held });
  expect(computeExitCodeSince({ results, wrongEntries: [wrong] }, compareSince(results, then))).toBe(1);
});

test.each(["", "{}", '{"toolwright":1,"results":[]}', '{"toolwright":2}'])(
  "%j is no earlier report",
  (text) => {
    expect(() => readEarlierRun(text, "old.json")).toThrow("old.json is not a report.json of this version");
  },
);
