/** Formats the report of an experiment with faulty servers. */
import type { Style } from "../report/terminal-style.ts";
import { describeEntryProblem } from "../results/accepted.ts";
import type { Report } from "../results/report.ts";
import { classifyResult } from "../results/report.ts";
import { hasNoFindings } from "./experiment.ts";
import type { Findings, Survivor } from "./findings.ts";

/**
 * Formats the report of an experiment.
 * @param name the kind of mistakes that were tried, in the plural
 */
export function formatFaultsReport(name: string, findings: Findings, style: Style): string {
  const { caught, tried, runsWithoutFindings, healthyRuns, falseAlarms, stale, survivors, passed } = findings;
  const share = tried === 0 ? "" : ` (${((100 * caught) / tried).toFixed(1)} %)`;
  const hasEquivalent = findings.rows.some(({ equivalent }) => equivalent > 0);
  const known = survivors.filter(({ reason }) => reason !== undefined);
  const unknown = survivors.filter(({ reason }) => reason === undefined);
  return [
    formatTable(findings, style),
    hasEquivalent
      ? style.dim(
          "equivalent: drawn and left out, since the fault gives the same values or refuses the same arguments",
        )
      : "",
    formatSection(
      "Caught by cases of the kind:",
      [...findings.caughtBy].map(([kind, count]) => `  ${kind} ${count}`),
    ),
    formatSection(
      "Known survivors:",
      known.map((survivor) => formatSurvivor(survivor, style)),
    ),
    formatSection(
      "New survivors:",
      unknown.map((survivor) => formatSurvivor(survivor, style)),
    ),
    formatSection(
      "False alarms:",
      falseAlarms.map(({ firstFinding }) => style.bad(`  ${firstFinding?.subject.id}`)),
    ),
    formatSection(
      "Stale entries of the list of known survivors:",
      stale.map(({ fault }) => style.bad(`  ${fault}`)),
    ),
    [
      `${caught} of ${tried} ${name} caught${share}`,
      ...(healthyRuns === 0 ? [] : [`no false alarm in ${runsWithoutFindings} of ${healthyRuns} runs`]),
    ].join(", "),
    passed ? style.good("The suite passed.") : style.bad("The suite did not pass."),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function formatTable({ rows }: Findings, style: Style): string {
  const width = Math.max(...rows.map(({ operator }) => operator.length));
  const head = `${"operator".padEnd(width)}  possible  equivalent  tried  caught`;
  const lines = rows.map(({ operator, possible, equivalent, tried, caught }) => {
    const share = tried === 0 ? "" : ` ${((100 * caught) / tried).toFixed(0).padStart(4)} %`;
    const cells = [
      operator.padEnd(width),
      String(possible).padStart(8),
      String(equivalent).padStart(10),
      String(tried).padStart(5),
      String(caught).padStart(6),
    ];
    const line = `${cells.join("  ")}${share}`;
    return caught === tried ? line : style.warn(line);
  });
  return [style.dim(head), ...lines].join("\n");
}

function formatSection(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}

function formatSurvivor({ fault, changed, reason }: Survivor, style: Style): string {
  const seen = changed === undefined ? "no case failed" : `${changed} answers were wrong, but no case failed`;
  const why = reason ?? (changed === 0 ? "never took effect" : seen);
  return `  ${fault.id}\n    ${fault.description} ${style.dim(why)}`;
}

/** Lists the findings of a run against the healthy server, which should have none. */
export function listUnexpectedFindings(report: Report): string[] {
  if (hasNoFindings(report)) return [];
  const unexpected = report.results.filter((result) =>
    ["failed", "unverified"].includes(classifyResult(result)),
  );
  return [
    ...unexpected.map(({ subject, verdict }) => `${subject.id}: ${JSON.stringify(verdict)}`),
    ...report.wrongEntries.map((entry) => `the accepted entry ${entry.case}: ${describeEntryProblem(entry)}`),
  ];
}
