import type { Json } from "../cases/edits.ts";
import type { Broken, Reply } from "./reply.ts";

/** A JSON-RPC message, as data. */
export type Message = { readonly [name: string]: Json };

/** Something to send, as it goes over the wire. */
export interface WireRequest {
  readonly body?: string;
  /** Id of the message, where it is one that is answered. */
  readonly id?: Json;
  /** All of them; only over HTTP. */
  readonly headers: Readonly<Record<string, string>>;
  /** Instead of POST; only over HTTP. */
  readonly method?: string;
  /** Instead of the path of the endpoint; only over HTTP. */
  readonly path?: string;
  /** Only status and headers are waited for: what follows may have no end. Only over HTTP. */
  readonly headOnly?: true;
}

/** Carries messages to a target. Never throws; what goes wrong is in the reply. */
export interface Transport {
  /** Where it leads, for people. */
  readonly to: string;
  /** Streamable HTTP, or a process. Statuses and tokens exist only over HTTP. */
  readonly kind: "http" | "stdio";
  send(request: WireRequest): Promise<Reply | Broken>;
  close(): void;
}
