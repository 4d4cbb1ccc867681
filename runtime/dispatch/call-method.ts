/** Types and functions that the methods which run handlers share. */
import { progressReporter } from "../calls/progress.ts";
import type { CallTool } from "../calls/tool-call.ts";
import type { CallEnvironment, RequestContext, ToolRequest } from "../calls/tool-request.ts";
import { type Answer, errorJson } from "../messages/answer.ts";
import type { Envelope } from "../messages/envelope.ts";
import { invalidParams, type Params, type RequestId, type RpcRequest } from "../messages/message.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { Operation } from "../service/service.ts";

/** @param modernParams the parameters of a request of MCP 2026-07-28, which contain the client's capabilities */
export type CallMethod = (
  request: RpcRequest,
  context: RequestContext,
  envelope: Envelope,
  modernParams?: Params,
) => Awaitable<Answer>;

export interface CallContext {
  /** An implementation of the generated `Handlers`. */
  readonly handlers: object;
  readonly environment: CallEnvironment;
  readonly isVisible: (operation: Operation, caller: Caller) => boolean;
}

/** An operation, and the function that runs a call of it. */
export interface Callable {
  readonly operation: Operation;
  readonly call: CallTool;
}

export function toRequest(
  { id, params }: RpcRequest,
  context: RequestContext,
  envelope: Envelope,
  modernParams?: Params,
): ToolRequest {
  const onProgress = progressReporter(params, context);
  return { id, context, envelope, onProgress, meta: params._meta, params: modernParams };
}

export function invalid(id: RequestId, message: string): Answer {
  return { body: errorJson(id, invalidParams, message) };
}
