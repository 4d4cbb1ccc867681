/** Reads texts of accounts in a thread of its own, so a text that takes long to read keeps no other request waiting. */
import { Worker } from "node:worker_threads";
import { type ReaderName, ReadingFailed, type ReadText } from "./reading.ts";

/** The longest texts take about two seconds on a slow machine. */
const LONGEST_MS = 10_000;
const MOST_MEGABYTES = 512;

export interface ReadingThread {
  readonly read: ReadText;
  /** Ends the thread. Texts that are still being read fail. */
  stop(): Promise<void>;
}

/** A text to be read, as it is sent to the thread. */
export interface ReadingTask {
  readonly name: ReaderName;
  readonly input: unknown;
}

/** A message of the thread: that it has loaded its modules; a result; or an error of ours. */
export type ReadingResult =
  | { readonly isReady: true }
  | { readonly result: unknown }
  | { readonly error: string };

interface WaitingTask extends ReadingTask {
  resolve(result: never): void;
  reject(error: Error): void;
}

interface ThreadOptions {
  /** The program of the thread; another one in tests. */
  readonly program?: URL;
  readonly longestMs?: number;
}

/** Starts the thread with the first text. Accounts take turns: one with many texts delays another by one text only. */
export function readingThread({
  program = new URL("reading-program.ts", import.meta.url),
  longestMs = LONGEST_MS,
}: ThreadOptions = {}): ReadingThread {
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
    started.on("message", (answer: ReadingResult) => {
      if ("isReady" in answer) {
        isReady = true;
        limit(started);
      } else if ("error" in answer) end((task) => task.reject(new Error(answer.error)));
      else end((task) => task.resolve(answer.result as never));
    });
    // Out of memory, for one. The next text gets another thread.
    started.on("error", (error) => fail(started, error));
    return started;
  }

  /** Gives the text that is read its time, which does not include the start of the thread. */
  function limit(reading: Worker): void {
    timer = setTimeout(() => fail(reading), longestMs);
  }

  /** Ends the thread with the text that it reads. */
  function fail(failed: Worker, cause?: Error): void {
    if (thread !== failed) return;
    thread = undefined;
    isReady = false;
    failed.terminate();
    end((task) => task.reject(new ReadingFailed("The text could not be read in time", { cause })));
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
    thread.postMessage({ name: running.name, input: running.input } satisfies ReadingTask);
  }

  return {
    read: (name, input, accountId) =>
      new Promise((resolve, reject) => {
        const tasks = waiting.get(accountId) ?? [];
        waiting.set(accountId, [...tasks, { name, input, resolve, reject }]);
        next();
      }),
    async stop() {
      waiting.clear();
      const stopped = thread;
      if (stopped) fail(stopped);
      await stopped?.terminate();
    },
  };
}
