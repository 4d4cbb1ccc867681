/** Findings: similar failures are one finding, since several tools often share one mistake, such as a mistake of an SDK. */
import type { ReportedResult } from "./accepted.ts";
import { classifyResult } from "./report.ts";
import { type Failed, isAdvice, type Subject } from "./verdict.ts";

export interface Finding {
  readonly counted: "failed" | "advice";
  /** The first result, which represents the others. */
  readonly example: ReportedResult;
  /** All results, with the example first. */
  readonly results: readonly ReportedResult[];
  /** The tools of the results, in order. */
  readonly tools: readonly string[];
}

/** Formats the extent of a finding: `72 cases at 14 tools alike`. */
export function showExtent(cases: number, tools: number): string {
  const at = tools > 1 ? ` at ${tools} tools` : "";
  return `${cases} cases${at} alike`;
}

/** Groups the failures and advice of a run: failures first, and findings with most results first. */
export function groupFindings(results: readonly ReportedResult[]): Finding[] {
  const failures = results.filter((result) => ["failed", "advice"].includes(classifyResult(result)));
  return [...Map.groupBy(failures, makeLikenessKey).values()]
    .map((unordered): Finding => {
      const group = unordered.toSorted((a, b) => Number(isAdvice(a)) - Number(isAdvice(b)));
      const tools = group.flatMap(({ subject }) => (subject.tool === undefined ? [] : [subject.tool]));
      return {
        counted: classifyResult(group[0]!) as Finding["counted"],
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

/** Counts the results for sorting. Findings of one or two results keep the order of the cases. */
function countCases({ results }: Finding): number {
  return results.length > 2 ? results.length : 0;
}

/** Returns the key of a result. Results with the same key are one finding. */
function makeLikenessKey(result: ReportedResult): string {
  const { subject, verdict } = result;
  if (verdict.status !== "failed") return subject.id;
  // A missing header is one cause for broken MUST and SHOULD requirements.
  if (verdict.missingHeader) return JSON.stringify(["no header", verdict.missingHeader]);
  const parts = [subject.kind, ...listFailureParts(subject, verdict)].map((text) =>
    withoutNames(text, subject),
  );
  return JSON.stringify([classifyResult(result), ...parts]);
}

/**
 * Lists the parts of a failure that must be equal in one finding. If no tool answered, only the answer counts. Access failures of
 * all tools are alike, independent of their results. Checks of one protocol topic with the same wrong answer have one cause, and so
 * do valid arguments with the same refusal.
 */
function listFailureParts({ id, must, kind }: Subject, { expected, got, unanswered }: Failed): string[] {
  const answer = got.replace(
    /(JSON-RPC error -?\d+|without a JSON-RPC answer|a result(?: with isError)?).*/s,
    "$1",
  );
  if (unanswered) return [answer];
  if (kind === "authorization") return [expected, answer];
  if (kind === "protocol") return [id.split("/").slice(0, -1).join("/"), expected, got];
  if (kind === "input" && /^(HTTP \d+ with )?a result with isError: /.test(got)) return [expected, got];
  const accepted = withoutResult(got);
  const habit = kind === "input" && accepted !== got && habits.find((pattern) => pattern.test(id));
  return habit ? [habit.source, expected, accepted] : [id, must, expected, accepted];
}

/** Habits of a library that affect every argument: it converts types, or drops unknown keys. */
const habits = [/\/type\/lookalike$/, /\/additionalProperties\/[^/]+$/];

/** Removes the result and the number of calls: any success of a tool that should have refused means the same. */
function withoutResult(got: string): string {
  return got.replace(/^((?:HTTP \d+ with )?a result): .*/s, "$1").replace(/ \(\d+ of \d+ calls\)/, "");
}

/** Returns a pattern for a name that is not a part of a longer one. */
function wholeName(tool: string): RegExp {
  return new RegExp(`(?<![\\w-])${tool.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");
}

/** Replaces the name of the tool, and the MCP version in checks that every version has. */
function withoutNames(text: string, { kind, tool }: Subject): string {
  const plain = tool === undefined ? text : text.replaceAll(wholeName(tool), "TOOL");
  return kind === "protocol" ? plain.replaceAll(/20\d\d-\d\d-\d\d/g, "VERSION") : plain;
}
