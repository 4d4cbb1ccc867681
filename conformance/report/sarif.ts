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
    ...groupFindings(results).map(({ example, results: alike }) => ({ example, alike })),
    ...others.map((example) => ({ example, alike: [example] })),
  ];
  const rules = [...new Set(shown.map(({ example }) => makeRuleId(example.subject)))].sort();
  return sarifLog(
    { name: "toolwright conformance", rules: rules.map((id) => ({ id })) },
    shown.map(({ example, alike }) => ({
      ...sarifResult({ example, alike }, specFolder, lineOf),
      properties: {
        cases: alike.map(({ subject }) => subject.id),
        curl: "evidence" in example.verdict ? example.verdict.evidence?.curl : undefined,
        repeat: example.verdict.status === "failed" ? repeatCommand(report, example) : undefined,
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
}

function sarifResult({ example, alike }: Alike, specFolder: string, lineOf: SpecLines) {
  const { subject, acceptedFor } = example;
  const tools = new Set(alike.map(({ subject: { tool } }) => tool).filter((tool) => tool !== undefined));
  const extent = alike.length > 1 ? ` ${showExtent(alike.length, tools.size)}.` : "";
  const places = new Set(alike.map(({ subject: { at } }) => at));
  return {
    ruleId: makeRuleId(subject),
    level: toLevel(example),
    message: { text: `${subject.id}: ${subject.must} ${showDetail(example)}${extent}` },
    locations: [...places].map((at) => toLocation(at, specFolder, lineOf)),
    partialFingerprints: { caseId: subject.id },
    ...(acceptedFor !== undefined && { suppressions: [{ kind: "external", justification: acceptedFor }] }),
  };
}

function makeRuleId({ kind, id }: ReportedResult["subject"]): string {
  return kind === "protocol" || kind === "oauth" || kind === "card" ? id : kind;
}

function toLevel(result: ReportedResult): "error" | "warning" | "note" {
  if (result.acceptedFor !== undefined) return "note";
  return classifyResult(result) === "failed" ? "error" : "warning";
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
