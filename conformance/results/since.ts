/** Compares a run with an earlier one, for jobs that must fail only for what is new. */
import type { ReportedResult } from "./accepted.ts";
import { classifyResult, type Report, type Since, type Tally } from "./report.ts";
import type { Cause } from "./verdict.ts";

/** The facts about an earlier run. */
export interface EarlierRun {
  /** The time at which it began: ISO 8601, UTC. */
  readonly date: string;
  readonly seed?: number;
  /** Id of a case -> how the report counted it. */
  readonly counted: ReadonlyMap<string, keyof Tally>;
}

const decided: readonly (keyof Tally)[] = ["held", "failed", "advice"];

/** Causes of cases that the run was not allowed to try, whatever the server does: requests, draws or a used-up quota. */
const causesOfLimits: readonly Cause[] = ["spent", "left-out", "used-up"];

export function compareSince(results: readonly ReportedResult[], { date, counted }: EarlierRun): Since {
  const is = (now: keyof Tally, was: (then: keyof Tally | undefined) => boolean) =>
    results
      .filter((result) => classifyResult(result) === now && was(counted.get(result.subject.id)))
      .map(({ subject }) => subject.id);
  const settled = (["held", "advice", "accepted"] as const).flatMap((now) =>
    is(now, (then) => then === "failed"),
  );
  const wasDecided = (then: keyof Tally | undefined) => then !== undefined && decided.includes(then);
  // A tool that refuses every call has no failures: what held cannot be asked any more.
  const unasked = new Set(results.filter(isUnasked).map(({ subject }) => subject.id));
  const limited = new Set(results.filter(isLimited).map(({ subject }) => subject.id));
  const lost = [...is("unverified", wasDecided), ...is("inapplicable", wasDecided)];
  const left = listIds(results).filter((id) => lost.includes(id) && !unasked.has(id));
  return {
    date,
    failed: is("failed", (then) => then !== "failed"),
    gone: listIds(results).filter((id) => settled.includes(id)),
    undecided: left.filter((id) => !limited.has(id)),
    untried: left.filter((id) => limited.has(id)),
    still: is("failed", (then) => then === "failed"),
  };
}

function listIds(results: readonly ReportedResult[]): string[] {
  return results.map(({ subject }) => subject.id);
}

/** Whether a limit of the run or of its account is why the case is open. */
function isLimited({ verdict }: ReportedResult): boolean {
  return verdict.status === "unverified" && causesOfLimits.includes(verdict.cause);
}

/** Whether the user selected no call that would show it. */
function isUnasked({ verdict }: ReportedResult): boolean {
  return verdict.status === "inapplicable" && verdict.unasked === true;
}

/**
 * Returns the exit code of a run that is compared with an earlier one: 1 if a case fails that did not fail then, or an accepted entry
 * is wrong; 2 if a case that was decided then is not verified now, or the run decided nothing; else 0, also if old failures stay. A case
 * that the run was not allowed to try says nothing about the server, and is named.
 */
export function computeExitCodeSince(
  { results, wrongEntries }: Pick<Report, "results" | "wrongEntries">,
  { failed, undecided }: Since,
): 0 | 1 | 2 {
  if (failed.length > 0 || wrongEntries.length > 0) return 1;
  const isDecided = results.some((result) =>
    ["held", "failed", "accepted", "advice"].includes(classifyResult(result)),
  );
  return undecided.length > 0 || !isDecided ? 2 : 0;
}
