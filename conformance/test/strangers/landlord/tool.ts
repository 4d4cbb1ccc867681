/** Registers a tool at the server of the SDK: its scope is checked, leases end in time, and refusals are sentences. */
import { setTimeout as delay } from "node:timers/promises";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import type { Office } from "./office.ts";
import { Refusal } from "./refusal.ts";

export type OfficeOf = (account: string) => Office;

export interface Caller {
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

type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface ToolTexts<Input extends z.ZodRawShape> {
  readonly scope: "office:read" | "office:write" | "money:write";
  readonly title: string;
  readonly description: string;
  readonly annotations: object;
  readonly input: Input;
}

interface StructuredTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape> extends ToolTexts<Input> {
  readonly output: Output;
  readonly run: (input: Values<Input>, caller: Caller) => Values<Output>;
}

interface TextTool<Input extends z.ZodRawShape> extends ToolTexts<Input> {
  readonly write: (input: Values<Input>, caller: Caller) => string;
}

export type Registration = (server: McpServer, officeOf: OfficeOf) => void;

export function tool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  name: string,
  { run, ...definition }: StructuredTool<Input, Output>,
): Registration {
  return register(name, definition, definition.output, (input, caller) => {
    const result = structuredClone(run(input, caller));
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: { ...result } };
  });
}

/** A tool that answers with a text and no structure. */
export function textTool<Input extends z.ZodRawShape>(
  name: string,
  { write, ...definition }: TextTool<Input>,
): Registration {
  return register(name, definition, undefined, (input, caller) => ({
    content: [{ type: "text", text: write(input, caller) }],
  }));
}

function register<Input extends z.ZodRawShape>(
  name: string,
  { scope, title, description, annotations, input }: ToolTexts<Input>,
  output: z.ZodRawShape | undefined,
  answer: (input: Values<Input>, caller: Caller) => CallToolResult,
): Registration {
  return (server, officeOf) => {
    const config = {
      title,
      description,
      annotations,
      inputSchema: input as z.ZodRawShape,
      ...(output && { outputSchema: output }),
    };
    server.registerTool(name, config, async (args, { authInfo }): Promise<CallToolResult> => {
      await delay(Number(process.env.LATENCY_MS ?? 0));
      const { clientId, scopes } = authInfo!;
      const office = officeOf(clientId);
      try {
        if (!scopes.includes(scope)) throw new Refusal(`Your token does not have the scope ${scope}.`);
        office.keepTime();
        return answer(args as Values<Input>, { office, scopes });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { isError: true, content: [{ type: "text", text: error.message }] };
      }
    });
  };
}
