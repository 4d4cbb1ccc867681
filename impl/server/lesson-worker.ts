/** The worker that makes lessons, in the server's process or in its own. */
import type { Log } from "@toolwright/runtime";
import { startWorker, type Worker } from "../jobs/worker.ts";
import { type GenerationParts, lessonJobs } from "../lessons/generate.ts";
import { jobReporter } from "../observability/jobs.ts";
import type { Metrics } from "../observability/metrics.ts";

export function startLessonWorker(parts: GenerationParts & { readonly log: Log }, metrics: Metrics): Worker {
  const { storage, clock, log } = parts;
  return startWorker({
    storage,
    clock,
    handlers: { lesson: lessonJobs(parts) },
    onJob: jobReporter(log, metrics),
    onError: (error) => log.error({ event: "jobs_not_reached", error }),
  });
}
