/** Watches the answers of a run: collects them for a recording, or compares them with one. */
import type { CompletedCall } from "../calls/completed-call.ts";
import type { CaseFile } from "../cases/format.ts";
import type { RunHook } from "../target/hooks.ts";
import { AnswerReader, type ShownFile } from "./answer-reader.ts";
import type { SeenAnswer } from "./answers.ts";

/** Takes the answers of a run. */
export interface AnswerTaker {
  add(seen: SeenAnswer): void;
}

export class AnswerWatch {
  readonly #reader: AnswerReader;
  readonly #taker: AnswerTaker;

  constructor(file: CaseFile, taker: AnswerTaker) {
    this.#reader = new AnswerReader(file);
    this.#taker = taker;
  }

  /** Called with every call of the run. */
  record(call: CompletedCall): void {
    for (const seen of this.#reader.read(call)) this.#taker.add(seen);
  }

  /** Called when no call is under way. Passes on what has waited for the end of calls. */
  settle(): void {
    for (const seen of this.#reader.end()) this.#taker.add(seen);
  }

  /** Called with each file and page that the run has opened, as text if it is one. */
  recordFile(file: ShownFile): void {
    const seen = this.#reader.readFile(file);
    if (seen !== undefined) this.#taker.add(seen);
  }

  /** Wraps the hooks, which may make things or change them. */
  recordHooks(runHook: RunHook): RunHook {
    return async (hook, input) => {
      const startedAt = performance.now();
      const answer = await runHook(hook, input);
      this.#reader.noteHook(hook, input, answer, startedAt);
      return answer;
    };
  }
}
