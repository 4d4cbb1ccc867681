import { countedAs, type Report, tallyOf } from "../results/report.ts";

/** The report for programs. */
export function jsonReport(report: Report): string {
  const { results, stale, coverage, target, server, seed, requests, seconds, notes } = report;
  return `${JSON.stringify(
    {
      toolwright: 1,
      target,
      server: { name: server.name, version: server.version },
      seed,
      requests,
      seconds: Number(seconds.toFixed(3)),
      summary: tallyOf(results),
      ...(coverage && { coverage }),
      stale,
      notes,
      results: results.map((result) => {
        const { subject, verdict, acceptedFor } = result;
        const { status, ...rest } = verdict;
        return {
          ...subject,
          status,
          counted: countedAs(result),
          ...(acceptedFor !== undefined && { acceptedFor }),
          ...rest,
        };
      }),
    },
    null,
    2,
  )}\n`;
}
