/** The time in which a call ran. */
import type { CompletedCall } from "../../calls/completed-call.ts";

/** In milliseconds of the monotonic clock. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Returns the time of a call whose answer has just come. */
export function spanOf({ ms }: CompletedCall): Span {
  const end = performance.now();
  return { begin: end - ms, end };
}
