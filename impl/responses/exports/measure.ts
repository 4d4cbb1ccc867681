/** Size and hash of a stream. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";

export interface Measured {
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/**
 * Passes bytes on, and computes their number and hash. It reads by iteration, which takes all buffered rows at once.
 */
export function measure(content: Readable): { readonly through: Readable; measured(): Measured } {
  const hash = createHash("sha256");
  let size = 0;
  async function* countChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const through = Readable.from(countChunks(), { objectMode: false });
  // A stream that nobody has begun to read would not end its source otherwise.
  through.once("close", () => content.destroy());
  return {
    through,
    measured: () => ({ size, sha256: hash.digest("hex") }),
  };
}
