import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { type Derive, deriveHere, type Unplaced } from "../cases/derived.ts";
import type { Model } from "../model.ts";

/** The cases of fewer tools are derived in the time in which threads start. */
const fewest = 100;
/** Tools that a thread is given at a time: few enough for all to end at the same time. */
const atATime = 8;

/**
 * Derives the cases of many tools in threads of their own, while this one goes on. Each tool's are made of the model alone,
 * so that it shows nowhere which thread made them, or how many there are. An error in a thread is thrown here.
 *
 * @param size how many threads; with one, or few tools, there is none but this.
 */
export function crewOf(size = availableParallelism()): Derive {
  return async (model, tools) => {
    if (size < 2 || tools.length < fewest) return deriveHere(model, tools);
    const shares = sharesOf(tools);
    const found: (readonly Unplaced[])[] = [];
    const threads = shares.slice(0, size).map(() => threadFor(model));
    let next = 0;
    const work = async (thread: Worker): Promise<void> => {
      while (next < shares.length) {
        const index = next++;
        found[index] = await ask(thread, shares[index]!);
      }
    };
    try {
      await Promise.all(threads.map(work));
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()));
    }
    return found.flat();
  };
}

function sharesOf(tools: readonly number[]): (readonly number[])[] {
  return Array.from({ length: Math.ceil(tools.length / atATime) }, (_, index) =>
    tools.slice(index * atATime, (index + 1) * atATime),
  );
}

/** The code lies beside this one, as TypeScript or compiled. */
function threadFor(model: Model): Worker {
  return new Worker(new URL(`crew-thread${extname(import.meta.filename)}`, import.meta.url), {
    workerData: model,
  });
}

/** @throws what the thread threw. */
function ask(thread: Worker, share: readonly number[]): Promise<readonly Unplaced[]> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error("A thread that derives cases has ended."));
    thread.once("error", reject).once("exit", ended);
    thread.once("message", (found) => {
      thread.off("error", reject).off("exit", ended);
      resolve(found);
    });
    thread.postMessage(share);
  });
}
