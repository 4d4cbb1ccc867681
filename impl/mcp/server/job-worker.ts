/** The workers: one makes lessons, sends mails about responses and shares, and removes what deleted forms left, one tells webhooks. */
import type { Log } from "@toolwright/runtime";
import { formDeletionJobs } from "../../forms/remove-form.ts";
import { shareMailJobs } from "../../forms/sharing/share-mails.ts";
import { type GenerationParts, lessonJobs } from "../../lessons/generate.ts";
import { type JobReport, startWorker, type Worker } from "../../platform/jobs/worker.ts";
import { type MailJobParts, responseMailJobs } from "../../responses/notifications/mail-jobs.ts";
import { receiptJobs } from "../../responses/notifications/receipt-jobs.ts";
import { waitingJobs } from "../../responses/waiting/waiting-jobs.ts";
import { type WebhookJobParts, webhookJobs } from "../../responses/webhooks/delivery-jobs.ts";
import type { Metrics } from "../observability/metrics.ts";

/** The services that send mails and webhooks, with the public address. */
export type OutgoingParts = Omit<MailJobParts & WebhookJobParts, "storage" | "clock">;

/** Deliveries to webhooks at the same time. They wait for strangers, so lessons and mails do not wait for them. */
const WEBHOOKS_PARALLEL = 8;

/** @param outgoing undefined: this process does not know the public address, and leaves mails and webhooks to others */
export function startJobWorker(
  parts: GenerationParts & { readonly log: Log },
  outgoing: OutgoingParts | undefined,
  metrics: Metrics,
): Worker {
  const { storage, clock, log } = parts;
  const shared = {
    storage,
    clock,
    onJob: jobReporter(log, metrics),
    onError: (error: unknown) => log.error({ event: "jobs_not_reached", error }),
  };
  const worker = startWorker({
    ...shared,
    handlers: {
      lesson: lessonJobs(parts),
      form_deletion: formDeletionJobs(parts),
      ...(outgoing && {
        response_mail: responseMailJobs({ storage, clock, ...outgoing }),
        receipt: receiptJobs({ storage, clock, ...outgoing }),
        share_mail: shareMailJobs({ storage, clock, ...outgoing }),
        waiting_list: waitingJobs({ storage, clock, ...outgoing }),
      }),
    },
  });
  if (outgoing === undefined) return worker;
  const handlers = { webhook: webhookJobs({ storage, clock, ...outgoing }) };
  const webhooks = startWorker({ ...shared, handlers, parallel: WEBHOOKS_PARALLEL });
  return {
    wake() {
      worker.wake();
      webhooks.wake();
    },
    stop: async () => void (await Promise.all([worker.stop(), webhooks.stop()])),
  };
}

/**
 * Logs one line for each attempt: its subject, its result and its duration. A finally failed step has level error, one that is
 * tried again level warn.
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
