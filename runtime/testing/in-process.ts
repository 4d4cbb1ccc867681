/** `inProcess`: handlers behind the interface of the official client, for tests without a transport. */
import { allScopes } from "../calls/redaction.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import type { OfficialClient } from "../client/official-client.ts";
import type { CallOptions } from "../client/operation-map.ts";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import { wholeText } from "../messages/answer.ts";
import type { Caller } from "../service/caller.ts";
import type { HandlersFor, HandlerTypes } from "../service/handlers-for.ts";
import type { Log } from "../service/log.ts";
import type { Service } from "../service/service.ts";

type Options = { readonly signal?: AbortSignal; readonly onprogress?: CallOptions["onProgress"] };

/** The options of `inProcess`. */
export interface InProcessOptions<Types extends HandlerTypes = HandlerTypes, Added extends object = object> {
  /** The generated `service` of `tools.ts`. */
  readonly service: Service<Types>;
  /** An implementation of the generated `Handlers`, for this caller. */
  readonly handlers: NoInfer<HandlersFor<Types, Caller & Added>>;
  /** The caller; by default account `test`, token `test`, with every scope of the service. */
  readonly caller?: Partial<Caller> & Added;
  /** By default warnings and errors go to the console, since a test that ends with `internal` needs the cause. */
  readonly log?: Log;
}

/**
 * Creates a client for the generated `createClient` that calls handlers in this process. Arguments, scopes, defaults, results and
 * redaction are handled as in a server, without HTTP, tokens and request rates.
 *
 * @throws TypeError if a handler is missing
 *
 * @example
 * ```ts
 * import { inProcess } from "@toolwright/runtime/testing";
 * import { createClient } from "../generated/client.ts";
 * import { service } from "../generated/tools.ts";
 * import { handlers } from "./handlers/index.ts";
 *
 * const client = createClient(inProcess({ service, handlers, caller: { account: "ana" } }));
 * const outcome = await client.findBooks({ words: "Emma" });
 * console.log(outcome.ok ? outcome.output.books : outcome.message);
 * ```
 */
export function inProcess<Types extends HandlerTypes, Added extends object = object>(
  options: InProcessOptions<Types, Added>,
): OfficialClient {
  const { service, handlers, log } = options;
  const dispatcher = createDispatcher(service, { handlers, ...(log && { log }) });
  const caller: Caller = { account: "test", token: "test", scopes: allScopes(service), ...options.caller };

  const sender =
    (method: string) =>
    async (params: object, { signal, onprogress }: Options): Promise<unknown> => {
      signal?.throwIfAborted();
      const context: RequestContext = {
        caller,
        clientKey: () => "in process",
        notify: onprogress && ((notification) => onprogress(JSON.parse(notification).params) === undefined),
        onDisconnect: (listener) => signal?.addEventListener("abort", listener, { once: true }),
      };
      const request = {
        kind: "request",
        id: 1,
        method,
        params: { ...params, _meta: { progressToken: 1 } },
      } as const;
      const { result, error } = JSON.parse(wholeText(await dispatcher.dispatch(request, context)));
      signal?.throwIfAborted();
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    };

  // The property `discover` marks a 2.x client, which takes the options as second argument.
  return {
    callTool: sender("tools/call"),
    readResource: sender("resources/read"),
    getPrompt: sender("prompts/get"),
    complete: sender("completion/complete"),
    discover: true,
  } as OfficialClient;
}
