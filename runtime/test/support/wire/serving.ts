/** Starts a server of the runtime for a test. */
import {
  createMcpServer,
  type LogEntry,
  type McpServer,
  type McpServerOptions,
  type ToolCallReport,
} from "@toolwright/runtime";
import { notes } from "./notes.ts";
import { callerOf, NotesHandlers } from "./notes-handlers.ts";

export interface Served {
  readonly server: McpServer;
  /** The address of the endpoint. */
  readonly url: URL;
  /** Everything that was logged, with its level. */
  readonly logged: { readonly level: string; readonly entry: LogEntry }[];
  /** Every call of a tool that has ended. */
  readonly calls: ToolCallReport[];
}

/** Serves the notes on a free port of loopback. */
export async function serve(options: Partial<McpServerOptions> = {}): Promise<Served> {
  const logged: Served["logged"] = [];
  const calls: ToolCallReport[] = [];
  const at = (level: string) => (entry: LogEntry) => void logged.push({ level, entry });
  const server = createMcpServer({
    service: notes,
    handlers: new NotesHandlers(),
    authenticate: ({ token }) => callerOf(token),
    log: { info: at("info"), warn: at("warn"), error: at("error") },
    onToolCall: (report) => calls.push(report),
    ...options,
  });
  return { server, url: new URL(await server.listen(0)), logged, calls };
}
