/** The types of a generated client. The generator writes an `OperationMap`; everything else follows from it. */
import type { CompletionRequest } from "../service/resource-content.ts";
import type { Outcome } from "./outcome.ts";
import type { Started, TaskHandle } from "./task.ts";

/** One tool, resource or prompt, as a generated client knows it. */
export interface OperationTypes {
  /** The name of a tool or of a prompt in MCP messages. */
  readonly name: string;
  /** The arguments that a caller sends; properties with a default are optional. For a resource: the parameters of its URI. */
  readonly arguments: object;
  /** The type of `structuredContent`, of a resource or of the messages of a prompt. For a tool without an output schema: its content blocks. */
  readonly output: unknown;
  /** The declared failure codes; `never` if there are none. */
  readonly failure: string;
  /** For a tool that answers page by page: the property names that lead to the array of items. */
  readonly items?: readonly string[];
  /** The parameters of a resource, or the arguments of a prompt, for which the server suggests values. */
  readonly completes?: string;
  /** For a tool whose calls may become tasks, or always do. */
  readonly task?: "may" | "always";
}

/** Operations of a server by method name. */
export type OperationMap<Operations> = { readonly [Method in keyof Operations]: OperationTypes };

/** A client for these operations: one method each, with the documentation of the map. */
export type ClientOf<Operations extends OperationMap<Operations>> = {
  readonly [Method in keyof Operations]: MethodOf<Operations[Method]>;
};

/** The method of one operation, with what its paging, its completions and its tasks add. */
export type MethodOf<Of extends OperationTypes> = CallOf<Of> &
  (Of extends { readonly items: infer Path extends readonly string[] } ? PagesOf<Of, Path> : unknown) &
  (Of extends { readonly completes: infer Name extends string } ? CompletionOf<Of, Name> : unknown) &
  (Of extends { readonly task: string } ? TasksOf<Of> : unknown);

/** The method for one call. The arguments are optional if all their properties are. */
export type CallOf<Of extends OperationTypes> = (
  ...parameters: ParametersOf<Of>
) => Promise<Outcome<Of["output"], Of["failure"]>>;

/** The parameters of a call. The arguments may be left out if none of them is required. */
export type ParametersOf<Of extends OperationTypes> =
  Record<never, never> extends Of["arguments"]
    ? [input?: Of["arguments"], options?: CallOptions]
    : [input: Of["arguments"], options?: CallOptions];

/** Methods that read a list to its end. They start at the cursor in the arguments, and throw `RefusedCall` if the server refuses a page. */
export interface PagesOf<Of extends OperationTypes, Path extends readonly string[]> {
  /** The results, page by page. */
  readonly pages: (...parameters: ParametersOf<Of>) => AsyncGenerator<Of["output"], void, undefined>;
  /** The items of all pages. */
  readonly items: (
    ...parameters: ParametersOf<Of>
  ) => AsyncGenerator<ItemOf<Of["output"], Path>, void, undefined>;
}

/** The suggestions of the server, at most 100. */
export interface CompletionOf<Of extends OperationTypes, Name extends string> {
  /** Returns the values that the server suggests for one parameter, at most 100. Rejects for errors of JSON-RPC and of the connection. */
  readonly complete: (
    request: Partial<CompletionRequest<Name, Of["arguments"]>> & { readonly parameter: Name },
    options?: CallOptions,
  ) => Promise<readonly string[]>;
}

/** The methods of a tool whose calls may become tasks. A call without `start` waits for its task, and cancels it if the call is cancelled. */
export interface TasksOf<Of extends OperationTypes> {
  /**
   * Calls the tool, and returns the task if the call becomes one. That needs a transport of `withTasks`; without it, each call is
   * answered with its outcome.
   */
  readonly start: (...parameters: ParametersOf<Of>) => Promise<Started<Of["output"], Of["failure"]>>;
  /** A task that was started before, also by another process. Sends no request. */
  readonly task: (id: string) => TaskHandle<Of["output"], Of["failure"]>;
}

/** The type of the items of the array that `Path` leads to. */
export type ItemOf<Output, Path extends readonly string[]> = Path extends readonly [
  infer Name extends string,
  ...infer Rest extends string[],
]
  ? Output extends { readonly [Key in Name]?: infer Value }
    ? ItemOf<NonNullable<Value>, Rest>
    : never
  : Output extends readonly (infer Item)[]
    ? Item
    : never;

/** The options of one call. */
export interface CallOptions {
  /** Cancels the call: the server is notified, and the promise rejects. */
  readonly signal?: AbortSignal;
  /** Receives the progress that the server reports. Without it the server reports none. */
  readonly onProgress?: (progress: Progress) => void;
  /** Milliseconds after which the call is given up; 60,000. Progress starts the time again. */
  readonly timeoutMs?: number;
}

/** MCP 2025-11-25, "Progress". */
export interface Progress {
  /** How much is done so far; it grows with each report. */
  readonly progress: number;
  /** The value of `progress` at the end, if it is known. */
  readonly total?: number;
  /** What the server does at the moment, in words. */
  readonly message?: string;
}
