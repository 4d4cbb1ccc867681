import { createMcpServer, type McpServer, type McpServerOptions } from "@toolwright/runtime";
import type { ServiceHandlers } from "../generated/handlers.ts";
import { limits } from "../generated/limits.ts";
import { service } from "../generated/tools.ts";
import { handlers } from "./handlers/index.ts";
import { log } from "./log.ts";
import { Notebook } from "./notebook.ts";

/** `tokens`: what the spec requires to know callers, such as `authenticate`. */
type Options = ServiceHandlers["tokens"] &
  Pick<McpServerOptions, "authenticate" | "oauth" | "log" | "now" | "publicUrl" | "routes">;

/** The server, as `npm start`, the tests and the conformance suite run it, each with callers of its own. */
export function createServer(options: Options, notebook = new Notebook(limits.notebook.max)): McpServer {
  return createMcpServer({ service, handlers: handlers(notebook), log, ...options });
}
