import { isUtf8 } from "node:buffer";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { Caller } from "../call.ts";
import { type Answer, errorText } from "../dispatch/answer.ts";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import { everyScope } from "../dispatch/guards.ts";
import { type Malformed, type Message, notJson, readMessage } from "../dispatch/message.ts";
import type { OnToolCall } from "../dispatch/tool-call-report.ts";
import type { Asked } from "../dispatch/tool-request.ts";
import type { Log } from "../log.ts";
import type { Service } from "../service.ts";
import { readLines } from "./lines.ts";

export interface StdioServerOptions<Handlers extends object = object> {
  /** What the generator made of the spec. */
  readonly service: Service<Handlers>;
  /** A function per `tool.method`: an implementation of the generated `Handlers`. */
  readonly handlers: NoInfer<Handlers>;
  /** Must not write to `output`, which belongs to the protocol. */
  readonly log: Log;
  /** Who calls; by default somebody who may do everything, since it was them who started the process. */
  readonly caller?: Caller;
  /** Told of every call of a tool when it has ended. */
  readonly onToolCall?: OnToolCall;
  /** How long a handler is waited for; 45 s, since clients give up at 60. */
  readonly deadlineMs?: number;
  /** The size of the largest message; 4 MiB. */
  readonly maxMessageBytes?: number;
  readonly input?: Readable;
  readonly output?: Writable;
}

/**
 * Serves a generated service over stdin and stdout, one JSON-RPC message a line (MCP 2025-11-25, transports, stdio).
 * Resolves when the input has ended and every answer is written, or when nobody reads the output any more and every call
 * has ended. Throws if a handler is missing.
 */
export async function serveStdio<Handlers extends object>(
  options: StdioServerOptions<Handlers>,
): Promise<void> {
  const { service, handlers, log, onToolCall, deadlineMs = 45_000 } = options;
  const { input = process.stdin, output = process.stdout, maxMessageBytes = 4 * 1024 * 1024 } = options;
  const caller = options.caller ?? { account: "owner", token: "stdio", scopes: everyScope(service) };
  const dispatcher = createDispatcher({ service, handlers, log, onToolCall, deadlineMs });
  const asking: Asked = {
    caller,
    client: () => "stdio",
    notify(notification) {
      if (!output.writableNeedDrain) write({ body: notification });
    },
  };
  const running = new Set<Promise<void>>();
  const gone = new AbortController();
  // Standard output fails anew with each write, so this listens for as long as the process lives.
  output.on("error", leave).once("close", leave);

  try {
    await serve();
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
  await Promise.all(running);

  async function serve(): Promise<void> {
    for await (const line of readLines(input, maxMessageBytes)) {
      const answered = answer(read(line));
      running.add(answered);
      void answered.finally(() => running.delete(answered));
      if (output.writableNeedDrain) await once(output, "drain", { signal: gone.signal });
    }
  }

  /** A client that has gone reads no answers; there is nobody left to serve. What it asked for is still done. */
  function leave(): void {
    gone.abort();
    input.destroy();
  }

  async function answer(message: Message | Malformed): Promise<void> {
    if (message.kind === "malformed") write({ body: errorText(message.id, message.code, message.message) });
    if (message.kind === "notification") dispatcher.notice(message, asking);
    if (message.kind === "request") write(await dispatcher.dispatch(message, asking));
  }

  function write({ body, readyMade = nothing, cancelled }: Answer): void {
    if (!cancelled && !gone.signal.aborted)
      output.write(Buffer.concat([Buffer.from(body), readyMade, newline]));
  }
}

function read(line: Buffer | undefined): Message | Malformed {
  if (line === undefined) return notJson("The message is too large.");
  return isUtf8(line) ? readMessage(line.toString()) : notJson("The message is not valid UTF-8.");
}

const nothing = Buffer.alloc(0);
const newline = Buffer.from("\n");
