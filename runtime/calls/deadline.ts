/** Ends the wait for a handler when the deadline passes, the client cancels or the server stops. */
import { Cancelled, DeadlinePassed } from "./call-errors.ts";
import type { RunningCall } from "./running-call.ts";
import type { PendingCall, ToolRequest } from "./tool-request.ts";

export interface DeadlineOptions {
  readonly request: ToolRequest;
  readonly call: RunningCall;
  readonly deadlineMs: number;
  /** Contains this call until the promise of `withDeadline` settles. */
  readonly pendingCalls: Set<PendingCall>;
  /** Called when a handler ends after its call was abandoned, with what it threw, if anything. */
  onLateEnd(error: unknown): void;
}

/**
 * Settles as the handler's promise does. If the call is abandoned before, rejects with `DeadlinePassed` or `Cancelled` and
 * aborts the call's signal.
 */
export function withDeadline(output: PromiseLike<unknown>, options: DeadlineOptions): Promise<unknown> {
  const { request, call, deadlineMs, pendingCalls, onLateEnd } = options;
  return new Promise((resolve, reject) => {
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
    request.context.onDisconnect?.(() => pending.abandon(new Cancelled("The client disconnected.")));
    output.then(
      (value) => (settle() ? resolve(value) : onLateEnd(undefined)),
      (error) => (settle() ? reject(error) : onLateEnd(error)),
    );

    /** Returns whether the call was still pending. */
    function settle(): boolean {
      clearTimeout(timer);
      return pendingCalls.delete(pending);
    }
  });
}
