/** Ends the wait for a handler when the deadline passes, the client cancels or the server stops. */
import { Cancelled, DeadlinePassed } from "./call-errors.ts";
import type { RunningCall } from "./running-call.ts";
import type { PendingCall, ToolRequest } from "./tool-request.ts";

export interface DeadlineOptions {
  readonly request: ToolRequest;
  readonly call: RunningCall;
  readonly deadlineMs: number;
  /** Contains this call while the deadline, the client and a stopping server can end it. */
  readonly pendingCalls: Set<PendingCall>;
  /** Called when a handler ends after its call was abandoned, with what it threw, if anything. */
  onLateEnd(error: unknown): void;
}

/** The wait for a handler. */
export interface HandlerWait extends Pick<PendingCall, "abandon"> {
  /** Settles as the handler's promise does. If the call is abandoned before, rejects with the reason. */
  readonly outcome: Promise<unknown>;
  /**
   * From now on, neither the deadline nor the client nor a stopping server ends the wait, just `abandon`. Returns false, and does
   * nothing, if it has ended.
   */
  release(): boolean;
}

/** Starts the wait for a handler's promise. If the call is abandoned, its signal aborts. */
export function guardCall(output: PromiseLike<unknown>, options: DeadlineOptions): HandlerWait {
  const { request, call, deadlineMs, pendingCalls, onLateEnd } = options;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let isOpen = true;
  const pending: PendingCall = {
    request,
    abandon(reason) {
      if (!settle()) return;
      reject(reason);
      call.end();
      call.abort(reason);
    },
  };
  const timer = setTimeout(() => {
    pending.abandon(new DeadlinePassed(`The handler did not answer within ${deadlineMs} ms.`));
  }, deadlineMs);
  pendingCalls.add(pending);
  request.context.onDisconnect?.(() => {
    if (pendingCalls.has(pending)) pending.abandon(new Cancelled("The client disconnected."));
  });
  output.then(
    (value) => (settle() ? resolve(value) : onLateEnd(undefined)),
    (error) => (settle() ? reject(error) : onLateEnd(error)),
  );
  return { outcome: promise, release, abandon: pending.abandon };

  function release(): boolean {
    clearTimeout(timer);
    return pendingCalls.delete(pending);
  }

  /** Returns whether the wait was still open. */
  function settle(): boolean {
    if (!isOpen) return false;
    isOpen = false;
    release();
    return true;
  }
}
