/** `testCall`: a `Call` for tests that call a handler as a function. */
import type { Call } from "../service/call.ts";
import { Refusal } from "../service/refusal.ts";

/** What a test sets of a call; the rest has the values that `testCall` documents. */
export type TestCallOptions = Partial<
  Pick<Call, "account" | "token" | "requestId" | "signal" | "progress">
> & {
  readonly scopes?: Iterable<string>;
};

/**
 * A call for a handler that a test calls as a function: account `test`, token `test`, no scopes, a signal that never
 * aborts. Its `fail` throws a `Refusal`, as in a server, so a test can expect the code.
 */
export function testCall<Failure extends string = string>(options: TestCallOptions = {}): Call<Failure> {
  const { scopes = [], ...rest } = options;
  return {
    account: "test",
    token: "test",
    requestId: "test",
    signal: new AbortController().signal,
    progress: () => undefined,
    ...rest,
    scopes: new Set(scopes),
    fail: (code, message, details) => {
      throw new Refusal(code, message, details);
    },
  };
}
