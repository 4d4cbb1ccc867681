/** A verdict as data: sections whose findings are open, accepted or as before. */
import type { AcceptedFinding } from "../lock/lock-file.ts";
import type { CheckFinding, Section } from "./verdict.ts";

/** A finding as reports show it. */
export interface JudgedCheckFinding extends CheckFinding {
  /** The base had it at all of its places. Never true of a finding that fails: it stays until it is mended or accepted. */
  readonly isKnown: boolean;
  /** Those of its places at which the base had it; they come last among `places`. */
  readonly knownPlaces: readonly string[];
}

export interface JudgedSection extends Omit<Section, "findings"> {
  /** New findings first, then by level. */
  readonly findings: readonly JudgedCheckFinding[];
}

export interface Verdict {
  /** The verdict in words: `2 calls that worked are refused now`. */
  readonly sentence: string;
  /** 0: nothing fails; 1: something fails; 2: only what needs no token was checked. */
  readonly exitCode: 0 | 1 | 2;
  /** The server, as its users name it: an address or a command. */
  readonly checked: string;
  readonly server: { readonly name: string; readonly version: string };
  /** The base of the comparison, as users name it; undefined: none. */
  readonly comparedWith?: string;
  readonly sections: readonly JudgedSection[];
  /** Accepted findings that nothing needs any more. */
  readonly stale: readonly AcceptedFinding[];
}

/** The code of the finding that the lock file is out of date. It is mended by writing the file, and cannot be accepted. */
export const staleLockCode = "lock-out-of-date";

/** `CODE PLACE`: how lists of accepted findings name a finding at one of its places. */
export function findingId(code: string, place: string): string {
  return `${code} ${place}`;
}

/** The ids of a finding, in the order of its places. */
export function findingIds({ code, places }: CheckFinding): string[] {
  return places.map((place) => findingId(code, place));
}

export function isFailing({ level, acceptedFor }: CheckFinding): boolean {
  return level === "fail" && acceptedFor === undefined;
}

export function canBeAccepted(finding: CheckFinding): boolean {
  return isFailing(finding) && finding.code !== staleLockCode;
}

/** Whether reports show it: it is neither accepted nor as before. */
export function isOpen({ isKnown, acceptedFor }: JudgedCheckFinding): boolean {
  return !isKnown && acceptedFor === undefined;
}
