/** Turns cases that a target must decide, and did not, into failures (`decided` in the target file). */
import { globPattern } from "../results/accepted.ts";
import { causesOfTheRun, failed, type Result } from "../results/verdict.ts";

/** A result that matches `globs` and is unverified because of the target becomes a failure. */
export function failUndecided(globs: readonly string[] = []): (result: Result) => Result {
  const patterns = globs.map(globPattern);
  return (result) => {
    const { subject, verdict } = result;
    const isUndecided = verdict.status === "unverified" && !causesOfTheRun.includes(verdict.cause);
    if (!isUndecided || !patterns.some((pattern) => pattern.test(subject.id))) return result;
    return {
      subject,
      verdict: failed("a decided result, as the target file demands", verdict.why, verdict.exchange),
    };
  };
}
