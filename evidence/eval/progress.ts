/** Shows progress in a single changing line; prints nothing if the output is not a terminal. */
import type { WriteStream } from "node:tty";

const PAUSE_MS = 100;

export interface Progress {
  /** One more case is done. */
  step(): void;
  end(): void;
}

export function progressOn(stream: WriteStream, total: number): Progress {
  let done = 0;
  let drawnAt = 0;
  return {
    step() {
      done++;
      if (!stream.isTTY || performance.now() - drawnAt < PAUSE_MS) return;
      drawnAt = performance.now();
      stream.write(`\r\u001b[K${done}/${total}`);
    },
    end() {
      if (drawnAt > 0) stream.write("\r\u001b[K");
    },
  };
}
