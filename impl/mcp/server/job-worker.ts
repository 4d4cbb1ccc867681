/** The worker that makes lessons, sends mails about responses and removes what deleted forms left, in the server's process or in its own. */
import type { Log } from "@toolwright/runtime";
import { formDeletionJobs } from "../../forms/remove-form.ts";
import { type GenerationParts, lessonJobs } from "../../lessons/generate.ts";
import { type JobReport, startWorker, type Worker } from "../../platform/jobs/worker.ts";
import { type MailJobParts, responseMailJobs } from "../../responses/notifications/mail-jobs.ts";
import type { Metrics } from "../observability/metrics.ts";

/** @param mails undefined: this process does not know the public address, and leaves mails to others */
export function startJobWorker(
  parts: GenerationParts & { readonly log: Log },
  mails: Omit<MailJobParts, "storage" | "clock"> | undefined,
  metrics: Metrics,
): Worker {
  const { storage, clock, log } = parts;
  return startWorker({
    storage,
    clock,
    handlers: {
      lesson: lessonJobs(parts),
      form_deletion: formDeletionJobs(parts),
      ...(mails && { response_mail: responseMailJobs({ storage, clock, ...mails }) }),
    },
    onJob: jobReporter(log, metrics),
    onError: (error) => log.error({ event: "jobs_not_reached", error }),
  });
}

/**
 * One line for each attempt: what it was about, how it ended and how long it took. A step that failed for good has level
 * error, one that is tried again level warn.
 */
function jobReporter(log: Log, metrics: Metrics): (report: JobReport) => void {
  return (report) => {
    metrics.countJob(report);
    const line = { event: "job", ...report };
    if (report.outcome === "failed") log.error(line);
    else if (report.outcome === "retried") log.warn(line);
    else log.info(line);
  };
}
