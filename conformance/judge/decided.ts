/** Turns undecided cases into failures if the target file requires a decision (`decided`). */
import { compileGlob } from "../results/accepted.ts";
import { causesOfTheRun, failed, type Result } from "../results/verdict.ts";

/** Returns the function that turns a result into a failure if it matches `globs` and is unverified because of the target. */
export function failUndecided(globs: readonly string[] = []): (result: Result) => Result {
  const patterns = globs.map(compileGlob);
  return (result) => {
    const { subject, verdict } = result;
    const isUndecided = verdict.status === "unverified" && !causesOfTheRun.includes(verdict.cause);
    if (!isUndecided || !patterns.some((pattern) => pattern.test(subject.id))) return result;
    return {
      subject,
      verdict: failed("a decided result, as the target file requires", verdict.why, verdict.exchange),
    };
  };
}
