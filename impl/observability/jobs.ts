/** Logs and counts the attempts of jobs. */
import type { Log } from "@toolwright/runtime";
import type { JobReport } from "../jobs/worker.ts";
import type { Metrics } from "./metrics.ts";

/**
 * One line for each attempt: what it was about, how it ended and how long it took. A step that failed for good has level
 * error, one that is tried again level warn.
 */
export function jobReporter(log: Log, metrics: Metrics): (report: JobReport) => void {
  return (report) => {
    metrics.countJob(report);
    const line = { event: "job", ...report };
    if (report.outcome === "failed") log.error(line);
    else if (report.outcome === "retried") log.warn(line);
    else log.info(line);
  };
}
