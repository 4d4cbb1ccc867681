import type { ReportedResult } from "../results/accepted.ts";
import { countedAs, type Report, tallyOf } from "../results/report.ts";
import { kinds } from "../results/verdict.ts";
import { escaped } from "./markup.ts";

/**
 * The report as JUnit XML for continuous integration, one test suite per kind. Results that neither held nor failed
 * count as skipped.
 */
export function junitReport({ results, target, seconds, stale }: Report): string {
  const suites = kinds
    .map((kind) => ({ kind, cases: results.filter(({ subject }) => subject.kind === kind) }))
    .filter(({ cases }) => cases.length > 0);
  const total = tallyOf(results);
  const staleCases = stale.map(
    (entry) =>
      `    <testcase classname="accepted" name="${escaped(entry.case)}"><failure message="${escaped(`No longer needed: ${entry.reason}`)}"/></testcase>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(target)}" tests="${results.length + stale.length}" failures="${total.failed + stale.length}" time="${seconds.toFixed(3)}">`,
    ...suites.map(({ kind, cases }) => suite(kind, cases)),
    ...(stale.length > 0
      ? [
          `  <testsuite name="accepted" tests="${stale.length}" failures="${stale.length}">`,
          ...staleCases,
          "  </testsuite>",
        ]
      : []),
    "</testsuites>\n",
  ].join("\n");
}

function suite(kind: string, cases: readonly ReportedResult[]): string {
  const { failed, unverified, accepted, advice, inapplicable } = tallyOf(cases);
  return [
    `  <testsuite name="${kind}" tests="${cases.length}" failures="${failed}" skipped="${unverified + accepted + advice + inapplicable}">`,
    ...cases.map(testcase),
    "  </testsuite>",
  ].join("\n");
}

function testcase(result: ReportedResult): string {
  const { subject } = result;
  const head = `    <testcase classname="${escaped(subject.tool ?? subject.kind)}" name="${escaped(subject.id)}"`;
  const body = bodyOf(result);
  return body === "" ? `${head}/>` : `${head}>${body}</testcase>`;
}

function bodyOf(result: ReportedResult): string {
  const { subject, verdict, acceptedFor } = result;
  if (verdict.status === "held") return "";
  if (verdict.status === "inapplicable") return `<skipped message="${escaped(verdict.why)}"/>`;
  const message =
    verdict.status === "failed"
      ? `expected ${verdict.expected}, got ${verdict.got}`
      : `${verdict.cause}: ${verdict.why}`;
  if (countedAs(result) !== "failed") {
    return `<skipped message="${escaped(acceptedFor === undefined ? message : `${acceptedFor} (${message})`)}"/>`;
  }
  const text = [subject.must, subject.at, message, verdict.evidence?.curl ?? ""].join("\n");
  return `<failure message="${escaped(message)}">${escaped(text)}</failure>`;
}
