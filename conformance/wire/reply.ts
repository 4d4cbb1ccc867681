import type { Json } from "../cases/edits.ts";

/** What came back on one HTTP request. */
export interface Reply {
  readonly status: number;
  /** Names in lower case; a repeated header is joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** JSON-RPC messages of the body, or of its event stream. */
  readonly messages: readonly { readonly [name: string]: Json }[];
}

/** The target did not answer in a way that anybody could read. `problem` is a sentence. */
export interface Broken {
  readonly problem: string;
  /** There is nobody to speak with: no such host, nothing that listens, no trust. */
  readonly unreachable?: true;
  /** As far as it got. */
  readonly status?: number;
  readonly body?: string;
}

export function isBroken(reply: Reply | Broken): reply is Broken {
  return "problem" in reply;
}

/** How much of a target is waited for and read. */
export interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}
