/** Runs the calls of tasks again whose process has died. */
import type { McpServer, TaskOptions, TaskStore } from "@toolwright/runtime";
import { activeTokens } from "../../accounts/tokens/authenticator.ts";
import { removeJob, underLease } from "../../platform/jobs/jobs.ts";
import type { JobHandler } from "../../platform/jobs/worker.ts";
import type { Storage } from "../../platform/storage/storage.ts";

interface Parts extends Pick<McpServer, "resumeTask" | "failTask"> {
  readonly storage: Storage;
  readonly tasks: TaskStore;
}

export function taskJobs({ storage, tasks, resumeTask, failTask }: Parts): JobHandler {
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
      await failTask(subject, "The server stopped each time while it ran this call.");
    },
  };
}

/**
 * Returns the caller of a task that is run again; undefined if its token was revoked or its account locked meanwhile. A token that has
 * merely expired was good for the call.
 */
export function taskCallers({ db }: Storage): NonNullable<TaskOptions["resumeCaller"]> {
  return async ({ owner, token, scopes }) => {
    const active = await activeTokens(db)
      .where("tokens.id", "=", token)
      .where("account_id", "=", owner)
      .executeTakeFirst();
    return active && { account: owner, token, scopes: new Set(scopes) };
  };
}
