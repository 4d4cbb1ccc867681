/** How long a reader that is behind is waited for before the next try. */
const BEHIND_MS = 10;

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
  let missing = 0;
  let isTorn = false;
  return (lines) => {
    const told = missing === 0 ? "" : `${isTorn ? "\n" : ""}${lost(missing)}`;
    const bytes = Buffer.from(told + lines);
    const taken = takenOf(bytes, write);
    if (taken === bytes.length) {
      missing = 0;
      isTorn = false;
    } else {
      missing += lines.split("\n").length - 1;
      isTorn ||= taken > 0;
    }
  };
}

function takenOf(bytes: Buffer, write: (bytes: Buffer) => number): number {
  let taken = 0;
  while (taken < bytes.length) {
    try {
      taken += write(bytes.subarray(taken));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BEHIND_MS);
    }
  }
  return taken;
}
