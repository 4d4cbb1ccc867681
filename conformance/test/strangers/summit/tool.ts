/** A tool of the office, and how the SDK gets it. */
import { setTimeout as delay } from "node:timers/promises";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { Desk } from "./desk.ts";
import { Problem } from "./problem.ts";
import { Programme } from "./programme.ts";

export class Office {
  readonly account: string;
  readonly programme = new Programme();
  readonly desk = new Desk(this.programme);

  constructor(account: string) {
    this.account = account;
  }
}

export interface Work {
  readonly office: Office;
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

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly scope: string;
  readonly annotations: object;
  readonly input: Input;
  readonly output: Output;
  readonly run: (input: z.output<Input>, work: Work) => z.output<Output>;
}

export type Registration = (server: McpServer, work: Work) => void;

export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  { title, description, scope, annotations, input, output, run }: Definition<Input, Output>,
): Registration {
  const config = { title, description, annotations, inputSchema: input as z.ZodObject, outputSchema: output };
  return (server, work) => {
    server.registerTool(name, config, async (args): Promise<CallToolResult> => {
      await delay(Number(process.env.LATENCY_MS ?? 0));
      try {
        if (!work.scopes.includes(scope))
          throw new Problem("insufficient_scope", `${name} needs the scope ${scope}.`);
        const result = run(args as z.output<Input>, work);
        return {
          content: [{ type: "text", text: JSON.stringify(result) }],
          structuredContent: { ...result },
        };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { isError: true, content: [{ type: "text", text: error.message }] };
      }
    });
  };
}
