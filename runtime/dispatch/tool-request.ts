/** A request for a tool call, with what all calls share. */
import type { Caller } from "../call.ts";
import type { Log } from "../log.ts";
import type { AuthRules } from "../service.ts";
import type { Cancelled, DeadlinePassed } from "./call-errors.ts";
import type { Envelope } from "./envelope.ts";
import type { RequestId } from "./message.ts";
import type { OnProgress } from "./running-call.ts";
import type { OnToolCall } from "./tool-call-report.ts";

/** A wait for a handler that can be given up. */
export interface Waiting {
  readonly request: ToolRequest;
  giveUp(reason: DeadlinePassed | Cancelled): void;
}

/** What calls of all tools share. */
export interface CallContext {
  readonly auth: AuthRules;
  readonly log: Log;
  readonly onToolCall: OnToolCall | undefined;
  /** Milliseconds after which a handler is no longer waited for. */
  readonly deadlineMs: number;
  /** Handlers that are waited for, so that a stopping server can give up on them. */
  readonly waiting: Set<Waiting>;
}

/** Who asks for something, as the transport knows it. */
export interface Asked {
  readonly caller: Caller;
  /** Which of the caller's clients it is: requests are called off by their ids, which are unique only there. */
  client(): string;
  /** Sends a notification ahead of the answer, if the client keeps up with reading; undefined where it takes none. */
  readonly notify?: ((notification: string) => void) | undefined;
  /** Calls the listener when the client goes away before it has its answer, where that means that it needs none. */
  readonly whenGone?: ((listener: () => void) => void) | undefined;
}

/** A request for a call of a tool. */
export interface ToolRequest {
  readonly id: RequestId;
  readonly asked: Asked;
  readonly envelope: Envelope;
  readonly onProgress: OnProgress | undefined;
}
