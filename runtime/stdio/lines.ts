/** Splits a stream into lines. */
import type { Readable } from "node:stream";

const lineFeed = 0x0a;

/**
 * Yields the lines of a stream without their line feeds, and skips empty ones. Yields `undefined` for a line of more than
 * `maxBytes`, which is never completely in memory.
 */
export async function* readLines(input: Readable, maxBytes: number): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      yield* joinLine(collect(rest.subarray(0, end)));
      [parts, size] = [[], 0];
      rest = rest.subarray(end + 1);
    }
    collect(rest);
  }
  yield* joinLine(parts);

  function collect(part: Buffer): readonly Buffer[] | undefined {
    size += part.length;
    if (size > maxBytes) parts = [];
    else parts.push(part);
    return size > maxBytes ? undefined : parts;
  }
}

function* joinLine(parts: readonly Buffer[] | undefined): Generator<Buffer | undefined> {
  const line = parts && Buffer.concat(parts);
  if (line?.length !== 0) yield line;
}
