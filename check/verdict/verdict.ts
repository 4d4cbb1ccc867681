/** The verdict of a check: sections of findings, one line in words, and an exit code. */

/** Whether a finding fails the check (`fail`), should be looked at (`advice`), or is said for information (`note`). */
export type Level = "fail" | "advice" | "note";

/** A call that was right before, and is refused now. */
export interface RefusedCall {
  /** The tool; a resource as `resource URI`, a prompt as `prompt NAME`. */
  readonly tool: string;
  /** Its arguments; left out where it has none, or where none could be made. */
  readonly arguments?: unknown;
}

/** One cause, with the places where it shows. */
export interface CheckFinding {
  /** Stays the same between versions, so that lists of accepted findings can name it: `input-property-removed`. */
  readonly code: string;
  /** Whether it fails the check. */
  readonly level: Level;
  /** The problem, as a sentence. */
  readonly says: string;
  /** The places that show it: names of tools, of resources, or of parts of them. At least one. */
  readonly places: readonly string[];
  /** Calls that are refused because of it: one for each tool. */
  readonly calls?: readonly RefusedCall[];
  /** Lines that show it: before and after, a code frame. */
  readonly shown?: readonly string[];
  /** The advice, as a sentence. */
  readonly advice?: string;
  /** The source of the rule: an address, with its date. */
  readonly source?: string;
  /** The new value, to which an accepted finding is bound. */
  readonly value?: string;
  /** Why the team accepts it. */
  readonly acceptedFor?: string;
  /** A MUST of MCP that servers of popular SDKs break: advice where there is no lock file, and recorded by `--update`. */
  readonly isUsual?: true;
}

export const sectionNames = ["breaks", "protocol", "clients", "cost", "descriptions", "directories"] as const;
export type SectionName = (typeof sectionNames)[number];

export interface Section {
  readonly name: SectionName;
  /** The answer in a few words: `no break`, `12 tools, 3,400 tokens`. */
  readonly summary: string;
  readonly findings: readonly CheckFinding[];
  /** False: there was nothing to compare with, or the server could not be tested; a note says why. */
  readonly isChecked?: false;
  /** The codes that it looked for, if that depends on the options and on what could be read. */
  readonly decided?: readonly string[];
  /** The codes that it could not decide: an accepted finding of one may be needed. */
  readonly undecided?: readonly string[];
  /** Packages that are not installed in the project, and whose checks were not run. */
  readonly notInstalled?: readonly string[];
  /** The parts that were not checked and why, and other facts, as sentences. */
  readonly notes: readonly string[];
}
