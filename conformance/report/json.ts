import { problemOfEntry } from "../results/accepted.ts";
import { groupFindings } from "../results/findings.ts";
import { countDecided, countedAs, countVerdicts, type Report, repeatCommand } from "../results/report.ts";

/** The report for programs. */
export function jsonReport(report: Report): string {
  const { results, coverage, target, address, date, server, seed, requests, seconds, notes } = report;
  return `${JSON.stringify(
    {
      toolwright: 2,
      target,
      address,
      date,
      server: { name: server.name, version: server.version },
      seed,
      requests,
      seconds: Number(seconds.toFixed(3)),
      summary: countVerdicts(results),
      kinds: countDecided(results),
      ...(coverage && { coverage }),
      findings: groupFindings(results).map(({ counted, results: alike, tools }) => ({
        counted,
        tools,
        cases: alike.map(({ subject }) => subject.id),
      })),
      wrongEntries: report.wrongEntries.map((entry) => ({ ...entry, problem: problemOfEntry(entry) })),
      unimplemented: report.unimplemented,
      slowest: report.slowest,
      unselected: report.unselected,
      drawn: report.drawn,
      notes,
      ...(report.behaviour && { behaviour: report.behaviour }),
      results: results.map((result) => {
        const { subject, verdict, acceptedFor } = result;
        const { status, ...rest } = verdict;
        return {
          ...subject,
          status,
          counted: countedAs(result),
          ...(acceptedFor !== undefined && { acceptedFor }),
          ...rest,
          ...(status === "failed" && { repeat: repeatCommand(report, result) }),
        };
      }),
    },
    null,
    2,
  )}\n`;
}
