/** `serveStdio`: a generated service over standard input and output. */
import type { Readable, Writable } from "node:stream";
import { openRequests } from "../calls/client-link.ts";
import { allScopes } from "../calls/redaction.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import { createDispatcher, type DispatcherOptions } from "../dispatch/dispatcher.ts";
import { isObject, type JsonObject } from "../json/object.ts";
import { type Answer, errorJson, wholeText } from "../messages/answer.ts";
import { type Malformed, type Message, notJson, type Params, readBytes } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import type { HandlerTypes } from "../service/handlers-for.ts";
import type { Log } from "../service/log.ts";
import type { Service } from "../service/service.ts";
import { readLines } from "./lines.ts";
import { takeOutput } from "./standard-output.ts";

/** The options of `serveStdio`. */
export interface StdioServerOptions<Types extends HandlerTypes = HandlerTypes, Who extends Caller = Caller>
  extends DispatcherOptions<Types, Who> {
  /** The generated `service` of `tools.ts`. */
  readonly service: Service<Types>;
  /** Must not write to an `output` of its own, which contains the protocol messages. */
  readonly log: Log;
  /** The caller of every tool; by default a caller with all scopes, since the user of the client started the process. */
  readonly caller?: Who;
  /** Size of the largest message, in bytes; 4 MiB. */
  readonly maxMessageBytes?: number;
  /** The stream with the messages of the client; by default standard input. */
  readonly input?: Readable;
  /** The stream for the messages to the client; by default standard output. */
  readonly output?: Writable;
}

/**
 * Serves a generated service over stdin and stdout, one JSON-RPC message per line (MCP 2025-11-25, "Transports", stdio).
 * Resolves when the input has ended and every answer is written, or when the output is closed and every call has ended. Until then,
 * what other code of the process writes to standard output goes to standard error.
 *
 * @throws TypeError if a handler is missing
 *
 * @example
 * ```ts
 * import { serveStdio } from "@toolwright/runtime";
 * import { service } from "../generated/tools.ts";
 * import { handlers } from "./handlers/index.ts";
 *
 * const log = { info: console.error, warn: console.error, error: console.error };
 * await serveStdio({ service, handlers, log });
 * ```
 */
export async function serveStdio<Types extends HandlerTypes, Who extends Caller = Caller>(
  options: StdioServerOptions<Types, Who>,
): Promise<void> {
  const { service }: StdioServerOptions = options;
  const { input = process.stdin, output = process.stdout, maxMessageBytes = 4 * 1024 * 1024 } = options;
  const caller: Caller = options.caller ?? { account: "owner", token: "stdio", scopes: allScopes(service) };
  const dispatcher = createDispatcher(service, options);
  const protocol = takeOutput(output, options.log);
  const requests = openRequests();
  let legacyCapabilities: JsonObject = {};
  const context: RequestContext = {
    caller,
    clientKey: () => "stdio",
    notify: send,
    get client() {
      return requests.link(caller, legacyCapabilities, send);
    },
  };
  const running = new Set<Promise<void>>();
  const disconnected = new AbortController();
  /** Called when the client has read all output, or has disconnected. */
  let onDrained = () => {};
  // Standard output reports an error for each write, so this listener stays for the life of the process.
  output
    .on("error", stopReading)
    .once("close", stopReading)
    .on("drain", () => onDrained());

  try {
    await serve();
  } catch (error) {
    if (!disconnected.signal.aborted) {
      protocol.release();
      throw error;
    }
  }
  dispatcher.endStreams();
  await Promise.all(running);
  dispatcher.abandonAll();
  protocol.release();

  async function serve(): Promise<void> {
    for await (const line of readLines(input, maxMessageBytes)) {
      const answered = answer(line ? readBytes(line) : notJson("The message is too large."));
      running.add(answered);
      void answered.finally(() => running.delete(answered));
      if (output.writableNeedDrain && !disconnected.signal.aborted)
        await new Promise<void>((resolve) => {
          onDrained = resolve;
        });
    }
  }

  function send(message: string): boolean {
    if (output.writableNeedDrain || disconnected.signal.aborted) return false;
    write({ body: message });
    return true;
  }

  /** Stops reading, since the client has closed the output. The calls in progress still finish. */
  function stopReading(): void {
    disconnected.abort();
    input.destroy();
    onDrained();
  }

  async function answer(message: Message | Malformed): Promise<void> {
    if (message.kind === "malformed") write({ body: errorJson(message.id, message.code, message.message) });
    if (message.kind === "notification") dispatcher.handleNotification(message, context);
    if (message.kind === "notification" && message.method === "notifications/initialized")
      dispatcher.openStream(context, () => undefined);
    if (message.kind === "response") requests.receive(message, caller);
    if (message.kind !== "request") return;
    if (message.method === "initialize") legacyCapabilities = readDeclared(message.params);
    write(await dispatcher.dispatch(message, context));
  }

  function write(answer: Answer): void {
    if (!answer.cancelled && !disconnected.signal.aborted) protocol.write(`${wholeText(answer)}\n`);
  }
}

function readDeclared({ capabilities }: Params): JsonObject {
  return isObject(capabilities) ? capabilities : {};
}
