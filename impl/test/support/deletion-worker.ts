/** A worker that removes what deleted forms left. */
import { expect } from "vitest";
import { formDeletionJobs } from "../../forms/remove-form.ts";
import { startWorker } from "../../platform/jobs/worker.ts";

type Parts = Parameters<typeof formDeletionJobs>[0];

/** Waits until the worker has done a job. */
export async function removeDeletedForm(parts: Parts): Promise<void> {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const worker = startWorker({
    ...parts,
    handlers: { form_deletion: formDeletionJobs(parts) },
    onJob: ({ outcome, error }) => (outcome === "done" ? resolve() : reject(error)),
    onError: reject,
  });
  await done.finally(() => worker.stop());
}

/** Does the job as a process does that ends after the first rows. */
export async function beginRemoval(parts: Parts, formId: string): Promise<void> {
  const row = await parts.storage.db
    .selectFrom("jobs")
    .selectAll()
    .where("subject", "=", formId)
    .executeTakeFirstOrThrow();
  const stopping = new AbortController();
  setImmediate(() => stopping.abort(new Error("The process ends")));
  const job = { ...row, accountId: row.account_id, attempt: 1, lease: "" };
  await expect(formDeletionJobs(parts).run(job, stopping.signal)).rejects.toThrow("The process ends");
}
