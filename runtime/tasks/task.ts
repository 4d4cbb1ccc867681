/** A task: a call that goes on after its answer (MCP 2026-07-28, extension `io.modelcontextprotocol/tasks`, SEP-2663). */
import type { AnsweredRequest } from "../calls/request-state.ts";
import type { JsonObject } from "../json/object.ts";
import type { Params } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import { capabilitiesKey } from "../service/client-capabilities.ts";
import type { InputRequest } from "../service/client-input.ts";

/** How far a task is; the last three end it. */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** The end of a task that failed: an error of JSON-RPC. */
export interface TaskError {
  /** The code of the error, as JSON-RPC and MCP define them. */
  readonly code: number;
  /** What went wrong, in a sentence. */
  readonly message: string;
  /** More about it, for programs. */
  readonly data?: unknown;
}

/** A request to the client that has no answer yet. */
export interface OpenQuestion {
  /** The key that the handler chose. */
  readonly key: string;
  /** The hash of the request: the handler that runs again recognises it by this. */
  readonly fingerprint: string;
  /** The request, as the client sees it. */
  readonly request: InputRequest;
}

/** A task as a store keeps it, as JSON. It is all that another process needs to run the call again from its start. */
export interface StoredTask {
  /** Unguessable. */
  readonly id: string;
  /** Grows by one with each change. */
  readonly revision: number;
  /** The account that owns the task; without authentication, the network of the caller. */
  readonly owner: string;
  /** The token and the scopes of the call. A reader needs all of these scopes, since the result depends on them. */
  readonly token: string;
  /** The scopes of the call. A reader needs all of them, since the result depends on them. */
  readonly scopes: readonly string[];
  /** The name of the tool. */
  readonly tool: string;
  /** The arguments, with their defaults. */
  readonly input: JsonObject;
  /** The capabilities of the client that made the call. */
  readonly capabilities: JsonObject;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The time of the last change, in milliseconds since the epoch. */
  readonly updatedAt: number;
  /** The task is forgotten this many milliseconds after `createdAt`. */
  readonly ttlMs: number;
  /** How often clients are told to ask for the status, in milliseconds. */
  readonly pollIntervalMs: number;
  /** How far the task is. */
  readonly status: TaskStatus;
  /** The last progress that the handler reported, or why the task failed. */
  readonly statusMessage?: string;
  /** The number of requests to the client so far. */
  readonly questions: number;
  /** Requests without an answer, by the key that the client sees; no such key is used twice. */
  readonly open: Readonly<Record<string, OpenQuestion>>;
  /** The answers of the client, by the key of the handler. */
  readonly answers: Readonly<Record<string, AnsweredRequest>>;
  /** The result of the call, if the task is completed. */
  readonly result?: JsonObject;
  /** The error, if the task failed. */
  readonly error?: TaskError;
}

/** The members of a task that change. */
export type TaskChange = Partial<
  Pick<StoredTask, "status" | "statusMessage" | "questions" | "open" | "answers" | "result" | "error">
>;

/** Keeps tasks. Servers behind one address share a store. */
export interface TaskStore {
  /** Stores a new task. Resolves when every server can read it; to false if there is no room for it. */
  create(task: StoredTask): Promise<boolean>;
  /** Returns a task; undefined if it is unknown or has expired. */
  read(id: string): Promise<StoredTask | undefined>;
  /** Stores a task in place of its revision before. Returns false, and changes nothing, if the stored one has another revision. */
  replace(task: StoredTask): Promise<boolean>;
  /**
   * For stores that several processes share: how often, in milliseconds, a process looks for changes that others made to its running
   * tasks. A process that stops leaves its tasks as they are, for another one to resume.
   */
  readonly watchMs?: number;
  /** Called that often while this process runs a task. */
  hold?(id: string): Promise<void>;
}

export function hasEnded({ status }: StoredTask): boolean {
  return status !== "working" && status !== "input_required";
}

/** Whether a caller may know of a task: it has the same account, and at least the scopes of the call. */
export function mayRead({ scopes }: StoredTask, caller: Caller): boolean {
  return scopes.every((scope) => caller.scopes.has(scope));
}

/** The members that every description of a task has (`Task` of the extension). */
export function describeTask(task: StoredTask): JsonObject {
  const { id, status, statusMessage, createdAt, updatedAt, ttlMs, pollIntervalMs } = task;
  return {
    taskId: id,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs,
    pollIntervalMs,
  };
}

/** The task with its result, its error or its open requests (`DetailedTask`). */
export function describeInDetail(task: StoredTask): JsonObject {
  const { status, open, result, error } = task;
  const requests = Object.entries(open).map(([key, { request }]) => [key, request] as const);
  return {
    ...describeTask(task),
    ...(status === "input_required" && { inputRequests: Object.fromEntries(requests) }),
    ...(status === "completed" && { result }),
    ...(status === "failed" && { error }),
  };
}

/** The parameters of a call that is run again: they contain the capabilities of the client. */
export function paramsAgain({ capabilities }: StoredTask): Params {
  return { _meta: { [capabilitiesKey]: capabilities } };
}
