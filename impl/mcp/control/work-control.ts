/** Holds the work on lessons for tests, and lets one step go on at a time: as it is made, or as a failure. */
import { Refusal } from "@toolwright/runtime";
import type { LessonWriter } from "../../lessons/writer.ts";

export interface WorkMove {
  /** Whether work waits from now on; false lets all of it go on. */
  readonly hold?: boolean;
  /** How the step that has waited for the longest time goes on. */
  readonly step?: "done" | "failed";
}

interface Waiting {
  go(): void;
  fail(error: unknown): void;
}

export class HeldWork {
  readonly #waiting = new Set<Waiting>();
  #isHeld = false;

  /** Returns the number of steps that wait. */
  move({ hold, step }: WorkMove): number {
    if (hold !== undefined) this.#isHeld = hold;
    const [first] = this.#waiting;
    if (first !== undefined && step !== undefined) this.#end(first, step);
    if (!this.#isHeld) for (const each of this.#waiting) this.#end(each, "done");
    return this.#waiting.size;
  }

  #end(waiting: Waiting, step: "done" | "failed"): void {
    this.#waiting.delete(waiting);
    if (step === "done") waiting.go();
    else waiting.fail(new Refusal("generation_failed", "A test wants this step to fail."));
  }

  /** The writer, whose work waits while it is held. */
  around(writer: LessonWriter): LessonWriter {
    const { write, translate, illustrate } = writer;
    return {
      ...writer,
      write: async (...args) => this.#wait(args[1]).then(() => write.apply(writer, args)),
      translate: async (...args) => this.#wait(args[3]).then(() => translate.apply(writer, args)),
      illustrate: async (...args) => this.#wait(args[3]).then(() => illustrate.apply(writer, args)),
    };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    if (!this.#isHeld) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => reject(signal.reason);
    const waiting: Waiting = { go: resolve, fail: reject };
    this.#waiting.add(waiting);
    signal.addEventListener("abort", abort, { once: true });
    try {
      await promise;
    } finally {
      this.#waiting.delete(waiting);
      signal.removeEventListener("abort", abort);
    }
  }
}
