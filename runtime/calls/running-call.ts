/** A tool call as its handler sees it. */
import type { Params } from "../messages/message.ts";
import type { ToolInvocation } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Call, TraceContext } from "../service/call.ts";
import type { Caller } from "../service/caller.ts";
import type { HttpRequest } from "../service/http-request.ts";
import { refuse } from "../service/refusal.ts";
import type { Operation } from "../service/service.ts";
import { type CallTask, takesTasks } from "./call-task.ts";
import { ClientRequests, readCapabilities } from "./client-requests.ts";
import type { OnProgress } from "./progress.ts";
import type { ClientLogs, ToolRequest } from "./tool-request.ts";
import { traceContext } from "./trace-context.ts";

/**
 * The call of a handler. Its functions are properties that need no `this`, so that a handler may write `const { fail, progress } = call`;
 * those that need the call are made when they are read, since most calls need none of them.
 */
export class RunningCall implements ToolInvocation {
  readonly caller: Caller;
  readonly tool: Operation;
  readonly input: Params;
  readonly account: string;
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
  readonly fail: Call<string>["fail"] = refuse;
  #onProgress: OnProgress | undefined;
  #hasEnded = false;
  #requestId: string | undefined;
  #controller: AbortController | undefined;

  readonly #toolRequest: ToolRequest;
  readonly #logs: ClientLogs | undefined;
  #requests: ClientRequests | undefined;
  #task: CallTask | undefined;
  /** The progress before the call became a task. */
  #lastProgress: Parameters<OnProgress> | undefined;
  /** Cancels open requests to a client that answers while the call is open. */
  #stopAsking: (() => void) | undefined;

  constructor(tool: Operation, request: ToolRequest, input: Params, logs: ClientLogs | undefined) {
    const { caller } = request.context;
    this.#toolRequest = request;
    this.#logs = logs;
    this.#onProgress = request.onProgress;
    this.tool = tool;
    this.input = input;
    this.caller = caller;
    this.account = caller.account;
    this.token = caller.token;
    this.scopes = caller.scopes;
  }

  /** Created on first use, like the id and the signal: most calls need none of them. */
  get requests(): ClientRequests {
    this.#requests ??= this.#openRequests();
    return this.#requests;
  }

  /** Sets the requests of a call that the client sent again, with their answers. */
  set requests(requests: ClientRequests) {
    this.#requests = requests;
  }

  #openRequests(): ClientRequests {
    const { params, context } = this.#toolRequest;
    if (params) return new ClientRequests(readCapabilities(params));
    const { client } = context;
    if (client === undefined) return new ClientRequests();
    const ended = new AbortController();
    this.#stopAsking = () => ended.abort(new Error("The call has ended."));
    return new ClientRequests(client.capabilities, undefined, (request) =>
      client.request(request, ended.signal),
    );
  }

  /** Whether the client takes a task, so that the call may go on after its answer. */
  get inBackground(): boolean {
    const { tool } = this;
    const { params } = this.#toolRequest;
    return (
      tool.kind === undefined &&
      tool.task !== undefined &&
      params !== undefined &&
      takesTasks(readCapabilities(params))
    );
  }

  /** The id of the task that the call has become. */
  get task(): string | undefined {
    return this.#task?.id;
  }

  /** From now on, progress and requests to the client belong to the task. */
  becomeTask(task: CallTask): void {
    this.#task = task;
    this.#onProgress = task.onProgress;
    if (this.#lastProgress) task.onProgress(...this.#lastProgress);
    this.requests.becomeTask(task);
  }

  /** Whether the handler has asked for something, even if the comparison with the client's answers is not done. */
  get isAsking(): boolean {
    return this.#requests !== undefined && this.#requests.pending.size > 0;
  }

  /** Whether the handler asked for something that its client has not answered. */
  isWaiting(): Awaitable<boolean> {
    return this.#requests?.isWaiting() ?? false;
  }

  get can(): Call["can"] {
    return (method, params) => this.requests.can(method, params);
  }

  get requestInput(): Call["requestInput"] {
    return (requests) => this.requests.requestInput(requests);
  }

  get ask(): Call["ask"] {
    return (key, question) => this.requests.ask(key, question);
  }

  get request(): HttpRequest | undefined {
    return this.#toolRequest.context.request;
  }

  get trace(): TraceContext | undefined {
    return traceContext(this.#toolRequest.meta, this.request);
  }

  get requestId(): string {
    this.#requestId ??= crypto.randomUUID();
    return this.#requestId;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  get progress(): Call["progress"] {
    return (done, total, message) => {
      this.#onProgress?.(done, total, message);
      if (this.tool.kind === undefined && this.tool.task) this.#lastProgress = [done, total, message];
    };
  }

  get log(): Call["log"] {
    return (level, data, logger) => {
      if (!this.#hasEnded) this.#logs?.send(this.#toolRequest, level, data, logger);
    };
  }

  /** Stops progress notifications, which MCP forbids once a request is answered or cancelled, and requests to the client. */
  end(): void {
    this.#hasEnded = true;
    this.#onProgress = undefined;
    this.#stopAsking?.();
  }

  abort(reason: Error): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }
}
