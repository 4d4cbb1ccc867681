/** `inProcess`: handlers behind the interface of the official client, for tests without a wire. */
import { allScopes } from "../calls/redaction.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import type { OfficialClient, RequestOptions } from "../client/official-client.ts";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import { type Answer, wholeText } from "../messages/answer.ts";
import type { Caller } from "../service/caller.ts";
import type { Log } from "../service/log.ts";
import type { HandlersFor, HandlerTypes, Service } from "../service/service.ts";

export interface InProcessOptions<Types extends HandlerTypes = HandlerTypes, Added extends object = object> {
  /** The generated `service` of `tools.ts`. */
  readonly service: Service<Types>;
  /** An implementation of the generated `Handlers`, for this caller. */
  readonly handlers: NoInfer<HandlersFor<Types, Caller & Added>>;
  /** Who calls: by default account `test`, token `test`, with every scope of the service. */
  readonly caller?: Partial<Caller> & Added;
  /** By default errors go to standard error, since a test that ends with `internal` needs the cause. */
  readonly log?: Log;
}

/**
 * A client for the generated `createClient` that calls handlers in this process. Arguments, scopes, defaults, results and
 * redaction are handled as in a server; there is no HTTP, no token and no request rate.
 *
 * @throws TypeError if a handler is missing
 */
export function inProcess<Types extends HandlerTypes, Added extends object = object>(
  options: InProcessOptions<Types, Added>,
): OfficialClient {
  const { service, handlers, log = errorsOnly } = options;
  const dispatcher = createDispatcher(service, { handlers, log });
  const caller: Caller = { account: "test", token: "test", scopes: allScopes(service), ...options.caller };
  let lastId = 0;

  async function send(
    method: string,
    params: object,
    { signal, onprogress }: RequestOptions,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const context: RequestContext = {
      caller,
      clientKey: () => "in process",
      notify: onprogress && ((notification) => onprogress(JSON.parse(notification).params) === undefined),
    };
    const cancel = () =>
      dispatcher.handleNotification(
        { kind: "notification", method: "notifications/cancelled", params: { requestId: id } },
        context,
      );
    signal?.addEventListener("abort", cancel, { once: true });
    const request = { ...params, _meta: { progressToken: id } };
    const answer = await dispatcher.dispatch({ kind: "request", id, method, params: request }, context);
    signal?.removeEventListener("abort", cancel);
    signal?.throwIfAborted();
    return readResult(answer);
  }

  // `discover` says that the options are the second argument, as in the 2.x client.
  return {
    callTool: send.bind(undefined, "tools/call"),
    readResource: send.bind(undefined, "resources/read"),
    getPrompt: send.bind(undefined, "prompts/get"),
    complete: send.bind(undefined, "completion/complete"),
    discover: true,
  } as OfficialClient;
}

/** The result as a client reads it: out of its JSON text. */
function readResult(answer: Answer): unknown {
  const { result, error } = JSON.parse(wholeText(answer));
  if (error) throw Object.assign(new Error(error.message), error);
  return result;
}

const errorsOnly: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (entry) => console.error(entry.error ?? entry),
};
