/** A tool call as its handler sees it. */
import { randomUUID } from "node:crypto";
import type { Params } from "../messages/message.ts";
import type { Call, Caller } from "../service/call.ts";
import type { InputRequest, InputResultsOf, Question, Reply } from "../service/client-input.ts";
import { Refusal } from "../service/refusal.ts";
import { ClientRequests, capabilitiesOf } from "./client-requests.ts";

/** Receives the progress of a call; see `Call.progress`. */
export type OnProgress = (done: number, total?: number, message?: string) => void;

export class RunningCall implements Call<string> {
  readonly account: string;
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
  /** Does not use `this`, so a handler may write `const { fail } = call`. */
  readonly fail: Call<string>["fail"] = refuse;
  #onProgress: OnProgress | undefined;
  #requestId: string | undefined;
  #controller: AbortController | undefined;

  readonly #params: Params | undefined;
  #requests: ClientRequests | undefined;

  /** @param params see `ToolRequest.params` */
  constructor(caller: Caller, onProgress?: OnProgress, params?: Params) {
    this.#onProgress = onProgress;
    this.#params = params;
    this.account = caller.account;
    this.token = caller.token;
    this.scopes = caller.scopes;
  }

  /** Created on first use, like the id and the signal: most calls need none of them. */
  get requests(): ClientRequests {
    this.#requests ??= new ClientRequests(this.#params && capabilitiesOf(this.#params));
    return this.#requests;
  }

  /** Those of a call that is sent again have answers. */
  set requests(requests: ClientRequests) {
    this.#requests = requests;
  }

  /** Whether the handler asked for something that its client has not answered. */
  get isWaiting(): boolean {
    return this.#requests !== undefined && this.#requests.pending.size > 0;
  }

  can(method: string, params?: InputRequest["params"]): boolean {
    return this.requests.can(method, params);
  }

  request<const Requests extends Readonly<Record<string, InputRequest>>>(
    requests: Requests,
  ): Promise<InputResultsOf<Requests>> {
    return this.requests.request(requests);
  }

  ask(key: string, question: Question): Promise<Reply> {
    return this.requests.ask(key, question);
  }

  get requestId(): string {
    this.#requestId ??= randomUUID();
    return this.#requestId;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  progress(done: number, total?: number, message?: string): void {
    this.#onProgress?.(done, total, message);
  }

  /** Stops progress notifications: MCP forbids them once a request is answered or cancelled. */
  end(): void {
    this.#onProgress = undefined;
  }

  abort(reason: Error): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }
}

function refuse(code: string, message: string, details?: Readonly<Record<string, unknown>>): never {
  throw new Refusal(code, message, details);
}
