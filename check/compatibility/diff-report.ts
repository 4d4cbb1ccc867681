/** A comparison as data, and the sentences that every format of its report has. */
import type { AcceptedBreak, Judged } from "./accepted-breaks.ts";
import { classes, codes, type Finding, type FindingClass } from "./codes.ts";
import type { JudgedFinding } from "./finding-groups.ts";
import { short } from "./keyword-words.ts";

/** A place that editors and code scanning can open. */
export interface ReportPlace {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** Absent if the place is the whole file. */
  readonly line?: number;
  /** Counts UTF-16 code units, from 1. */
  readonly column?: number;
  /** The column after the last one, from 1. */
  readonly endColumn?: number;
}

/** A comparison to print. */
export interface DiffReport extends Judged {
  /** The compared sides, as the user names them. */
  readonly old: string;
  /** The name of the new side, such as a file or a version. */
  readonly current: string;
  /** Parts that could not be compared, as sentences. */
  readonly notes: readonly string[];
  /** Problems besides the findings, as sentences: problems of a deployment, or of the new side. */
  readonly problems?: readonly string[];
  /** Returns the place of a finding; without a finding, the place of the whole comparison. Undefined if it is in no file. */
  readonly placeOf: (finding?: Finding) => ReportPlace | undefined;
}

export function count(findings: readonly JudgedFinding[], kind: FindingClass): number {
  return findings.filter((each) => each.class === kind).length;
}

/** `2 breaking (1 accepted), 3 additive`. */
export function summarize({ findings, stale }: Judged): string {
  const parts = classes.flatMap((kind) => {
    const all = findings.filter((each) => each.class === kind);
    const accepted = all.filter(({ acceptedFor }) => acceptedFor !== undefined).length;
    return all.length === 0 ? [] : [`${all.length} ${kind}${accepted > 0 ? ` (${accepted} accepted)` : ""}`];
  });
  const old = stale.length === 0 ? [] : [`${stale.length} stale ${stale.length === 1 ? "entry" : "entries"}`];
  return [...parts, ...old].join(", ") || "no difference";
}

export function sentence({ detail, code, before, after, witness, subject }: JudgedFinding): string {
  const change =
    before === undefined && after === undefined
      ? ""
      : ` Before: ${before ?? "none"}. After: ${after ?? "none"}.`;
  const value = witness ? ` ${subject === "INPUT" ? "Call" : "Result"}: ${short(witness.value, 160)}.` : "";
  return `${detail} ${codes[code].sees}${change}${value}`;
}

export function staleText({ finding }: AcceptedBreak): string {
  return `Nothing needs ${finding} any more. Take it out.`;
}

/** Returns the tool and the location of a finding, as reports begin with it. */
export function showTitle({ tool, place }: JudgedFinding): string {
  return tool === undefined ? place : `${tool} ${place}`;
}

export const levels: Readonly<Record<FindingClass, "error" | "warning" | "notice">> = {
  breaking: "error",
  risky: "warning",
  additive: "notice",
  wording: "notice",
};

export function toLevel({ class: kind, acceptedFor }: JudgedFinding): "error" | "warning" | "notice" {
  return acceptedFor === undefined ? levels[kind] : "notice";
}
