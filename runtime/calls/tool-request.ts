/** A request for a tool call, and what all calls share. */
import type { Envelope } from "../messages/envelope.ts";
import type { Params, RequestId } from "../messages/message.ts";
import type { Around } from "../service/around.ts";
import type { Caller } from "../service/caller.ts";
import type { HttpRequest } from "../service/http-request.ts";
import type { Log } from "../service/log.ts";
import type { AuthRules } from "../service/service.ts";
import type { Cancelled, DeadlinePassed } from "./call-errors.ts";
import type { ClientLink } from "./client-link.ts";
import type { OnProgress } from "./progress.ts";
import type { RequestStates } from "./request-state.ts";
import type { OnToolCall } from "./tool-call-report.ts";

/** A call whose handler has not finished. */
export interface PendingCall {
  readonly request: ToolRequest;
  /** Answers the call without its handler, and aborts the handler's signal. */
  abandon(reason: DeadlinePassed | Cancelled): void;
}

/** Log messages to clients. */
export interface ClientLogs {
  /** Returns false if there is no such level. */
  setLevel(client: RequestContext, level: unknown): boolean;
  send(request: ToolRequest, level: string, data: unknown, logger?: string): void;
}

/** What calls of all tools share. */
export interface CallEnvironment {
  readonly auth: AuthRules;
  readonly log: Log;
  readonly onToolCall: OnToolCall | undefined;
  readonly around: Around | undefined;
  /** Milliseconds after which a call is answered without its handler. */
  readonly deadlineMs: number;
  /** Undefined where the service logs nothing to its clients. */
  readonly logs: ClientLogs | undefined;
  /** Signs what calls have learned from their clients. */
  readonly states: RequestStates;
  /** The calls that a cancellation or a stopping server can abandon. */
  readonly pendingCalls: Set<PendingCall>;
}

/** What a transport knows about the sender of a message. */
export interface RequestContext {
  readonly caller: Caller;
  /** Whether the caller's token is one of OAuth: its client reads HTTP 403 as a request for more scopes. */
  readonly viaOAuth?: boolean;
  /** What carried the message, over HTTP. */
  readonly request?: HttpRequest | undefined;
  /** Identifies a client, by its token too: `notifications/cancelled` refers to ids of that client only. */
  clientKey(): string;
  /** Sends a notification before the answer, and returns whether the client could take it; undefined if it takes none. */
  readonly notify?: ((notification: string) => boolean) | undefined;
  /** Keeps the connection open. Resolves to the caller as it is now; undefined if its token does not hold any more. */
  renew?(): Promise<Caller | undefined>;
  /** A client of MCP 2025-11-25 that can be asked while its call is open. */
  readonly client?: ClientLink | undefined;
  /** Registers a listener for a disconnect before the answer; undefined where a disconnect does not cancel the request. */
  readonly onDisconnect?: ((listener: () => void) => void) | undefined;
}

export interface ToolRequest {
  readonly id: RequestId;
  readonly context: RequestContext;
  readonly envelope: Envelope;
  readonly onProgress: OnProgress | undefined;
  /** Of a resource: the URI that the client reads. */
  readonly uri?: string;
  /** The `_meta` of the request. */
  readonly meta: unknown;
  /** Says what the client can be asked and what it answered; undefined before MCP 2026-07-28, where the `client` of the context can be asked. */
  readonly params?: Params | undefined;
}
