/** The methods of a typed client for a tool whose calls may become tasks. */
import { type OfficialClient, send } from "./official-client.ts";
import type { CallOptions, Progress } from "./operation-map.ts";
import type { Outcome } from "./outcome.ts";
import { errorOutcome, type ResultRule, toOutcome } from "./results.ts";
import type { Started, TaskHandle } from "./task.ts";
import { taskHandle, taskIn } from "./task-handle.ts";
import { takesTasks, taskKey } from "./task-transport.ts";

type Input = Readonly<Record<string, unknown>>;

export interface TaskCalls {
  /** Calls the tool, and waits for the task that the call becomes. */
  readonly call: (input?: Input, options?: CallOptions) => Promise<Outcome<unknown, string>>;
  readonly start: (input?: Input, options?: CallOptions) => Promise<Started<unknown, string>>;
  readonly task: (id: string) => TaskHandle<unknown, string>;
}

export function taskCalls(client: OfficialClient, rule: ResultRule): TaskCalls {
  const task = (id: string) => taskHandle(client, rule, id);

  function start(input: Input = {}, options?: CallOptions): Promise<Started<unknown, string>> {
    const params = {
      name: rule.name,
      arguments: { ...input },
      ...(takesTasks(client) && { _meta: { [taskKey]: {} } }),
    };
    return send(client, "callTool", params, options).then(
      (result) => {
        const id = taskIn(result);
        return id === undefined ? { outcome: toOutcome(rule, result) } : { task: task(id) };
      },
      (error) => ({ outcome: errorOutcome(rule, error) }),
    );
  }

  async function call(input?: Input, options: CallOptions = {}): Promise<Outcome<unknown, string>> {
    const progress = growing(options.onProgress);
    const started = await start(input, { ...options, ...(progress && { onProgress: progress.report }) });
    if (started.task === undefined) return started.outcome;
    return finish(started.task, options.signal, progress?.reportText);
  }

  return { call, start, task };
}

/** Reports the figures of a call, and then the texts of its task, with figures that go on from the last one. */
function growing(onProgress: CallOptions["onProgress"]) {
  let last = 0;
  return (
    onProgress && {
      report(progress: Progress) {
        last = progress.progress;
        onProgress(progress);
      },
      reportText(message: string) {
        last += 1;
        onProgress({ progress: last, message });
      },
    }
  );
}

/** Waits for a task. The task is cancelled if the call is. */
async function finish(
  task: TaskHandle<unknown, string>,
  signal: AbortSignal | undefined,
  onText: ((message: string) => void) | undefined,
): Promise<Outcome<unknown, string>> {
  const options = { ...(signal && { signal }) };
  try {
    if (onText)
      for await (const { status, message } of task.progress(options))
        if (status === "working" && message !== undefined) onText(message);
    return await task.wait(options);
  } catch (error) {
    if (signal?.aborted) await task.cancel();
    throw error;
  }
}
