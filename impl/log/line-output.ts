/** How long a reader that is behind is waited for before the next try. */
const RETRY_MS = 10;

/**
 * Writes whole lines, at once. A disk that is full or a reader that has gone costs the lines, never the service: they are
 * counted, and told of as soon as lines arrive again.
 * @param write takes bytes and says how many of them it took; throws what the file system says
 * @param lost the line that tells how many were lost
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
