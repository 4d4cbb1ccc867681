/** Reads the bodies of requests to servers of tests. */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** Reads the body of a request; `undefined` if the client has gone before its end. */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return text(request).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNRESET") return undefined;
    throw error;
  });
}
