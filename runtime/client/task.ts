/** The tasks of a typed client: calls that go on after their answer (MCP 2026-07-28, SEP-2663). */
import type { JsonObject } from "../json/object.ts";
import type { Outcome } from "./outcome.ts";

/** A call that was answered with its outcome, or with a task. */
export type Started<Output, Code extends string> =
  | { readonly task: TaskHandle<Output, Code>; readonly outcome?: undefined }
  | { readonly task?: undefined; readonly outcome: Outcome<Output, Code> };

/** A call that goes on after its answer. */
export interface TaskHandle<Output, Code extends string> {
  /** Names the task in any process that has the same token. It is a secret like the result. */
  readonly id: string;
  /**
   * Waits for the end of the task. It can be called again, also after an error on the way; each call polls for itself.
   * @throws UnfinishedTask if the task failed or was cancelled
   */
  wait(options?: TaskWaitOptions): Promise<Outcome<Output, Code>>;
  /** Yields the state of the task, and each change of it until its end. Ends without an error, however the task ends. */
  progress(options?: TaskWaitOptions): AsyncGenerator<TaskState, void, undefined>;
  /** Asks the server to cancel the task. A task that has ended stays as it is. */
  cancel(): Promise<void>;
}

/** The options of a wait for a task. */
export interface TaskWaitOptions {
  /** Ends the wait: the promise rejects. The task goes on. */
  readonly signal?: AbortSignal;
}

/** One state of a task. */
export interface TaskState {
  /** `working` until the end; then how the task ended. */
  readonly status: "working" | "completed" | "failed" | "cancelled";
  /** The last progress that the handler reported, or the cause of a failure. */
  readonly message?: string;
}

/** The exception for a task without an outcome. */
export class UnfinishedTask extends Error {
  /** Tells this error from others where `instanceof` cannot, as between two copies of the package. */
  override readonly name = "UnfinishedTask";
  /** The id of the task. */
  readonly id: string;
  /** How the task ended. */
  readonly status: "failed" | "cancelled";
  /** The JSON-RPC error of a task that failed. */
  readonly code: number | undefined;
  /** The data of that error. */
  readonly data: unknown;

  /** Makes the message from the status, and from the JSON-RPC error of a task that failed. */
  constructor(id: string, status: "failed" | "cancelled", error: JsonObject = {}) {
    const { code, message = "", data } = error;
    super(`The task ${status === "failed" ? `failed: ${message}` : "was cancelled."}`);
    this.id = id;
    this.status = status;
    this.code = typeof code === "number" ? code : undefined;
    this.data = data;
  }
}
