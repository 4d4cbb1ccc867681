/** What comes back over the wire, before it is read as JSON-RPC. */
import type { Json } from "../cases/edits.ts";

/** The reply to one request. */
export interface Reply {
  readonly status: number;
  /** Names are in lower case; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The JSON-RPC messages of the body or of its event stream. */
  readonly messages: readonly { readonly [name: string]: Json }[];
}

/** The target sent no readable reply. `problem` is a sentence. */
export interface Broken {
  readonly problem: string;
  /** The target cannot be reached: no such host, connection refused, untrusted certificate. */
  readonly unreachable?: true;
  /** What had arrived until then. */
  readonly status?: number;
  readonly body?: string;
}

export function isBroken(reply: Reply | Broken): reply is Broken {
  return "problem" in reply;
}

/** How long the suite waits for a reply, and how much of it it reads. */
export interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
