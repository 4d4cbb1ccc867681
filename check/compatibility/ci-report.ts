/** Prints a comparison for machines of CI: annotations of a pull request on GitHub, and SARIF for code scanning. */

import { sarifLocation, sarifLog } from "@toolwright/conformance/sarif";
import { canonical } from "@toolwright/json-schema";
import { githubCommand } from "../report/github-command.ts";
import { codes } from "./codes.ts";
import {
  type DiffReport,
  levels,
  type ReportPlace,
  sentence,
  showTitle,
  staleText,
  toLevel,
} from "./diff-report.ts";
import { atEachPlace, type JudgedFinding } from "./finding-groups.ts";

/** The SARIF rule of problems that are not findings. */
const problemRule = "not-as-published";

export function githubText(report: DiffReport): string {
  const { findings, stale, problems = [], notes } = report;
  return [
    ...problems.map((problem) => annotation("error", problemRule, problem, report.placeOf())),
    ...findings.map((each) => findingCommand(each, report)),
    ...stale.map((entry) => annotation("error", "stale-accepted-break", staleText(entry))),
    ...notes.map((note) => annotation("notice", "not-compared", note)),
  ].join("");
}

function findingCommand(each: JudgedFinding, report: DiffReport): string {
  const accepted = each.acceptedFor === undefined ? "" : ` Accepted: ${each.acceptedFor}`;
  const text = `${showTitles(each)}: ${sentence(each)}${accepted}`;
  return annotation(toLevel(each), each.code, text, report.placeOf(each));
}

function annotation(level: string, title: string, text: string, place?: ReportPlace): string {
  const { file, line, column: col, endColumn } = place ?? {};
  return githubCommand(level, { file, line, col, endColumn, title }, text);
}

export function sarifText(report: DiffReport, { version }: { readonly version: string }): string {
  const { findings, stale, problems = [], notes } = report;
  const results = [
    ...findings.map((each) => findingResult(each, report)),
    ...stale.map((entry) => errorResult("stale-accepted-break", staleText(entry), report)),
    ...problems.map((problem) => errorResult(problemRule, problem, report)),
  ];
  const rules = [
    ...[...new Set(findings.map(({ code }) => code))].map(ruleOfCode),
    ...(stale.length > 0 ? [errorRule("stale-accepted-break", "An accepted break is still there.")] : []),
    ...(problems.length > 0
      ? [errorRule(problemRule, "A server is what was published, and its tools are MCP.")]
      : []),
  ];
  const notifications = notes.map((text) => ({ level: "note", message: { text } }));
  const invocation = { executionSuccessful: true, toolExecutionNotifications: notifications };
  return sarifLog(
    { name: "toolwright diff", version, rules },
    results,
    notes.length > 0 ? { invocations: [invocation] } : {},
  );
}

function errorRule(id: string, text: string): object {
  return { id, shortDescription: { text }, defaultConfiguration: { level: "error" } };
}

function ruleOfCode(code: JudgedFinding["code"]): object {
  const { says, sees, advice, class: kind } = codes[code];
  return {
    id: code,
    shortDescription: { text: says },
    fullDescription: { text: sees },
    help: { text: advice },
    defaultConfiguration: { level: sarifLevel(levels[kind]) },
  };
}

function findingResult(each: JudgedFinding, report: DiffReport): object {
  return {
    ruleId: each.code,
    level: sarifLevel(toLevel(each)),
    message: { text: `${showTitles(each)}: ${sentence(each)}` },
    locations: listLocations(each, report),
    ...(each.acceptedFor !== undefined && {
      suppressions: [{ kind: "external", justification: each.acceptedFor }],
    }),
  };
}

function showTitles(each: JudgedFinding): string {
  return atEachPlace(each).map(showTitle).join(", ");
}

/** Each location once: the arguments that share a type lead to the same line. */
function listLocations(each: JudgedFinding, report: DiffReport): object[] {
  const locations = atEachPlace(each).flatMap((one) => locationsAt(report.placeOf(one)));
  return [...new Map(locations.map((location) => [canonical(location), location])).values()];
}

function errorResult(ruleId: string, text: string, report: DiffReport): object {
  return { ruleId, level: "error", message: { text }, locations: locationsAt(report.placeOf()) };
}

/**
 * Returns locations for SARIF; empty if the place is in no file, since code scanning would look for a server's address in the
 * repository.
 */
function locationsAt(place: ReportPlace | undefined): object[] {
  if (!place) return [];
  const { file, line: startLine = 1, column: startColumn, endColumn } = place;
  const region = {
    startLine,
    ...(startColumn !== undefined && { startColumn }),
    ...(endColumn !== undefined && { endColumn }),
  };
  return [sarifLocation(file, region)];
}

function sarifLevel(level: "error" | "warning" | "notice"): string {
  return level === "notice" ? "note" : level;
}
