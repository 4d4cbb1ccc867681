import type { Awaitable } from "../awaitable.ts";
import type { Service, Tool } from "../service.ts";
import { type Answer, errorText } from "./answer.ts";
import { Cancelled, DeadlinePassed } from "./call-errors.ts";
import { closest } from "./closest.ts";
import type { Envelope } from "./envelope.ts";
import { legacyMethods } from "./legacy.ts";
import { invalidParams, isObject, type RequestId, type RpcNotification, type RpcRequest } from "./message.ts";
import { isModern, modernMethods, modernVersionsOf } from "./modern.ts";
import { progressReporter } from "./progress.ts";
import { type CallTool, callableTool, type Handler } from "./tool-call.ts";
import type { Asked, CallContext, Waiting } from "./tool-request.ts";

export interface DispatcherOptions extends Omit<CallContext, "auth" | "waiting"> {
  readonly service: Service;
  /** A function per `tool.method`: what a generated `Handlers` is. */
  readonly handlers: object;
}

/** From a message and its caller to an answer. Knows nothing of the transport that carries them. */
export interface Dispatcher {
  /** `modern`: whether the transport says that the request is one of 2026-07-28, if the request does not. */
  dispatch(request: RpcRequest, asked: Asked, modern?: boolean): Awaitable<Answer>;
  /** What a client has to tell without wanting an answer. Only calling off a request means anything. */
  notice(notification: RpcNotification, asked: Asked): void;
  /** Gives up on every running handler: their signals abort, their callers get `internal`, worth a retry. */
  giveUp(): void;
}

export function createDispatcher({ service, handlers, ...options }: DispatcherOptions): Dispatcher {
  const waiting = new Set<Waiting>();
  const context: CallContext = { ...options, auth: service.auth, waiting };
  const tools = new Map<string, CallTool>(
    service.tools.map((tool) => [tool.name, callableTool(tool, handlerOf(handlers, tool), context)]),
  );

  const legacy = legacyMethods(service, callTool);
  const modern = modernVersionsOf(service).length > 0 ? modernMethods(service, callTool) : undefined;

  return {
    dispatch(request, asked, claimed = false) {
      return modern && (claimed || isModern(request)) ? modern(request, asked) : legacy(request, asked);
    },
    notice({ method, params }, asked) {
      if (method === "notifications/cancelled") callOff(params.requestId, asked);
    },
    giveUp() {
      for (const wait of [...waiting]) wait.giveUp(new DeadlinePassed("The server stops."));
    },
  };

  /** Calls off one request. Where clients cannot be told apart and several are meant, none is. */
  function callOff(id: unknown, asked: Asked): void {
    const client = asked.client();
    const meant = [...waiting].filter(
      ({ request: { id: other, asked: by } }) =>
        other === id && by.caller.token === asked.caller.token && by.client() === client,
    );
    if (meant.length === 1) meant[0]!.giveUp(new Cancelled("The caller has called it off."));
  }

  function callTool({ id, params }: RpcRequest, asked: Asked, envelope: Envelope): Awaitable<Answer> {
    const { name, arguments: input = {} } = params;
    if (typeof name !== "string") return badCall(id, "tools/call names the tool as a string in params.name.");
    const call = tools.get(name);
    if (call === undefined) return badCall(id, unknownTool(name, [...tools.keys()]));
    if (!isObject(input)) return badCall(id, "The arguments of a tool are an object in params.arguments.");
    return call({ id, asked, envelope, onProgress: progressReporter(params, asked) }, input);
  }
}

/** Bound to the object that it comes from, which may be an instance of a class. */
function handlerOf(handlers: object, tool: Tool): Handler {
  const handler: unknown = Reflect.get(handlers, tool.method);
  if (typeof handler !== "function") {
    throw new TypeError(`The handlers lack ${tool.method}(), which answers calls of ${tool.name}.`);
  }
  return handler.bind(handlers);
}

function badCall(id: RequestId, message: string): Answer {
  return { body: errorText(id, invalidParams, message) };
}

function unknownTool(name: string, known: readonly string[]): string {
  const guess = closest(name, known);
  const hint = guess === undefined ? "tools/list names the tools of this server." : `Did you mean ${guess}?`;
  return `Unknown tool ${JSON.stringify(name.slice(0, 80))}. ${hint}`;
}
