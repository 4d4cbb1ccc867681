/** How long to wait for a slow reader before the next attempt. */
const RETRY_MS = 10;

/**
 * Writes whole lines synchronously. If the disk is full or the reader has gone, lines are lost but the service goes
 * on. Lost lines are counted, and reported with the next line that can be written.
 * @param write returns how many bytes it wrote; throws the error of the file system
 * @param lost makes the line that reports how many were lost
 */
export function lineOutput(
  write: (bytes: Buffer) => number,
  lost: (lines: number) => string,
): (lines: string) => void {
  let lostLines = 0;
  let endsInsideLine = false;
  return (lines) => {
    const notice = lostLines === 0 ? "" : `${endsInsideLine ? "\n" : ""}${lost(lostLines)}`;
    const bytes = Buffer.from(notice + lines);
    const written = writeAll(bytes, write);
    if (written === bytes.length) {
      lostLines = 0;
      endsInsideLine = false;
    } else {
      lostLines += lines.split("\n").length - 1;
      endsInsideLine ||= written > 0;
    }
  };
}

function writeAll(bytes: Buffer, write: (bytes: Buffer) => number): number {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += write(bytes.subarray(written));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
  return written;
}
