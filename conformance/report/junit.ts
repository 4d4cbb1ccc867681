import { describeEntryProblem, type ReportedResult } from "../results/accepted.ts";
import { groupFindings } from "../results/findings.ts";
import { classifyResult, countVerdicts, listKinds, type Report, repeatCommand } from "../results/report.ts";
import { escapeMarkup } from "./markup.ts";

/**
 * Creates the report as JUnit XML for continuous integration, one test suite per kind. A result that is not verified is an error,
 * so that the job fails; advice, accepted results and cases that do not apply are skipped. Each failed case is a failure, so the
 * counts are those of the run, but only the first one of each cause has its evidence; the others name it.
 */
export function junitReport(report: Report): string {
  const { results, target, date, seconds, wrongEntries } = report;
  const total = countVerdicts(results);
  const entries = wrongEntries.map((entry) => {
    const message = escapeMarkup(`${describeEntryProblem(entry)} (${entry.reason})`);
    const failure = `<failure message="${message}"/>`;
    return `    <testcase classname="accepted" name="${escapeMarkup(entry.case)}">${failure}</testcase>`;
  });
  const firstOf = mapToFirst(results);
  const started = `timestamp="${date}"`;
  const tests = `tests="${results.length + entries.length}" failures="${total.failed + entries.length}"`;
  const rest = `errors="${total.unverified}" ${started} time="${seconds.toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeMarkup(target)}" ${tests} ${rest}>`,
    ...listKinds(results).map((kind) => suite(kind, report, firstOf)),
    ...(entries.length > 0
      ? [
          `  <testsuite name="accepted" tests="${entries.length}" failures="${entries.length}" ${started}>`,
          ...entries,
          "  </testsuite>",
        ]
      : []),
    "</testsuites>\n",
  ].join("\n");
}

/** Id of a failed case -> id of the first case with its cause. The first ones themselves are left out. */
type FirstOfCause = ReadonlyMap<string, string>;

function mapToFirst(results: readonly ReportedResult[]): FirstOfCause {
  return new Map(
    groupFindings(results).flatMap(({ example, results: [, ...others] }) =>
      others.map(({ subject }) => [subject.id, example.subject.id] as const),
    ),
  );
}

function suite(kind: string, report: Report, firstOf: FirstOfCause): string {
  const cases = report.results.filter(({ subject }) => subject.kind === kind);
  const { failed, unverified, accepted, advice, inapplicable } = countVerdicts(cases);
  const tests = `tests="${cases.length}" failures="${failed}" errors="${unverified}"`;
  const skipped = `skipped="${accepted + advice + inapplicable}"`;
  return [
    `  <testsuite name="${kind}" ${tests} ${skipped} timestamp="${report.date}">`,
    ...cases.map((each) => testcase(each, report, firstOf.get(each.subject.id))),
    "  </testsuite>",
  ].join("\n");
}

/** @param first the first case with the same cause, if it is not this one */
function testcase(result: ReportedResult, report: Report, first: string | undefined): string {
  const { subject } = result;
  const head = `    <testcase classname="${escapeMarkup(subject.tool ?? subject.kind)}" name="${escapeMarkup(subject.id)}"`;
  const body = showBody(result, report, first);
  return body === "" ? `${head}/>` : `${head}>${body}</testcase>`;
}

function showBody(result: ReportedResult, report: Report, first: string | undefined): string {
  const { subject, verdict, acceptedFor } = result;
  if (verdict.status === "held") return "";
  if (verdict.status === "inapplicable") return `<skipped message="${escapeMarkup(verdict.why)}"/>`;
  const message =
    verdict.status === "failed"
      ? `expected ${verdict.expected}, got ${verdict.got}`
      : `${verdict.cause}: ${verdict.why}`;
  const counted = classifyResult(result);
  const repeated = verdict.status === "failed" ? [repeatCommand(report, result)] : [];
  const remedy = verdict.status === "failed" && verdict.remedy ? [verdict.remedy] : [];
  const text = [subject.must, subject.at, message, ...remedy, verdict.evidence?.curl ?? "", ...repeated].join(
    "\n",
  );
  if (counted === "unverified")
    return `<error message="${escapeMarkup(`not verified: ${message}`)}">${escapeMarkup(text)}</error>`;
  if (counted !== "failed") {
    return `<skipped message="${escapeMarkup(acceptedFor === undefined ? message : `${acceptedFor} (${message})`)}"/>`;
  }
  if (first !== undefined)
    return `<failure message="${escapeMarkup(`one cause with ${first}: ${message}`)}"/>`;
  return `<failure message="${escapeMarkup(message)}">${escapeMarkup(text)}</failure>`;
}
