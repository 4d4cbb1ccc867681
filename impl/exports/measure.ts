/** Size and hash of a stream. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";

export interface Measured {
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/**
 * Lets bytes through, and knows afterwards how many they were and their hash. Read by iteration, which takes all that is
 * there at once: a sheet comes out of its writer row by row.
 */
export function measure(content: Readable): { readonly through: Readable; measured(): Measured } {
  const hash = createHash("sha256");
  let size = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    through: Readable.from(counted(), { objectMode: false }),
    measured: () => ({ size, sha256: hash.digest("hex") }),
  };
}
