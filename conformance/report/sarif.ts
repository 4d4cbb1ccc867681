import type { ReportedResult } from "../results/accepted.ts";
import { countedAs, type Report, repeatCommand } from "../results/report.ts";
import { sarifLocation, sarifLog } from "./sarif-log.ts";
import { parseSpecPlace, type SpecLines } from "./spec-place.ts";

/**
 * The report as SARIF 2.1.0: each finding points to the line of the spec that the target breaks.
 *
 * @param specFolder the path of the spec for a reader of the report.
 */
export function sarifReport(report: Report, specFolder: string, lineOf: SpecLines): string {
  const { results, target, address, date } = report;
  const shown = results.filter((result) => !["held", "inapplicable"].includes(countedAs(result)));
  const rules = [...new Map(shown.map(({ subject }) => [makeRuleId(subject), subject.kind])).keys()].sort();
  return sarifLog(
    { name: "toolwright conformance", rules: rules.map((id) => ({ id })) },
    shown.map((result) => ({
      ...sarifResult(result, specFolder, lineOf),
      properties: {
        curl: "evidence" in result.verdict ? result.verdict.evidence?.curl : undefined,
        repeat: result.verdict.status === "failed" ? repeatCommand(report, result) : undefined,
      },
    })),
    {
      invocations: [{ executionSuccessful: true, startTimeUtc: date }],
      properties: { target, address },
    },
  );
}

function sarifResult(result: ReportedResult, specFolder: string, lineOf: SpecLines) {
  const { subject, acceptedFor } = result;
  return {
    ruleId: makeRuleId(subject),
    level: toLevel(result),
    message: { text: `${subject.id}: ${subject.must} ${showDetail(result)}` },
    locations: [toLocation(subject.at, specFolder, lineOf)],
    partialFingerprints: { caseId: subject.id },
    ...(acceptedFor !== undefined && { suppressions: [{ kind: "external", justification: acceptedFor }] }),
  };
}

function makeRuleId({ kind, id }: ReportedResult["subject"]): string {
  return kind === "protocol" || kind === "oauth" ? id : kind;
}

function toLevel(result: ReportedResult): "error" | "warning" | "note" {
  if (result.acceptedFor !== undefined) return "note";
  return countedAs(result) === "failed" ? "error" : "warning";
}

function showDetail({ verdict }: ReportedResult): string {
  if (verdict.status === "failed") return `Expected ${verdict.expected}, got ${verdict.got}.`;
  return verdict.status === "unverified" ? `Not verified (${verdict.cause}): ${verdict.why}.` : "";
}

function toLocation(at: string, specFolder: string, lineOf: SpecLines) {
  const place = parseSpecPlace(at);
  if (!place) return sarifLocation(at);
  const startLine = lineOf(place);
  return {
    ...sarifLocation(`${specFolder}/${place.file}`, startLine === undefined ? undefined : { startLine }),
    logicalLocations: [{ fullyQualifiedName: at }],
  };
}
