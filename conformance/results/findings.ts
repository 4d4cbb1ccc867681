/** Findings: failures that are alike are one finding, since several tools often share one mistake, such as one of an SDK. */
import type { ReportedResult } from "./accepted.ts";
import { countedAs } from "./report.ts";
import { type Failed, isAdvice, type Subject } from "./verdict.ts";

export interface Finding {
  readonly counted: "failed" | "advice";
  /** The first result; it stands for the others. */
  readonly example: ReportedResult;
  /** All results, with the example first. */
  readonly results: readonly ReportedResult[];
  /** The tools of the results, in order. */
  readonly tools: readonly string[];
}

/** How far a finding reaches: `72 cases at 14 tools`. */
export function showExtent(cases: number, tools: number): string {
  const at = tools > 1 ? ` at ${tools} tools` : "";
  return `${cases} cases${at} alike`;
}

/** The failures and advice of a run: failures first, and first the one with the most results. */
export function groupFindings(results: readonly ReportedResult[]): Finding[] {
  const failures = results.filter((result) => ["failed", "advice"].includes(countedAs(result)));
  return [...Map.groupBy(failures, likeness).values()]
    .map((unordered): Finding => {
      const group = unordered.toSorted((a, b) => Number(isAdvice(a)) - Number(isAdvice(b)));
      const tools = group.flatMap(({ subject }) => (subject.tool === undefined ? [] : [subject.tool]));
      return {
        counted: countedAs(group[0]!) as Finding["counted"],
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

/** Findings of one or two results keep the order of the cases. */
function countCases({ results }: Finding): number {
  return results.length > 2 ? results.length : 0;
}

/** Results with the same key are one finding. */
function likeness(result: ReportedResult): string {
  const { subject, verdict } = result;
  if (verdict.status !== "failed") return subject.id;
  // It breaks what must be and what should be with one cause.
  if (verdict.missingHeader) return JSON.stringify(["no header", verdict.missingHeader]);
  const parts = [subject.kind, ...whatFailed(subject, verdict)].map((text) => withoutNames(text, subject));
  return JSON.stringify([countedAs(result), ...parts]);
}

/**
 * Where no tool answered, only the answer counts. The access of every tool fails alike, whatever its results are. Checks
 * of one topic of the protocol with the same wrong answer have one cause, and so have valid arguments with the same refusal.
 */
function whatFailed({ id, must, kind }: Subject, { expected, got, unanswered }: Failed): string[] {
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

/** What a library does to every argument alike: it converts types, or drops unknown keys. */
const habits = [/\/type\/lookalike$/, /\/additionalProperties\/[^/]+$/];

/** A success says the same of a tool that should have refused, whatever its result is, and however often it was seen. */
function withoutResult(got: string): string {
  return got.replace(/^((?:HTTP \d+ with )?a result): .*/s, "$1").replace(/ \(\d+ of \d+ calls\)/, "");
}

/** A name that is no part of a longer one. */
function wholeName(tool: string): RegExp {
  return new RegExp(`(?<![\\w-])${tool.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`, "g");
}

/** The name of the tool, and the version of MCP for checks that every version has. */
function withoutNames(text: string, { kind, tool }: Subject): string {
  const plain = tool === undefined ? text : text.replaceAll(wholeName(tool), "TOOL");
  return kind === "protocol" ? plain.replaceAll(/20\d\d-\d\d-\d\d/g, "VERSION") : plain;
}
