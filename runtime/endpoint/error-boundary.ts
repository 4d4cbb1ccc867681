/** Answers requests whose processing throws. */
import { type Awaitable, isPromise } from "../service/awaitable.ts";
import type { Log } from "../service/log.ts";
import { Unavailable } from "../service/unavailable.ts";
import type { Exchange } from "./exchange.ts";
import { internalError, unavailable } from "./refusals.ts";

/** Runs steps of an exchange. If a step throws, it logs the error and answers 500. */
export interface ErrorBoundary {
  run(exchange: Exchange, step: () => void): void;
  /** Runs a step with a value: at once, or when its promise resolves. A rejection counts as thrown. */
  runWith<T>(exchange: Exchange, value: Awaitable<T>, step: (value: T) => void): void;
}

export function createErrorBoundary(log: Log): ErrorBoundary {
  return {
    run(exchange, step) {
      try {
        step();
      } catch (error) {
        onError(exchange, error);
      }
    },
    runWith(exchange, value, step) {
      if (isPromise(value)) value.then(step).then(undefined, (error: unknown) => onError(exchange, error));
      else step(value);
    },
  };

  function onError(exchange: Exchange, error: unknown): void {
    log.error({ event: "request_broke", method: exchange.method, error });
    exchange.breakOff(error instanceof Unavailable ? unavailable : internalError);
  }
}
