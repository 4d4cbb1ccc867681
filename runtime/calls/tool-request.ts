/** A request for a tool call, and the environment that all calls share. */
import type { Envelope } from "../messages/envelope.ts";
import type { Params, RequestId } from "../messages/message.ts";
import type { Around } from "../service/around.ts";
import type { Caller } from "../service/caller.ts";
import type { HttpRequest } from "../service/http-request.ts";
import type { Log } from "../service/log.ts";
import type { AuthRules } from "../service/service.ts";
import type { Cancelled, DeadlinePassed } from "./call-errors.ts";
import type { CallTask, TaskMaker } from "./call-task.ts";
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

/** The environment of the calls of all tools. */
export interface CallEnvironment {
  readonly auth: AuthRules;
  /** The account states in which some operation refuses callers. */
  readonly accountStates: ReadonlySet<string>;
  readonly log: Log;
  readonly onToolCall: OnToolCall | undefined;
  readonly around: Around | undefined;
  /** Milliseconds after which a call is answered without its handler. */
  readonly deadlineMs: number;
  /** Undefined if the service sends no log messages to its clients. */
  readonly logs: ClientLogs | undefined;
  /** Signs the answers of clients to the requests of calls. */
  readonly states: RequestStates;
  /** Stores the calls that become tasks. */
  readonly tasks: TaskMaker;
  /** The calls that a cancellation or a stopping server can abandon. */
  readonly pendingCalls: Set<PendingCall>;
}

/** The facts that a transport knows about the sender of a message. */
export interface RequestContext {
  readonly caller: Caller;
  /** Whether the caller has an OAuth token. Its client reads HTTP 403 as a request for more scopes. */
  readonly viaOAuth?: boolean;
  /** The HTTP request that contained the message; undefined over other transports. */
  readonly request?: HttpRequest | undefined;
  /** Identifies a client, together with its token: `notifications/cancelled` refers to request ids of that client only. */
  clientKey(): string;
  /** Sends a notification before the answer. Returns whether it could be sent. Undefined if the client accepts none. */
  readonly notify?: ((notification: string) => boolean) | undefined;
  /** Keeps the connection open. Resolves to the caller with its current scopes; undefined if its token is no longer valid. */
  renew?(): Promise<Caller | undefined>;
  /** A client of MCP 2025-11-25 that answers requests while its call is open. */
  readonly client?: ClientLink | undefined;
  /** Registers a listener for a disconnect before the answer; undefined if a disconnect does not cancel the request. */
  readonly onDisconnect?: ((listener: () => void) => void) | undefined;
}

export interface ToolRequest {
  readonly id: RequestId;
  readonly context: RequestContext;
  readonly envelope: Envelope;
  readonly onProgress: OnProgress | undefined;
  /** The URI that the client reads, if the operation is a resource. */
  readonly uri?: string;
  /** The `_meta` of the request. */
  readonly meta: unknown;
  /** The parameters with the client's capabilities and answers; undefined before MCP 2026-07-28, which uses the `client` of the context. */
  readonly params?: Params | undefined;
  /** The task that the call has become, if the call is run again after its process has stopped. */
  readonly task?: CallTask;
}
