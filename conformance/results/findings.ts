/** Findings: failures with one cause are one finding, since several tools often share one mistake, such as a mistake of an SDK. */
import type { ReportedResult } from "./accepted.ts";
import { describeGeneral, describeRule, groupAlike, isRefusal, isUnmarkedError } from "./alike.ts";
import { classifyResult } from "./report.ts";
import { type Failed, isAdvice } from "./verdict.ts";

export interface Finding {
  readonly counted: "failed" | "advice";
  /** The cause that the results share, or the requirement of the only one; a sentence or the beginning of one. */
  readonly cause: string;
  /** The first result, which represents the others. */
  readonly example: ReportedResult;
  /** All results, with the example first. */
  readonly results: readonly ReportedResult[];
  /** The tools of the results, in order. */
  readonly tools: readonly string[];
}

/** Formats the extent of a finding beside its example: `also 71 cases with this cause, at 14 tools in all`. */
export function showExtent({ results, tools }: Pick<Finding, "results" | "tools">): string {
  const others = results.length - 1;
  const at = tools.length > 1 ? `, at ${tools.length} tools in all` : "";
  return `also ${others} case${others === 1 ? "" : "s"} with this cause${at}`;
}

/** Groups the failures and advice of a run: failures first, and findings with most results first. */
export function groupFindings(results: readonly ReportedResult[]): Finding[] {
  const failures = results.filter((result) => ["failed", "advice"].includes(classifyResult(result)));
  return groupAlike(failures)
    .map((unordered): Finding => {
      const group = unordered.toSorted((a, b) => Number(isAdvice(a)) - Number(isAdvice(b)));
      const tools = group.flatMap(({ subject }) => (subject.tool === undefined ? [] : [subject.tool]));
      return {
        counted: classifyResult(group[0]!) as Finding["counted"],
        cause: describeCause(group),
        example: group[0]!,
        results: group,
        tools: [...new Set(tools)],
      };
    })
    .sort(
      (a, b) =>
        Number(a.counted === "advice") - Number(b.counted === "advice") || countCases(b) - countCases(a),
    );
}

/** Groups open results by their reason, that of most results first. */
export function groupByReason(
  open: readonly ReportedResult[],
): (readonly [why: string, results: readonly ReportedResult[]])[] {
  const why = ({ verdict }: ReportedResult) => (verdict.status === "unverified" ? verdict.why : "");
  return [...Map.groupBy(open, why)].toSorted(([, a], [, b]) => b.length - a.length);
}

/** Counts the results for sorting. Findings of one or two results keep the order of the cases. */
function countCases({ results }: Finding): number {
  return results.length > 2 ? results.length : 0;
}

function describeCause(group: readonly ReportedResult[]): string {
  const { subject, verdict } = group[0]!;
  const { missingHeader, unanswered, expected, got } = verdict as Failed;
  if (missingHeader) return `Answers have no header ${missingHeader}.`;
  if (unanswered) return `These calls end with no result of a tool: ${got}`;
  if (isUnmarkedError({ expected, got }))
    return "Errors come as results without isError, which clients take for results of the tools.";
  if (group.length === 1) return describeRule(subject, { got }) ?? subject.must;
  const general = describeGeneral(subject, { expected, got });
  if (general !== undefined) return general;
  if (subject.kind === "limits") return `The limit ${subject.at.split("/").at(-1)} does not hold.`;
  if (isRefusal(expected, got)) return `Valid calls are refused: ${got}`;
  const hasOnePlace = subject.kind === "input" && group.every((each) => each.subject.at === subject.at);
  return hasOnePlace ? `${subject.at} is not enforced.` : subject.must;
}
