/** Shows the progress of a run on a terminal. */
import type { Result } from "../results/verdict.ts";
import type { Output } from "./io.ts";

const pauseMs = 100;

/** The progress of a run, in one line. */
export interface Progress {
  /** Counts a result, and prints the line again. */
  readonly update: (result: Result) => void;
  /** Prints a line that stays. */
  readonly say: (sentence: string) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** Creates the progress line, which is not printed if the output is not a terminal. */
export function makeProgress(stream: Output, total: number): Progress {
  const counts = { held: 0, failed: 0, unverified: 0, inapplicable: 0 };
  let drawnAt = 0;
  const clear = () => {
    if (stream.isTTY && drawnAt > 0) stream.write("\r\u001b[K");
  };
  return {
    update({ subject, verdict }) {
      counts[verdict.status]++;
      if (!stream.isTTY || performance.now() - drawnAt < pauseMs) return;
      drawnAt = performance.now();
      const done = Object.values(counts).reduce((sum, count) => sum + count);
      const text = `${done}/${total}  ${counts.failed} failed  ${counts.unverified} not verified  ${subject.id}`;
      // Written over and not cleared first, so it does not flicker.
      stream.write(`\r${text.slice(0, Math.max(20, (stream.columns ?? 0) - 1))}\u001b[K`);
    },
    say(sentence) {
      clear();
      stream.write(`${sentence}\n`);
    },
    end: clear,
  };
}
