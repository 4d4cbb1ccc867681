import { randomUUID } from "node:crypto";
import type { Call, Caller } from "../call.ts";
import { Refusal } from "../refusal.ts";

/** Where progress goes; see `Call.progress`. */
export type OnProgress = (done: number, total?: number, message?: string) => void;

/** One call of one tool, as its handler sees it. */
export class RunningCall implements Call<string> {
  readonly account: string;
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
  /** Refers to nothing of the instance, so a handler may take it apart: `const { fail } = call`. */
  readonly fail: Call<string>["fail"] = refuse;
  #onProgress: OnProgress | undefined;
  #requestId: string | undefined;
  #controller: AbortController | undefined;

  constructor(caller: Caller, onProgress?: OnProgress) {
    this.#onProgress = onProgress;
    this.account = caller.account;
    this.token = caller.token;
    this.scopes = caller.scopes;
  }

  /** Like the signal, made when first asked for: most calls end without a need for either. */
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

  /** The caller has its answer, or wants none: MCP wants no progress told after that. */
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
