import { Transform } from "node:stream";
import { type Content, HEAD_BYTES, TAIL_BYTES } from "./kinds.ts";

/**
 * Passes a file on, and keeps its head, its tail and its size, which show the file's type. The memory needed does not
 * depend on the size.
 */
export function inspect(): { readonly through: Transform; content(): Content } {
  let size = 0;
  let hasNul = false;
  let head: Buffer = Buffer.alloc(0);
  let tail: Buffer = Buffer.alloc(0);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hasNul ||= chunk.includes(0);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
      done(null, chunk);
    },
  });
  return { through, content: () => ({ size, head, tail, hasNul }) };
}
