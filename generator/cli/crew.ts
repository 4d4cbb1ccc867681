import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { type Derive, deriveHere, type Unplaced } from "../cases/derived.ts";
import type { Model } from "../model.ts";

/** The cases of fewer tools are derived in the time in which threads start. */
const fewest = 100;

/** What each thread of a crew is given. */
export interface Work {
  readonly model: Model;
  readonly tools: readonly number[];
  /** How many of the tools have been taken: the threads share it, so that none waits for the main one to be free. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

/** What a thread tells: what some tools contribute, and where in the list these begin. */
export type Share = readonly [from: number, found: readonly Unplaced[]];

/**
 * Derives the cases of many tools in threads of their own, while this one goes on. Each tool's are made of the model alone,
 * so that it shows nowhere which thread made them, or how many there are. An error in a thread is thrown here.
 *
 * @param size how many threads; with one, or few tools, there is none but this.
 */
export function crewOf(size = availableParallelism()): Derive {
  return async (model, tools) => {
    if (size < 2 || tools.length < fewest) return deriveHere(model, tools);
    const work: Work = { model, tools, taken: new Int32Array(new SharedArrayBuffer(4)) };
    const threads = Array.from({ length: size }, () => threadFor(work));
    try {
      const shares = (await Promise.all(threads.map(sharesFrom))).flat();
      return shares.toSorted(([a], [b]) => a - b).flatMap(([, found]) => found);
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()));
    }
  };
}

/** The code lies beside this one, as TypeScript or compiled. */
function threadFor(work: Work): Worker {
  return new Worker(new URL(`crew-thread${extname(import.meta.filename)}`, import.meta.url), {
    workerData: work,
  });
}

/** Resolves when the thread has ended. @throws what the thread threw. */
function sharesFrom(thread: Worker): Promise<Share[]> {
  return new Promise((resolve, reject) => {
    const shares: Share[] = [];
    thread.on("message", (share: Share) => shares.push(share)).once("error", reject);
    thread.once("exit", (code) => {
      if (code === 0) resolve(shares);
      else reject(new Error(`A thread that derives cases has ended with ${code}.`));
    });
  });
}
