/** Replies of the target, before they are read as JSON-RPC. */
import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "../cases/edits.ts";

/** The reply to one request. */
export interface Reply {
  /** The HTTP status; 0 over stdio. */
  readonly status: number;
  /** Names are in lower case; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; over stdio the line. */
  readonly body: string;
  /** The JSON-RPC messages of the body or of its event stream. */
  readonly messages: readonly { readonly [name: string]: Json }[];
}

/** The target sent no readable reply. `problem` is a sentence. */
export interface Broken {
  /** What went wrong, as a sentence without a full stop. */
  readonly problem: string;
  /** The target cannot be reached: no such host, connection refused, untrusted certificate. */
  readonly unreachable?: true;
  /** The target sent more than the suite reads. */
  readonly tooLarge?: true;
  /** The status and the part of the body that had arrived. */
  readonly status?: number;
  /** The part of the body that had arrived. */
  readonly body?: string;
}

/** Returns the headers of a message; repeated ones are joined with `, `. */
export function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

export function isBroken(reply: Reply | Broken): reply is Broken {
  return "problem" in reply;
}

/** The limits for the time and the size of a reply. */
export interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
