/** The worker that makes lessons, sends mails about responses and removes what deleted forms left, in the server's process or in its own. */
import type { Log } from "@toolwright/runtime";
import { startWorker, type Worker } from "../jobs/worker.ts";
import { type GenerationParts, lessonJobs } from "../lessons/generate.ts";
import { type MailJobParts, responseMailJobs } from "../notifications/mail-jobs.ts";
import { jobReporter } from "../observability/jobs.ts";
import type { Metrics } from "../observability/metrics.ts";
import { formDeletionJobs } from "../retention/remove-form.ts";

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
