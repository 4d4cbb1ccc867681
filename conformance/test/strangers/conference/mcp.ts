/** The MCP server of the conference: registers the tools, checks scopes and turns problems into refusals. */
import { setTimeout as delay } from "node:timers/promises";
import { type CallToolResult, type McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { type Caller, officeOf } from "./accounts.ts";
import { attendeeTools } from "./attendee-tools.ts";
import { eventTools } from "./event-tools.ts";
import type { Office } from "./office.ts";
import { Problem } from "./problem.ts";
import { programmeTools } from "./programme-tools.ts";
import { listTalks } from "./talk-list.ts";
import { talkTools } from "./talk-tools.ts";
import type { Tool } from "./tool.ts";
import { waitingTools } from "./waiting-tools.ts";

export const tools: readonly Tool[] = [
  ...eventTools,
  ...talkTools,
  listTalks,
  ...programmeTools,
  ...attendeeTools,
  ...waitingTools,
];

/** Makes the server for one request, whose caller is known. */
export function createServer({ authInfo }: McpRequestContext): McpServer {
  const caller = authInfo?.extra?.caller as Caller;
  const server = new McpServer(
    { name: "conference", version: "3.1.0", title: "Conference office" },
    { instructions: "Times are in UTC, amounts in euro cents. Begin with conf_list_events." },
  );
  for (const { name, title, description, annotations, input, output, scope, run } of tools)
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: input, outputSchema: output },
      async (args: object) => {
        await delay(Number(process.env.LATENCY_MS ?? 0));
        return answer(caller, scope, (office) => run(args, { office, caller }));
      },
    );
  return server;
}

function answer(
  caller: Caller,
  scope: string,
  run: (office: Office) => Record<string, unknown>,
): CallToolResult {
  try {
    if (!caller.scopes.includes(scope))
      throw new Problem("insufficient_scope", `This needs a token with the scope ${scope}.`);
    const office = officeOf(caller.account);
    office.lapseOffers();
    const structuredContent = run(office);
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message } = error;
    return { isError: true, content: [{ type: "text", text: message }], _meta: { code } };
  }
}
