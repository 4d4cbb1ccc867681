/** Registers a tool at the server of the SDK: its scope is checked, the team keeps its time, and refusals have codes. */
import { setTimeout as delay } from "node:timers/promises";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { Refusal } from "./refusal.ts";
import type { Team } from "./team.ts";

export interface Work {
  readonly account: string;
  readonly team: Team;
  readonly scopes: readonly string[];
}

export const reads = { readOnlyHint: true, openWorldHint: false };
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const changes = { ...adds, destructiveHint: true };
export const marks = { ...adds, idempotentHint: true };

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly scope: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: object;
  readonly input: Input;
  readonly output: Output;
  readonly run: (input: z.output<Input>, work: Work) => object;
}

export type Registration = (server: McpServer, work: Work) => void;

export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  { scope, title, description, annotations, input, output, run }: ToolDefinition<Input, Output>,
): Registration {
  return (server, work) => {
    const config = {
      title,
      description,
      annotations,
      inputSchema: input as z.ZodObject,
      outputSchema: output,
    };
    server.registerTool(name, config, async (args): Promise<CallToolResult> => {
      await delay(Number(process.env.LATENCY_MS ?? 0));
      try {
        if (!work.scopes.includes(scope))
          throw new Refusal("insufficient_scope", `${name} needs a token with the scope ${scope}.`);
        work.team.keepTime();
        const result = run(args as z.output<Input>, work);
        return {
          content: [{ type: "text", text: JSON.stringify(result) }],
          structuredContent: { ...result },
        };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return {
          isError: true,
          content: [{ type: "text", text: error.message }],
          _meta: { code: error.code },
        };
      }
    });
  };
}
