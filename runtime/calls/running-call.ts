/** A tool call as its handler sees it. */
import { randomUUID } from "node:crypto";
import type { Call, Caller } from "../service/call.ts";
import { Refusal } from "../service/refusal.ts";
import type { ClientRequests } from "./client-requests.ts";

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

  readonly requests: ClientRequests;
  readonly can: Call["can"] = (what) => this.requests.can(what);
  readonly sample: Call["sample"] = (request) => this.requests.sample(request);
  readonly ask: Call["ask"] = (question) => this.requests.ask(question);

  constructor(caller: Caller, requests: ClientRequests, onProgress?: OnProgress) {
    this.requests = requests;
    this.#onProgress = onProgress;
    this.account = caller.account;
    this.token = caller.token;
    this.scopes = caller.scopes;
  }

  /** Created on first use, like the signal: most calls need neither. */
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
