/** Runs work for accounts in a thread of its own, so work that takes long keeps no other request waiting. */
import { Worker } from "node:worker_threads";

/** The functions that a thread runs, by name. They take and return what can be sent to another thread. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>;

/** Runs a task for an account. @throws WorkFailed */
export type RunTask<Own extends Tasks> = <Name extends keyof Own & string>(
  name: Name,
  input: Parameters<Own[Name]>[0],
  accountId: string,
) => Promise<Awaited<ReturnType<Own[Name]>>>;

export interface WorkThread<Own extends Tasks> {
  readonly run: RunTask<Own>;
  /** Ends the thread. Tasks that still run or wait fail. */
  stop(): Promise<void>;
}

/** Work that took too long, or too much memory. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed";
}

/** A task as it is sent to the thread. */
export interface SentTask {
  readonly name: string;
  readonly input: unknown;
}

/** A message of the thread: that it has loaded its modules; a result; or an error of ours. */
export type ThreadMessage =
  | { readonly isReady: true }
  | { readonly result: unknown }
  | { readonly error: string };

interface WaitingTask extends SentTask {
  resolve(result: never): void;
  reject(error: Error): void;
}

export interface ThreadOptions {
  /** The module that serves the tasks. */
  readonly program: URL;
  /** The longest time of a task, without the start of the thread. */
  readonly longestMs: number;
}

const MOST_MEGABYTES = 512;

/** Starts the thread with the first task. Accounts take turns: one with many tasks delays another by one task only. */
export function workThread<Own extends Tasks>({ program, longestMs }: ThreadOptions): WorkThread<Own> {
  const waiting = new Map<string, WaitingTask[]>();
  let thread: Worker | undefined;
  let isReady = false;
  let running: WaitingTask | undefined;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(program, {
      execArgv: ["--conditions=toolwright-source"],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    started.unref();
    started.on("message", (answer: ThreadMessage) => {
      if ("isReady" in answer) {
        isReady = true;
        limit(started);
      } else if ("error" in answer) end((task) => task.reject(new Error(answer.error)));
      else end((task) => task.resolve(answer.result as never));
    });
    // Out of memory, for one. The next task gets another thread.
    started.on("error", (error) => fail(started, error));
    started.on("exit", () => fail(started));
    return started;
  }

  /** Gives the running task its time, which does not include the start of the thread. */
  function limit(used: Worker): void {
    timer = setTimeout(() => fail(used), longestMs);
  }

  /** Ends the thread with the task that it runs. */
  function fail(failed: Worker, cause?: Error): void {
    if (thread !== failed) return;
    thread = undefined;
    isReady = false;
    failed.terminate();
    end((task) => task.reject(new WorkFailed("The work took too long", { cause })));
  }

  function end(settle: (task: WaitingTask) => void): void {
    clearTimeout(timer);
    const task = running;
    running = undefined;
    if (task) settle(task);
    next();
  }

  function next(): void {
    const [first] = waiting;
    if (running || first === undefined) return;
    const [accountId, [task, ...others]] = first;
    waiting.delete(accountId);
    if (others.length > 0) waiting.set(accountId, others);
    thread ??= start();
    running = task!;
    if (isReady) limit(thread);
    thread.postMessage({ name: running.name, input: running.input } satisfies SentTask);
  }

  return {
    run: (name, input, accountId) =>
      new Promise((resolve, reject) => {
        const tasks = waiting.get(accountId) ?? [];
        waiting.set(accountId, [...tasks, { name, input, resolve, reject }]);
        next();
      }),
    async stop() {
      const left = [...waiting.values()].flat();
      waiting.clear();
      for (const task of left) task.reject(new WorkFailed("The server stops"));
      const stopped = thread;
      if (stopped) fail(stopped);
      await stopped?.terminate();
    },
  };
}
