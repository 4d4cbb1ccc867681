/** Names the finding whose advice another one repeats, so that a reader reads a remedy once. */
import type { CheckFinding } from "./verdict.ts";

/** Advice of this length is as short as a reference to it. */
const shortAdvice = 80;

/** Replaces advice that a finding above has, too. */
export function withoutRepeatedAdvice<Finding extends CheckFinding>(
  finding: Finding,
  above: readonly CheckFinding[],
): Finding {
  const { advice = "" } = finding;
  if (advice.length <= shortAdvice) return finding;
  const first = above.find((each) => each.advice === advice);
  return first === undefined ? finding : { ...finding, advice: `As for ${first.code}, above.` };
}
