import { problemOfEntry } from "../results/accepted.ts";
import { groupFindings } from "../results/findings.ts";
import { countDecided, countedAs, countVerdicts, type Report, repeatCommand } from "../results/report.ts";

/** The report for programs: all that it has as data, and what the other reports count and group. */
export function jsonReport(report: Report): string {
  const { results, server, seconds, wrongEntries, command: _, ...rest } = report;
  return `${JSON.stringify(
    {
      toolwright: 2,
      server: { name: server.name, version: server.version },
      seconds: Number(seconds.toFixed(3)),
      summary: countVerdicts(results),
      kinds: countDecided(results),
      ...rest,
      findings: groupFindings(results).map(({ counted, results: alike, tools }) => ({
        counted,
        tools,
        cases: alike.map(({ subject }) => subject.id),
      })),
      wrongEntries: wrongEntries.map((entry) => ({ ...entry, problem: problemOfEntry(entry) })),
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
