/** Runs the calls of tasks again whose process has died. */
import type { McpServer, StoredTask, TaskStore } from "@toolwright/runtime";
import { removeJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Storage } from "../../platform/storage/storage.ts";

/** JSON-RPC: internal error. */
const INTERNAL_ERROR = -32603;

interface Parts extends Pick<McpServer, "resumeTask"> {
  readonly storage: Storage;
  readonly tasks: TaskStore;
}

export function taskJobs({ storage, tasks, resumeTask }: Parts): JobHandler {
  return {
    async run(job, signal) {
      await resumeTask(job.subject, signal);
      signal.throwIfAborted();
      // The end of a task removes its job. This one is left if the task has expired.
      const task = await tasks.read(job.subject);
      if (task === undefined)
        await underLease(storage, job, (transaction) => removeJob(transaction, job.kind, job.subject));
    },
    async giveUp({ subject }) {
      await failTask(tasks, subject);
    },
  };
}

/** Ends a task whose call ended every process that ran it. */
async function failTask(tasks: TaskStore, id: string): Promise<void> {
  const message = "The server stopped each time while it ran this call.";
  for (;;) {
    const task = await tasks.read(id);
    if (task === undefined || (task.status !== "working" && task.status !== "input_required")) return;
    const failed: StoredTask = {
      ...task,
      revision: task.revision + 1,
      status: "failed",
      statusMessage: message,
      open: {},
      error: { code: INTERNAL_ERROR, message },
    };
    if (await tasks.replace(failed)) return;
  }
}
