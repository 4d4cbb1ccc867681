/** A connection to a running server, over HTTP or stdio. */
import type { Result } from "./messages.ts";

export interface Connection {
  /** Starts the server, where a command starts it. @throws the error of the system */
  start(): Promise<void>;
  /**
   * Sends a request.
   *
   * @returns its result
   * @throws RpcError, HttpError, NotMcpError, ClosedError, or the error of the system
   */
  request(method: string, params: Result): Promise<Result>;
  notify(method: string): Promise<void>;
  /** Says which version the server agreed on: later requests name it. */
  useVersion(version: string): void;
  /** The end of what the server wrote to stderr. */
  readonly stderr: string;
  /** The last line on its stdout that was not a message. */
  readonly strayOutput: string;
  /** The last answer on its stdout whose id is that of no request. */
  readonly unmatchedAnswer: string;
  /** The begin of a line on its stdout that has no end yet. */
  readonly unfinishedLine: string;
  /** @param atOnce a server that was started gets no time to end by itself */
  close(atOnce?: boolean): Promise<void>;
}
