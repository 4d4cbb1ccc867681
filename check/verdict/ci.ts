/** Prints a verdict for programs: JSON, SARIF 2.1.0, JUnit and annotations of GitHub. */
import { sarifLocation, sarifLog } from "@toolwright/conformance/sarif";
import type { LockLines } from "../lock/lock-lines.ts";
import { githubCommand } from "../report/github-command.ts";
import { callText } from "./call-text.ts";
import type { SectionName } from "./verdict.ts";
import { isFailing, isOpen, type JudgedCheckFinding, type Verdict } from "./verdict-data.ts";

/** The version of the format of `--format json`; `report-schema.json` describes it. */
const formatVersion = 1;

export function jsonText(verdict: Verdict): string {
  return `${JSON.stringify({ toolwright: formatVersion, ...verdict }, null, 2)}\n`;
}

/** The file that findings are attached to: code scanning shows none without a file of the repository. */
export interface LockPlaces {
  /** The path of the lock file, with `/`. */
  readonly file: string;
  readonly lines: LockLines;
}

const sarifLevels = { fail: "error", advice: "warning", note: "note" } as const;

export function sarifText(verdict: Verdict, { file, lines }: LockPlaces, version: string): string {
  const { sections, stale, sentence, exitCode } = verdict;
  const findings = sections.flatMap((section) => section.findings);
  const rules = new Map(findings.map((finding) => [finding.code, toRule(finding)]));
  const locationsOf = (places: readonly string[]) => {
    const found = [...new Set(places.map(lines.lineOf))];
    return found.map((startLine) => sarifLocation(file, { startLine }));
  };
  const results = [
    ...findings.map((finding) => ({
      ruleId: finding.code,
      level: sarifLevels[finding.level],
      message: { text: formatMessage(finding) },
      baselineState: finding.isKnown ? "unchanged" : "new",
      locations: locationsOf(finding.places),
      ...(finding.acceptedFor !== undefined && {
        suppressions: [{ kind: "external", justification: finding.acceptedFor }],
      }),
    })),
    ...stale.map(({ finding }) => ({
      ruleId: staleRule.id,
      level: "error",
      message: { text: staleText(finding) },
      locations: [sarifLocation(file, { startLine: lines.lineOfAccepted(finding) })],
    })),
  ];
  const all = [...rules.values(), ...(stale.length > 0 ? [staleRule] : [])];
  const invocation = { executionSuccessful: true, exitCode, exitCodeDescription: sentence };
  return sarifLog({ name: "toolwright check", version, rules: all }, results, { invocations: [invocation] });
}

const staleRule = {
  id: "stale-accepted-finding",
  shortDescription: { text: "An accepted finding is not needed any more." },
};

function staleText(finding: string): string {
  return `Nothing needs "${finding}" any more. Take it out.`;
}

function toRule({ code, says, advice, source }: JudgedCheckFinding): object {
  // A source is an address with its date.
  const [address = ""] = source?.split(" ") ?? [];
  return {
    id: code,
    shortDescription: { text: says },
    ...(advice !== undefined && { help: { text: advice } }),
    ...(URL.canParse(address) && { helpUri: address }),
  };
}

/** `get_form input /id: The property is gone, ...` and the lines that show it. */
function formatMessage(finding: JudgedCheckFinding): string {
  return [`${finding.places.join(", ")}: ${finding.says}`, ...exampleLines(finding)].join("\n");
}

const mostCalls = 3;

function exampleLines({ calls = [], shown = [] }: JudgedCheckFinding): string[] {
  return [
    ...calls.slice(0, mostCalls).map((call) => `call    ${callText(call, 300)}  was right, is refused`),
    ...shown,
  ];
}

/** The sections that look at the running server alone: no base of a comparison has them, so their advice is as old as the server. */
const withoutBase = new Set<string>(["protocol", "directories"] satisfies SectionName[]);

/** Annotations of a pull request. GitHub shows ten of each level, so known and accepted findings and notes have none. */
export function githubText(verdict: Verdict, { file, lines }: LockPlaces): string {
  const { sections, stale, sentence, comparedWith } = verdict;
  const isShown = (section: string, finding: JudgedCheckFinding) =>
    isFailing(finding) ||
    (isOpen(finding) &&
      finding.level === "advice" &&
      !(comparedWith !== undefined && withoutBase.has(section)));
  const shown = sections.flatMap(({ name, findings }) => findings.filter((each) => isShown(name, each)));
  return [
    `${sentence}\n`,
    ...shown.map((finding) => {
      const line = lines.lineOf(finding.places[0] ?? "");
      const level = isFailing(finding) ? "error" : "warning";
      return githubCommand(level, { file, line, title: finding.code }, formatMessage(finding));
    }),
    ...stale.map(({ finding }) =>
      githubCommand(
        "error",
        { file, line: lines.lineOfAccepted(finding), title: staleRule.id },
        staleText(finding),
      ),
    ),
  ].join("");
}

/** One test suite per section; what is accepted, known or advice is skipped. */
export function junitText({ server, sections, stale, sentence }: Verdict): string {
  const suites = sections.map(({ name, findings }) => junitSuite(name, findings));
  const old = stale.map(({ finding }) => formatFailedCase("accepted", finding, staleText(finding)));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(`${server.name}: ${sentence}`)}">`,
    ...suites,
    ...(old.length === 0
      ? []
      : [
          `  <testsuite name="accepted" tests="${old.length}" failures="${old.length}">`,
          ...old,
          "  </testsuite>",
        ]),
    "</testsuites>\n",
  ].join("\n");
}

function junitSuite(name: string, findings: readonly JudgedCheckFinding[]): string {
  const failures = findings.filter(isFailing).length;
  const cases = findings.map((finding) =>
    isFailing(finding)
      ? formatFailedCase(name, formatTitle(finding), [finding.says, ...exampleLines(finding)].join("\n"))
      : `    <testcase classname="${name}" name="${escapeXml(formatTitle(finding))}"><skipped message="${escapeXml(finding.says)}"/></testcase>`,
  );
  // A section without a finding is one test that passed.
  const all = cases.length > 0 ? cases : [`    <testcase classname="${name}" name="${name}"/>`];
  const counts = `tests="${all.length}" failures="${failures}" skipped="${cases.length - failures}"`;
  return [`  <testsuite name="${name}" ${counts}>`, ...all, "  </testsuite>"].join("\n");
}

function formatFailedCase(suite: string, title: string, message: string): string {
  const failure = `<failure message="${escapeXml(message)}"/>`;
  return `    <testcase classname="${suite}" name="${escapeXml(title)}">${failure}</testcase>`;
}

function formatTitle({ code, places }: JudgedCheckFinding): string {
  return `${code} ${places.join(", ")}`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Text for an attribute of XML 1.0. Characters that it does not allow are replaced. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replaceAll(/[&<>"\n]/g, (character) => entities[character]!);
}
