/** The cases about calls that go on as tasks. */
import type { Arguments, OfTool } from "./case.ts";

/** A tool whose calls may become tasks (MCP 2026-07-28, SEP-2663). */
export type TaskCase = OfTool &
  Arguments & {
    readonly kind: "tasks";
    readonly when: "may" | "always";
    /** A call that takes longer becomes a task. */
    readonly afterSeconds: number;
    readonly check: /** From the call to the result: its shape, what it keeps, its keys, its end. */
      | "life"
      /** The call of a client that does not declare the extension. */
      | "undeclared"
      /** The answer to `server/discover`, and a call in an older version of MCP. */
      | "declaration"
      | "older-version"
      /** Requests about a task that there is not, of clients that do and do not declare the extension. */
      | "unknown-id"
      | "methods-undeclared"
      /** Requests whose header names another task, or none. */
      | "headers"
      /** Requests of callers who may not know of the task. */
      | "other-account"
      | "fewer-scopes"
      | "cancelled"
      /** The end of a task beside the answers to equal calls of a client that takes no tasks. */
      | "plain-result";
  };
