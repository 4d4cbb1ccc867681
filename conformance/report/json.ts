/** Creates the report for programs. `schema.json` describes it. */
import { describeEntryProblem, type ReportedResult, type WrongEntry } from "../results/accepted.ts";
import { groupFindings } from "../results/findings.ts";
import { listNextSteps, type NextStep } from "../results/next-steps.ts";
import {
  type Coverage,
  classifyResult,
  countDecided,
  countVerdicts,
  type DecidedCases,
  type Drawn,
  type Report,
  repeatCommand,
  type Since,
  type Tally,
  type ToolTime,
  type UnseenOutput,
} from "../results/report.ts";
import type { BehaviourReport } from "../results/run-log.ts";
import type { Cause, Evidence, Kind } from "../results/verdict.ts";

/** The whole report as data, with the counts and groups of the other reports. */
export interface JsonReport {
  /** The version of this format. */
  readonly toolwright: 2;
  readonly server: { readonly name: string; readonly version: string };
  readonly seconds: number;
  readonly summary: Tally;
  readonly kinds: readonly DecidedCases[];
  readonly target: string;
  readonly address: string;
  readonly date: string;
  readonly unimplemented: readonly string[];
  readonly slowest: readonly ToolTime[];
  readonly unselected: number;
  readonly coverage: Coverage | undefined;
  readonly unseen: readonly UnseenOutput[] | undefined;
  readonly behaviour: BehaviourReport | undefined;
  readonly drawn: readonly Drawn[];
  readonly seed: number;
  readonly requests: number;
  readonly notes: readonly string[];
  /** The most useful things to do, at most three. */
  readonly nextSteps: readonly NextStep[];
  readonly since: Since | undefined;
  readonly findings: readonly JsonFinding[];
  readonly wrongEntries: readonly JsonWrongEntry[];
  readonly results: readonly JsonResult[];
}

/** Failures with one cause. */
export interface JsonFinding {
  readonly counted: "failed" | "advice";
  /** The cause that the cases share, or the requirement of the only one. */
  readonly cause: string;
  readonly tools: readonly string[];
  /** The ids of the cases. */
  readonly cases: readonly string[];
}

export interface JsonWrongEntry extends WrongEntry {
  /** The problem of the entry, and what to do. */
  readonly problem: string;
}

/** A case and its verdict. Members that the verdict does not have are absent. */
export interface JsonResult {
  readonly id: string;
  readonly must: string;
  readonly at: string;
  readonly kind: Kind;
  readonly tool?: string | undefined;
  readonly level?: "MUST" | "SHOULD" | undefined;
  readonly status: "held" | "failed" | "unverified" | "inapplicable";
  /** The number of the summary that counts it. */
  readonly counted: keyof Tally;
  readonly acceptedFor?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly advice?: true;
  readonly unanswered?: true;
  readonly missingHeader?: string;
  readonly remedy?: string;
  readonly shownBy?: string;
  readonly script?: string;
  readonly withoutScript?: string;
  readonly evidence?: Evidence;
  readonly cause?: Cause;
  readonly why?: string;
  readonly unasked?: true;
  /** The command that repeats a failed case. */
  readonly repeat?: string;
}

export function jsonReport(report: Report): string {
  return `${JSON.stringify(toJson(report), null, 2)}\n`;
}

function toJson(report: Report): JsonReport {
  const { results, server } = report;
  return {
    toolwright: 2,
    server: { name: server.name, version: server.version },
    seconds: Number(report.seconds.toFixed(3)),
    summary: countVerdicts(results),
    kinds: countDecided(report),
    target: report.target,
    address: report.address,
    date: report.date,
    unimplemented: report.unimplemented,
    slowest: report.slowest,
    unselected: report.unselected,
    coverage: report.coverage,
    unseen: report.unseen,
    behaviour: report.behaviour,
    drawn: report.drawn,
    seed: report.seed,
    requests: report.requests,
    notes: report.notes,
    nextSteps: listNextSteps(report),
    since: report.since,
    findings: groupFindings(results).map(({ counted, cause, results: alike, tools }) => ({
      counted,
      cause,
      tools,
      cases: alike.map(({ subject }) => subject.id),
    })),
    wrongEntries: report.wrongEntries.map((entry) => ({ ...entry, problem: describeEntryProblem(entry) })),
    results: results.map((result) => toJsonResult(result, report)),
  };
}

function toJsonResult(result: ReportedResult, report: Report): JsonResult {
  const { subject, verdict, acceptedFor } = result;
  const { status, ...rest } = verdict;
  return {
    ...subject,
    status,
    counted: classifyResult(result),
    ...(acceptedFor !== undefined && { acceptedFor }),
    ...rest,
    ...(status === "failed" && { repeat: repeatCommand(report, result) }),
  };
}
