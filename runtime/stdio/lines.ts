import type { Readable } from "node:stream";

const lineFeed = 0x0a;

/**
 * The lines of a stream, without their ends; empty ones are left out. A line of more than `maxBytes` is `undefined`, and
 * is never held in memory as a whole.
 */
export async function* readLines(input: Readable, maxBytes: number): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      yield* lineOf(take(rest.subarray(0, end)));
      [parts, size] = [[], 0];
      rest = rest.subarray(end + 1);
    }
    take(rest);
  }
  yield* lineOf(parts);

  function take(part: Buffer): readonly Buffer[] | undefined {
    size += part.length;
    if (size > maxBytes) parts = [];
    else parts.push(part);
    return size > maxBytes ? undefined : parts;
  }
}

function* lineOf(parts: readonly Buffer[] | undefined): Generator<Buffer | undefined> {
  const line = parts && Buffer.concat(parts);
  if (line?.length !== 0) yield line;
}
