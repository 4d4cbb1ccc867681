/** Prints a verdict for programs: JSON, SARIF 2.1.0 and JUnit. */
import { sarifLocation, sarifLog } from "@toolwright/conformance/sarif";
import { isFailing, type JudgedCheckFinding, type Verdict } from "./judge.ts";

export function jsonText(verdict: Verdict): string {
  return `${JSON.stringify(verdict, null, 2)}\n`;
}

const sarifLevels = { fail: "error", advice: "warning", note: "note" } as const;

/** @param lockFile the file that findings are attached to: code scanning shows none without a file of the repository */
export function sarifText({ sections, stale }: Verdict, lockFile: string, version: string): string {
  const findings = sections.flatMap((section) => section.findings);
  const rules = new Map(findings.map((finding) => [finding.code, ruleOf(finding)]));
  const locations = [sarifLocation(lockFile, { startLine: 1 })];
  const results = [
    ...findings.map(({ code, level, says, places, shown = [], isKnown, acceptedFor }) => ({
      ruleId: code,
      level: sarifLevels[level],
      message: { text: [`${places.join(", ")}: ${says}`, ...shown].join("\n") },
      baselineState: isKnown ? "unchanged" : "new",
      locations,
      ...(acceptedFor !== undefined && {
        suppressions: [{ kind: "external", justification: acceptedFor }],
      }),
    })),
    ...stale.map(({ finding }) => ({
      ruleId: staleRule.id,
      level: "error",
      message: { text: `Nothing needs "${finding}" any more. Take it out.` },
      locations,
    })),
  ];
  const all = [...rules.values(), ...(stale.length > 0 ? [staleRule] : [])];
  return sarifLog({ name: "toolwright check", version, rules: all }, results);
}

const staleRule = {
  id: "stale-accepted-finding",
  shortDescription: { text: "An accepted finding is still there." },
};

function ruleOf({ code, says, advice, source }: JudgedCheckFinding): object {
  return {
    id: code,
    shortDescription: { text: says },
    ...(advice !== undefined && { help: { text: advice } }),
    ...(source !== undefined && { helpUri: source }),
  };
}

/** One test suite per section; what is accepted, known or advice is skipped. */
export function junitText({ server, sections, stale }: Verdict): string {
  const suites = sections.map(({ name, findings }) => junitSuite(name, findings));
  const old = stale.map(({ finding }) => failedCase("accepted", finding, "Nothing needs it any more."));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(server.name)}">`,
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
      ? failedCase(name, titleOf(finding), [finding.says, ...(finding.shown ?? [])].join("\n"))
      : `    <testcase classname="${name}" name="${escaped(titleOf(finding))}"><skipped message="${escaped(finding.says)}"/></testcase>`,
  );
  // A section without a finding is one test that passed.
  const all = cases.length > 0 ? cases : [`    <testcase classname="${name}" name="${name}"/>`];
  const counts = `tests="${all.length}" failures="${failures}" skipped="${cases.length - failures}"`;
  return [`  <testsuite name="${name}" ${counts}>`, ...all, "  </testsuite>"].join("\n");
}

function failedCase(suite: string, title: string, message: string): string {
  const failure = `<failure message="${escaped(message)}"/>`;
  return `    <testcase classname="${suite}" name="${escaped(title)}">${failure}</testcase>`;
}

function titleOf({ code, places }: JudgedCheckFinding): string {
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
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replaceAll(/[&<>"\n]/g, (character) => entities[character]!);
}
