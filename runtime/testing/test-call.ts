/** `testCall`: a `Call` for tests that call a handler as a function. */
import { ClientRequests } from "../calls/client-requests.ts";
import type { Call } from "../service/call.ts";
import type { Caller } from "../service/caller.ts";
import { refuse } from "../service/refusal.ts";

/** The properties of a call that a test sets. The others have the values that `testCall` documents. */
export type TestCallOptions<Who extends Caller = Caller> = Partial<
  Omit<Call<never, Who>, "scopes" | "fail">
> & {
  readonly scopes?: Iterable<string>;
};

/**
 * Creates a call for a handler that a test calls as a function: account `test`, token `test`, no scopes, a signal that never aborts,
 * and a client that answers only if the test sets `ask` or `requestInput`. `caller` contains these values and those that the test
 * adds. `fail` throws a `Refusal`, as in a server, so a test can expect the code.
 *
 * @example
 * ```ts
 * import { testCall } from "@toolwright/runtime/testing";
 * import { handlers } from "./handlers/index.ts";
 *
 * const call = testCall<"not_found">({ account: "ana", scopes: ["loans"] });
 * const { loan } = await handlers.lendBook({ book_id: "book_1" }, call);
 * console.log(loan.id);
 * ```
 */
export function testCall<Failure extends string = string>(options?: TestCallOptions): Call<Failure>;
/** Creates a call of a caller to whom the server adds properties. */
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
    inBackground: false,
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
