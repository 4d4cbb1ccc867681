/** `--accept`: writes findings of a verdict into the lock file, each with its reason. */

import { UsageError } from "@toolwright/conformance/server-options";
import { type AcceptedFinding, type LockFile, printLock } from "../lock/lock-file.ts";
import { formatCount } from "../report/wording.ts";
import { findingIds, isFailing, type JudgedCheckFinding, type Verdict } from "../verdict/judged.ts";
import type { Accepting } from "./options.ts";

/** A finding, and the section that has it. */
interface Candidate {
  readonly finding: JudgedCheckFinding;
  readonly section: string;
}

/**
 * The lock file with the accepted findings. Each is written with its places and the values of today, so that a later finding of the same
 * code is not accepted by it.
 *
 * @throws UsageError where there is no such finding
 */
export function withAccepted(
  lock: LockFile,
  { findings: wanted, reason }: Accepting,
  { sections }: Verdict,
): { readonly text: string; readonly says: string } {
  const candidates = sections.flatMap(({ name, findings }) =>
    findings.map((finding): Candidate => ({ finding, section: name })),
  );
  const chosen = new Set(wanted.flatMap((pattern) => matching(pattern, candidates)));
  const added = [...chosen].flatMap((candidate) => entriesFor(candidate, reason));
  const isReplaced = ({ finding, value }: AcceptedFinding) =>
    added.some((entry) => entry.finding === finding && entry.value === value);
  const accepted = [...lock.accepted.filter((entry) => !isReplaced(entry)), ...added];
  const says = `accepted ${formatCount(chosen.size, "finding")} at ${formatCount(added.length, "place")}`;
  return {
    text: printLock({ ...lock, accepted }),
    says: `${says}: ${added.map(({ finding }) => finding).join(", ")}.`,
  };
}

/** A place stands for the whole finding, which has one cause. */
function matching(pattern: string, candidates: readonly Candidate[]): Candidate[] {
  const failing = candidates.filter(({ finding }) => isFailing(finding));
  if (pattern === "all") return failing;
  const isMatch = matcher(pattern);
  const found = candidates.filter(({ finding }) => findingIds(finding).some(isMatch));
  if (found.length > 0) return found;
  const lines = failing.map(({ finding }) => `  ${findingIds(finding)[0]}`);
  const has = lines.length === 0 ? "Nothing fails." : `These fail:\n${lines.join("\n")}`;
  throw new UsageError(`The server has no finding ${JSON.stringify(pattern)}. ${has}`);
}

/** `*` stands for any text. */
function matcher(pattern: string): (id: string) => boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join(".*")}$`, "s");
  return (id) => expression.test(id);
}

function entriesFor({ finding, section }: Candidate, reason: string): AcceptedFinding[] {
  const { value } = finding;
  return findingIds(finding).map((id) => ({
    finding: id,
    reason,
    ...(value !== undefined && { value }),
    section,
  }));
}
