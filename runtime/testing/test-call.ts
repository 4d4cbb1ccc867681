/** `testCall`: a `Call` for tests that call a handler as a function. */
import { ClientRequests } from "../calls/client-requests.ts";
import type { Call } from "../service/call.ts";
import { Refusal } from "../service/refusal.ts";

/** What a test sets of a call; the rest has the values that `testCall` documents. */
export type TestCallOptions = Partial<Omit<Call, "scopes" | "fail">> & {
  readonly scopes?: Iterable<string>;
};

/**
 * A call for a handler that a test calls as a function: account `test`, token `test`, no scopes, a signal that never
 * aborts, a client that answers `ask` and `request` only where the test gives them. Its `fail` throws a `Refusal`, as in a
 * server, so a test can expect the code.
 */
export function testCall<Failure extends string = string>(options: TestCallOptions = {}): Call<Failure> {
  const { scopes = [], ...rest } = options;
  const requests = new ClientRequests();
  return {
    account: "test",
    token: "test",
    requestId: "test",
    signal: new AbortController().signal,
    progress: () => undefined,
    can: () => options.ask !== undefined || options.request !== undefined,
    request: (wanted) => requests.request(wanted),
    ask: (key, question) => requests.ask(key, question),
    ...rest,
    scopes: new Set(scopes),
    fail: (code, message, details) => {
      throw new Refusal(code, message, details);
    },
  };
}
