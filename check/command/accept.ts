/** `--accept`: writes findings of a verdict into the lock file, each with its reason. */

import { UsageError } from "@toolwright/conformance/server-options";
import { canonical } from "@toolwright/json-schema";
import { entryPattern } from "../compatibility/accepted-breaks.ts";
import { type AcceptedFinding, computeLockDigest } from "../lock/lock-file.ts";
import { formatCount } from "../report/wording.ts";
import { isAboutBreak } from "../verdict/judge.ts";
import type { CheckFinding } from "../verdict/verdict.ts";
import {
  findingIds,
  isFailing,
  type JudgedCheckFinding,
  staleLockCode,
  type Verdict,
} from "../verdict/verdict-data.ts";
import type { Base } from "./base.ts";
import type { Accepting } from "./options.ts";

/** A finding, and the section that has it. */
interface Candidate {
  readonly finding: JudgedCheckFinding;
  readonly section: string;
}

/** The parts of a check that `--accept` needs. */
export interface AcceptedIn {
  readonly accepted: readonly AcceptedFinding[];
  readonly base: Base | undefined;
  /** The base is the lock file that is written: a break that is not accepted would be in no report any more. */
  readonly isOwnBase: boolean;
  /** There is no lock file yet: it also records the rules of MCP that servers of SDKs often break. */
  readonly isNewLock: boolean;
}

/**
 * The list of accepted findings with those of this verdict. Each is written with its places and the values of today, so that a later finding of the same
 * code is not accepted by it.
 *
 * @throws UsageError where there is no such finding
 */
export function withAccepted(
  { accepted: before, base, isOwnBase, isNewLock }: AcceptedIn,
  { findings: wanted, reason }: Accepting,
  { sections }: Verdict,
): { readonly accepted: readonly AcceptedFinding[]; readonly says: string } {
  const candidates = sections.flatMap(({ name, findings }) =>
    findings
      .filter(({ code }) => code !== staleLockCode)
      .map((finding): Candidate => ({ finding, section: name })),
  );
  const chosen = new Set(wanted.flatMap((pattern) => matching(pattern, candidates)));
  if (isOwnBase) refuseOtherBreaks(candidates.filter((candidate) => !chosen.has(candidate)));
  const against = base?.lock && computeLockDigest(base.lock);
  const added = [...chosen].flatMap((candidate) => entriesFor(candidate, reason, against));
  const earlier = new Set((isOwnBase ? [] : (base?.lock?.accepted ?? [])).map((entry) => canonical(entry)));
  const isMerged = (entry: AcceptedFinding) => isAboutBreak(entry) && earlier.has(canonical(entry));
  const isReplaced = ({ finding, value }: AcceptedFinding) =>
    added.some((entry) => entry.finding === finding && entry.value === value);
  const kept = before.filter((entry) => !isReplaced(entry) && !isMerged(entry));
  const says = `accepted ${formatCount(chosen.size, "finding")} at ${formatCount(added.length, "place")}`;
  const accepted = [...kept, ...added];
  const findings = isNewLock ? sections.flatMap((section) => section.findings) : [];
  return {
    accepted: withRecorded(accepted, findings),
    says: `${says}: ${added.map(({ finding }) => finding).join(", ")}.`,
  };
}

/** The reason of the entries that `--update` writes by itself. */
const recordedReason = "The server broke this rule when the lock file was written.";

/** The list without the broken rules that an earlier `--update` recorded. */
export function withoutRecorded(accepted: readonly AcceptedFinding[]): AcceptedFinding[] {
  return accepted.filter(({ reason }) => reason !== recordedReason);
}

/** The list with the rules of MCP that these findings say are broken as servers of SDKs often break them. */
export function withRecorded(
  accepted: readonly AcceptedFinding[],
  findings: readonly CheckFinding[],
): AcceptedFinding[] {
  const patterns = accepted.map(({ finding }) => entryPattern(finding));
  const usual = findings.filter(({ isUsual }) => isUsual === true);
  const ids = usual.flatMap(findingIds).filter((id) => !patterns.some((pattern) => pattern.test(id)));
  return [...accepted, ...ids.map((finding) => ({ finding, reason: recordedReason, section: "protocol" }))];
}

/** @throws UsageError where breaks are left, since the lock file is written with the surface of today */
function refuseOtherBreaks(others: readonly Candidate[]): void {
  const breaks = others.filter(({ finding, section }) => section === "breaks" && isFailing(finding));
  if (breaks.length === 0) return;
  const lines = breaks.map(({ finding }) => `  ${findingIds(finding)[0]}`);
  throw new UsageError(
    `Nothing is written, since the server breaks more than this. Mend these, or accept them with --accept, too:\n${lines.join("\n")}`,
  );
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

function entriesFor(
  { finding, section }: Candidate,
  reason: string,
  against: string | undefined,
): AcceptedFinding[] {
  const { value } = finding;
  return findingIds(finding).map((id) => ({
    finding: id,
    reason,
    ...(value !== undefined && { value }),
    section,
    ...(section === "breaks" && against !== undefined && { against }),
  }));
}
