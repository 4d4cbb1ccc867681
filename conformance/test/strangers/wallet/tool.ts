/** Registers tools at the server of the SDK. Results are JSON in one text, refusals a sentence. */
import { setTimeout as delay } from "node:timers/promises";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import type { Bank } from "./bank.ts";
import { Refusal } from "./refusal.ts";
import { keepTime } from "./transfers.ts";

export type Registration = (server: McpServer, bank: Bank) => void;

export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
export const adds: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
export const changes: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export interface WalletTool<Input extends z.ZodRawShape> {
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly run: (input: Values<Input>, bank: Bank) => object;
}

export function tool<Input extends z.ZodRawShape>(
  name: string,
  { description, annotations, input, run }: WalletTool<Input>,
): Registration {
  return (server, bank) => {
    const config = { description, annotations, inputSchema: input as z.ZodRawShape };
    server.registerTool(name, config, async (args): Promise<CallToolResult> => {
      await delay(Number(process.env.LATENCY_MS ?? 0));
      try {
        keepTime(bank);
        const result = run(args as Values<Input>, bank);
        return { content: [{ type: "text", text: JSON.stringify(result, null, 2) }] };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { isError: true, content: [{ type: "text", text: `Error: ${error.message}` }] };
      }
    });
  };
}
