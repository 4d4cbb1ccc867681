/** The MCP server of the drive: registers the tools, checks scopes and turns what is refused into results. */
import { setTimeout as delay } from "node:timers/promises";
import { type CallToolResult, type McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import type { Caller } from "./accounts.ts";
import { binTools } from "./bin-tools.ts";
import { emptyBins } from "./drive.ts";
import { fileTools } from "./file-tools.ts";
import { folderTools } from "./folder-tools.ts";
import { Refused } from "./refused.ts";
import { shareTools } from "./share-tools.ts";
import { talkTools } from "./talk-tools.ts";
import type { Tool } from "./tool.ts";
import { versionTools } from "./version-tools.ts";

export const tools: readonly Tool[] = [
  ...folderTools,
  ...fileTools,
  ...versionTools,
  ...binTools,
  ...shareTools,
  ...talkTools,
];

/** Makes the server for one request, whose caller is known. */
export function createServer({ authInfo }: McpRequestContext): McpServer {
  const caller = authInfo?.extra?.caller as Caller;
  const server = new McpServer(
    { name: "harbour-drive", version: "5.2.0", title: "Harbour drive" },
    { instructions: "Find things with search_files and list_folders. Days and times are in UTC." },
  );
  for (const { name, title, description, annotations, input, output, scope, run } of tools)
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: input, outputSchema: output },
      async (args: object) => {
        await delay(Number(process.env.LATENCY_MS ?? 0));
        return answer(caller, scope, () => run(args, caller));
      },
    );
  return server;
}

function answer(caller: Caller, scope: string, run: () => Record<string, unknown>): CallToolResult {
  try {
    if (!caller.scopes.includes(scope))
      throw new Refused("insufficient_scope", `This needs a token with the scope ${scope}.`);
    emptyBins();
    const structuredContent = run();
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message } = error;
    return { isError: true, content: [{ type: "text", text: message }], _meta: { code } };
  }
}
