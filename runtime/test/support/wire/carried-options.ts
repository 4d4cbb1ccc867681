import type { McpHandlerOptions } from "@toolwright/runtime";
import { callerOf, type ModernNotesHandlers } from "./notes-handlers.ts";

export const carriedPath = "/notes/mcp";

export function carriedOptions(handlers: ModernNotesHandlers): McpHandlerOptions {
  return {
    handlers,
    path: carriedPath,
    authenticate: ({ token }) => callerOf(token),
    limit: (token) => (token === "id-of-busy" ? { allowed: false, retryAfterSeconds: 7 } : { allowed: true }),
    origins: ["https://app.example"],
    maxBodyBytes: 200_000,
    deadlineMs: 1_000,
    bodyTimeoutMs: 500,
    log: { info() {}, warn() {}, error() {} },
  };
}
