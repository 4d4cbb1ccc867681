import { Cancelled, DeadlinePassed } from "./call-errors.ts";
import type { RunningCall } from "./running-call.ts";
import type { ToolRequest, Waiting } from "./tool-request.ts";

export interface Patience {
  readonly request: ToolRequest;
  readonly call: RunningCall;
  readonly deadlineMs: number;
  /** Holds this wait for as long as it lasts. */
  readonly waiting: Set<Waiting>;
  /** Told when a handler that was given up ends after all, with what it threw, if it did. */
  onLate(error: unknown): void;
}

/** The handler's outcome, or DeadlinePassed or Cancelled; giving up aborts the call's signal. */
export function waitFor(output: PromiseLike<unknown>, patience: Patience): Promise<unknown> {
  const { request, call, deadlineMs, waiting, onLate } = patience;
  return new Promise((resolve, reject) => {
    const wait: Waiting = {
      request,
      giveUp(reason) {
        if (!end()) return;
        reject(reason);
        call.end();
        call.abort(reason);
      },
    };
    const timer = setTimeout(() => {
      wait.giveUp(new DeadlinePassed(`The handler did not answer within ${deadlineMs} ms.`));
    }, deadlineMs);
    waiting.add(wait);
    request.asked.whenGone?.(() => wait.giveUp(new Cancelled("The caller has gone.")));
    output.then(
      (value) => (end() ? resolve(value) : onLate(undefined)),
      (error) => (end() ? reject(error) : onLate(error)),
    );

    /** Whether the wait lasted until now. */
    function end(): boolean {
      clearTimeout(timer);
      return waiting.delete(wait);
    }
  });
}
