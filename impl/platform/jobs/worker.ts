/** A worker: claims jobs and does them, step by step. */
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "@toolwright/runtime";
import type { Stores } from "../stores.ts";
import { claimJob, type Job, LEASE_MS, LeaseLost, postponeJob, releaseJob, renewLease } from "./jobs.ts";

/** Runs the jobs of one kind. */
export interface JobHandler {
  /**
   * Does the next step and ends or continues the job in the transaction that stores the result (`underLease`). It may
   * run again after a crash. A `Refusal` is final, other errors are tried again.
   */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** The step has failed for good: ends or continues the job without it. */
  giveUp(job: Job, error: unknown): Promise<void>;
}

/** How an attempt of a step ended. */
export interface JobReport {
  readonly kind: Job["kind"];
  readonly job: string;
  readonly subject: string;
  readonly attempt: number;
  /**
   * `retried`: it failed and is tried again; `failed`: for good; `released`: this process stops; `lost`: another worker
   * has taken it over.
   */
  readonly outcome: "done" | "retried" | "failed" | "released" | "lost";
  readonly ms: number;
  readonly error?: unknown;
}

export interface WorkerParts extends Pick<Stores, "storage" | "clock"> {
  /** Jobs of other kinds are left to other workers. */
  readonly handlers: Readonly<Partial<Record<Job["kind"], JobHandler>>>;
  /** How many jobs it does at the same time; undefined: 4. Most wait for a model. */
  readonly parallel?: number;
  onJob(report: JobReport): void;
  /** Called if the table of jobs could not be read. The worker continues. */
  onError(error: unknown): void;
}

export interface Worker {
  /** Looks for jobs at once. For jobs that this process has added. */
  wake(): void;
  /** Gives the leases of running jobs back. */
  stop(): Promise<void>;
}

const PARALLEL = 4;
/** How often an idle worker looks for jobs of other processes. */
const POLL_MS = 1_000;
/** An attempt that takes longer has failed. */
const STEP_LIMIT_MS = 300_000;
export const MAX_ATTEMPTS = 5;

/** Returns the wait before attempts 2, 3, 4 and 5: 2, 8, 32 and 128 seconds. */
function backoffMs(attempt: number): number {
  return 2_000 * 4 ** (attempt - 1);
}

export function startWorker(parts: WorkerParts): Worker {
  const stopping = new AbortController();
  const kinds = Object.keys(parts.handlers) as Job["kind"][];
  const running = new Set<Promise<void>>();
  let waking = new AbortController();

  function wake(): void {
    waking.abort();
    waking = new AbortController();
  }

  async function claim(): Promise<Job | undefined> {
    if (running.size >= (parts.parallel ?? PARALLEL)) return undefined;
    // A lost database must not end the worker.
    return claimJob(parts.storage, parts.clock(), kinds).catch((error: unknown) => void parts.onError(error));
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Taken before looking: a job that is added meanwhile is not missed.
      const woken = waking.signal;
      const job = await claim();
      // Claimed while the worker was stopped: it may be one that this worker has just given back.
      if (job !== undefined && stopping.signal.aborted) {
        await releaseJob(parts.storage.db, job).catch(parts.onError);
        break;
      }
      if (job === undefined) {
        // Keeps a process without a server alive.
        await wait(POLL_MS, undefined, { signal: woken }).catch(() => {});
        continue;
      }
      const attempted = attempt(parts, job, stopping.signal).catch(parts.onError);
      running.add(attempted);
      void attempted.finally(() => {
        running.delete(attempted);
        wake();
      });
    }
    await Promise.all(running);
  }

  const working = work();
  return {
    wake,
    async stop() {
      stopping.abort(new Error("The server stops"));
      wake();
      await working;
    },
  };
}

/** Runs one attempt of the next step of a job. Rejects only if the database fails; then the lease ends by itself. */
async function attempt(parts: WorkerParts, job: Job, stopping: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const { outcome, error } = await decideOutcome(parts, job, stopping);
  const { id, kind, subject, attempt } = job;
  const ms = Math.round(performance.now() - startedAt);
  parts.onJob({ kind, job: id, subject, attempt, outcome, ms, ...(error !== undefined && { error }) });
}

async function decideOutcome(
  parts: WorkerParts,
  job: Job,
  stopping: AbortSignal,
): Promise<Pick<JobReport, "outcome" | "error">> {
  // The processes of all attempts have died: the step may be what kills them.
  if (job.attempt > MAX_ATTEMPTS) return giveUp(parts, job, new Error("Every attempt ended its process"));
  const { storage, clock, handlers } = parts;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(storage.db, job, clock()).then((isOurs) => {
      if (!isOurs) lost.abort(new LeaseLost(`Somebody else has ${job.id}`));
    }, parts.onError);
  }, LEASE_MS / 3).unref();
  try {
    const signal = AbortSignal.any([stopping, lost.signal, AbortSignal.timeout(STEP_LIMIT_MS)]);
    await orAborted(handlers[job.kind]!.run(job, signal), signal);
    return { outcome: "done" };
  } catch (error) {
    if (error instanceof LeaseLost) return { outcome: "lost" };
    if (stopping.aborted) return { outcome: (await releaseJob(storage.db, job)) ? "released" : "lost" };
    if (error instanceof Refusal || job.attempt >= MAX_ATTEMPTS) return giveUp(parts, job, error);
    const until = new Date(clock().getTime() + backoffMs(job.attempt));
    return (await postponeJob(storage.db, job, until)) ? { outcome: "retried", error } : { outcome: "lost" };
  } finally {
    clearInterval(renewal);
  }
}

async function giveUp(
  { handlers }: WorkerParts,
  job: Job,
  error: unknown,
): Promise<Pick<JobReport, "outcome" | "error">> {
  try {
    await handlers[job.kind]!.giveUp(job, error);
    return { outcome: "failed", error };
  } catch (failure) {
    if (failure instanceof LeaseLost) return { outcome: "lost" };
    throw failure;
  }
}

/** Stops waiting for a handler that ignores its signal. Its later work has no effect, because its lease is gone. */
async function orAborted(result: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
