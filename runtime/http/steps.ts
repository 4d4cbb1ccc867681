import { type Awaitable, isPromise } from "../awaitable.ts";
import type { Log } from "../log.ts";
import { broken } from "./refused.ts";
import { type Exchange, refuse } from "./reply.ts";

/** Runs parts of an exchange so that nothing they throw is lost: it is logged, and the client gets a 500. */
export interface Steps {
  run(exchange: Exchange, step: () => void): void;
  /** Goes on with a value: at once if it is there, else when it comes. */
  when<T>(exchange: Exchange, value: Awaitable<T>, step: (value: T) => void): void;
}

export function createSteps(log: Log): Steps {
  return {
    run(exchange, step) {
      try {
        step();
      } catch (error) {
        broke(exchange, error);
      }
    },
    when(exchange, value, step) {
      if (isPromise(value)) value.then(step).then(undefined, (error: unknown) => broke(exchange, error));
      else step(value);
    },
  };

  function broke(exchange: Exchange, error: unknown): void {
    const { request, response } = exchange;
    log.error({ event: "request_broke", method: request.method, error });
    if (response.headersSent) response.destroy();
    else refuse(exchange, broken);
  }
}
