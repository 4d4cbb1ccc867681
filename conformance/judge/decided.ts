import { globPattern } from "../results/accepted.ts";
import { type Cause, failed, type Result } from "../results/verdict.ts";

/** Causes that lie with the run, not with the target. */
const ofTheRun: readonly Cause[] = [
  "interrupted",
  "left-out",
  "read-only",
  "unreachable",
  "unsound",
  "no-hook",
];

/** What the target's file says is shown here each time has failed where it is not. */
export function decidedBy(globs: readonly string[] = []): (result: Result) => Result {
  const patterns = globs.map(globPattern);
  return (result) => {
    const { subject, verdict } = result;
    const isOpen = verdict.status === "unverified" && !ofTheRun.includes(verdict.cause);
    if (!isOpen || !patterns.some((pattern) => pattern.test(subject.id))) return result;
    return {
      subject,
      verdict: failed("what the target's file says is shown here", verdict.why, verdict.evidence),
    };
  };
}
