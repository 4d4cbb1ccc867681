/** `testCall`: a `Call` for tests that call a handler as a function. */
import { ClientRequests } from "../calls/client-requests.ts";
import type { Call } from "../service/call.ts";
import type { Caller } from "../service/caller.ts";
import { refuse } from "../service/refusal.ts";

/** What a test sets of a call; the rest has the values that `testCall` documents. */
export type TestCallOptions<Who extends Caller = Caller> = Partial<
  Omit<Call<never, Who>, "scopes" | "fail">
> & {
  readonly scopes?: Iterable<string>;
};

/**
 * A call for a handler that a test calls as a function: account `test`, token `test`, no scopes, a signal that never
 * aborts, a client that answers `ask` and `requestInput` only where the test gives them. `caller` has these and what the test adds. Its
 * `fail` throws a `Refusal`, as in a server, so a test can expect the code.
 */
export function testCall<Failure extends string = string>(options?: TestCallOptions): Call<Failure>;
export function testCall<Failure extends string, Who extends Caller>(
  options: TestCallOptions<Who> & { readonly caller: Who },
): Call<Failure, Who>;
export function testCall(options: TestCallOptions = {}): Call<string> {
  const { scopes = [], account = "test", token = "test", ...rest } = options;
  const caller = { account, token, scopes: new Set(scopes), ...options.caller };
  const requests = new ClientRequests();
  return {
    request: undefined,
    trace: undefined,
    requestId: "test",
    signal: new AbortController().signal,
    progress: () => undefined,
    log: () => undefined,
    can: () => options.ask !== undefined || options.requestInput !== undefined,
    requestInput: (wanted) => requests.requestInput(wanted),
    ask: (key, question) => requests.ask(key, question),
    ...rest,
    ...caller,
    caller,
    fail: refuse,
  };
}
