/** Writes lines without ever waiting for their reader. */

/** The number of bytes that are kept for a slow reader. Further lines are dropped and counted. */
const MAX_PENDING_BYTES = 4_000_000;
const RETRY_MS = 50;
/** How long the end of the process waits for a reader that is behind. */
const LAST_WAIT_MS = 1_000;

interface Chunk {
  readonly bytes: Buffer;
  /** How many lines are lost if the chunk is. */
  readonly lines: number;
  written: number;
}

export interface LineOutput {
  /** @param lines whole lines */
  write(lines: string): void;
  /** Writes pending lines when the process ends. */
  end(): void;
}

/**
 * Writes whole lines in their order. If the reader is slow, they wait in memory. If it stays slow, has closed, or the disk is
 * full, lines are lost but the service continues. Lost lines are counted, and reported with the next line that can be written.
 * @param write returns the number of written bytes; throws the error of the file system, EAGAIN if it would have to wait @param
 * lost makes the line that reports the number of lost lines
 */
export function lineOutput(write: (bytes: Buffer) => number, lost: (lines: number) => string): LineOutput {
  const pending: Chunk[] = [];
  let pendingBytes = 0;
  let lostLines = 0;
  let endsInsideLine = false;
  let retry: NodeJS.Timeout | undefined;

  /** Returns whether the reader is behind. */
  function drain(): boolean {
    try {
      for (let chunk = pending[0]; chunk; chunk = pending[0]) {
        while (chunk.written < chunk.bytes.length)
          chunk.written += write(chunk.bytes.subarray(chunk.written));
        pending.shift();
        pendingBytes -= chunk.bytes.length;
        endsInsideLine = false;
      }
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return true;
      giveUp();
      return false;
    }
  }

  function giveUp(): void {
    endsInsideLine ||= pending[0]!.written > 0;
    for (const { lines } of pending.splice(0)) lostLines += lines;
    pendingBytes = 0;
  }

  function drainSoon(): void {
    if (retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      if (drain()) drainSoon();
    }, RETRY_MS).unref();
  }

  return {
    write(text) {
      const lines = text.split("\n").length - 1;
      if (pending.length > 0 && drain() && pendingBytes > MAX_PENDING_BYTES) {
        lostLines += lines;
        return;
      }
      const notice = lostLines === 0 ? "" : `${endsInsideLine ? "\n" : ""}${lost(lostLines)}`;
      const bytes = Buffer.from(notice + text);
      // If the notice is lost, its lines count as lost again.
      pending.push({ bytes, lines: lines + lostLines, written: 0 });
      pendingBytes += bytes.length;
      lostLines = 0;
      if (drain()) drainSoon();
    },
    end() {
      for (let waited = 0; drain() && waited < LAST_WAIT_MS; waited += RETRY_MS) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    },
  };
}
