import { globPattern } from "../results/accepted.ts";
import { type Cause, failed, type Result } from "../results/verdict.ts";

/** Causes that lie with the run, not with the target. */
const causesOfTheRun: readonly Cause[] = [
  "interrupted",
  "left-out",
  "read-only",
  "unreachable",
  "unsound",
  "no-hook",
];

/** What the target's file says is shown here each time has failed where it is not. */
export function failUndecided(globs: readonly string[] = []): (result: Result) => Result {
  const patterns = globs.map(globPattern);
  return (result) => {
    const { subject, verdict } = result;
    const isUndecided = verdict.status === "unverified" && !causesOfTheRun.includes(verdict.cause);
    if (!isUndecided || !patterns.some((pattern) => pattern.test(subject.id))) return result;
    return {
      subject,
      verdict: failed("what the target's file says is shown here", verdict.why, verdict.evidence),
    };
  };
}
