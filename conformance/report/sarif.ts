import type { ReportedResult } from "../results/accepted.ts";
import { groupFindings, showExtent } from "../results/findings.ts";
import { classifyResult, type Report, repeatCommand } from "../results/report.ts";
import { sarifLocation, sarifLog } from "./sarif-log.ts";
import { parseSpecPlace, type SpecLines } from "./spec-place.ts";

/**
 * Creates the report as SARIF 2.1.0: each finding points to the line of the spec that the target breaks.
 *
 * @param specFolder the path of the spec for a reader of the report.
 */
export function sarifReport(report: Report, specFolder: string, lineOf: SpecLines): string {
  const { results, target, address, date } = report;
  const others = results.filter((result) => ["unverified", "accepted"].includes(classifyResult(result)));
  const shown: readonly Alike[] = [
    ...groupFindings(results).map(({ example, results: alike, tools, cause }) => ({
      example,
      alike,
      tools,
      cause,
    })),
    ...others.map((example) => ({ example, alike: [example], tools: [], cause: undefined })),
  ];
  const rules = [...new Set(shown.map(({ example }) => makeRuleId(example.subject)))].sort();
  return sarifLog(
    { name: "toolwright conformance", rules: rules.map((id) => ({ id })) },
    shown.map((each) => ({
      ...sarifResult(each, specFolder, lineOf),
      properties: {
        cause: each.cause,
        cases: each.alike.map(({ subject }) => subject.id),
        curl: "evidence" in each.example.verdict ? each.example.verdict.evidence?.curl : undefined,
        repeat: each.example.verdict.status === "failed" ? repeatCommand(report, each.example) : undefined,
      },
    })),
    {
      invocations: [{ executionSuccessful: true, startTimeUtc: date }],
      properties: { target, address },
    },
  );
}

/** Results that are one finding, the example among them. */
interface Alike {
  readonly example: ReportedResult;
  readonly alike: readonly ReportedResult[];
  readonly tools: readonly string[];
  /** Absent for results that are not findings. */
  readonly cause: string | undefined;
}

function sarifResult({ example, alike, tools }: Alike, specFolder: string, lineOf: SpecLines) {
  const { subject, acceptedFor } = example;
  const extent = alike.length > 1 ? ` ${capitalise(showExtent({ results: alike, tools }))}.` : "";
  const places = new Map(alike.map((each) => [each.subject.at, each.subject]));
  return {
    ruleId: makeRuleId(subject),
    level: toLevel(example),
    message: { text: `${subject.id}: ${subject.must} ${showDetail(example)}${extent}` },
    locations: [...places.values()].map((each) => toLocation(each, specFolder, lineOf)),
    partialFingerprints: { caseId: subject.id },
    ...(acceptedFor !== undefined && { suppressions: [{ kind: "external", justification: acceptedFor }] }),
  };
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function makeRuleId({ kind, id }: ReportedResult["subject"]): string {
  return kind === "protocol" || kind === "oauth" || kind === "card" ? id : kind;
}

function toLevel(result: ReportedResult): "error" | "warning" | "note" {
  if (result.acceptedFor !== undefined) return "note";
  return classifyResult(result) === "failed" ? "error" : "warning";
}

function showDetail({ verdict }: ReportedResult): string {
  if (verdict.status === "failed")
    return [`Expected ${verdict.expected}, got ${verdict.got}.`, verdict.remedy ?? ""].join(" ").trimEnd();
  return verdict.status === "unverified" ? `Not verified (${verdict.cause}): ${verdict.why}.` : "";
}

/** Makes a location: in the spec, in a module with laws, or in the specification of the protocol. */
function toLocation({ at, kind }: ReportedResult["subject"], specFolder: string, lineOf: SpecLines) {
  const place = kind === "law" ? undefined : parseSpecPlace(at);
  if (!place) return sarifLocation(at);
  const startLine = lineOf(place);
  return {
    ...sarifLocation(`${specFolder}/${place.file}`, startLine === undefined ? undefined : { startLine }),
    logicalLocations: [{ fullyQualifiedName: at }],
  };
}
