/** The counter at which callers queue: checks scope and arguments of a call, makes it, and keeps the results of calls with request ids. */
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { complete, manifest } from "./arguments.ts";
import { Problem } from "./problem.ts";
import { type Caller, type Desk, type Tool, tools } from "./tools.ts";

interface Receipt {
  readonly input: string;
  readonly result: Record<string, unknown>;
}

export class Counter {
  readonly #desk: Desk;
  readonly #latency: number;
  /** Group, tool and request id -> the call that was made with it. */
  readonly #receipts = new Map<string, Receipt>();
  #calls = 0;

  constructor(desk: Desk, latency: number) {
    this.#desk = desk;
    this.#latency = latency;
  }

  /** Makes a server for the requests of one caller. */
  open(caller: Caller): Server {
    const server = new Server(
      { name: "hotel-desk", version: "3.1.0", title: "Hotel desk" },
      {
        capabilities: { tools: {} },
        instructions:
          "A stay needs a room and a guest. Money is always in cents of the currency of the property.",
      },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: manifest.tools }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
      if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      await this.#wait();
      return this.#answer(caller, params.name, tool, params.arguments ?? {});
    });
    return server;
  }

  /** Now and then the disk is busy, and a call takes longer. */
  async #wait(): Promise<void> {
    this.#calls += 1;
    const busy = this.#calls % 60 === 0 ? 210 : 0;
    if (this.#latency + busy > 0) await sleep(this.#latency + busy);
  }

  #answer(caller: Caller, name: string, tool: Tool, input: Record<string, unknown>): CallToolResult {
    try {
      if (!caller.scopes.includes(tool.scope))
        throw new Problem("insufficient_scope", `This needs the scope ${tool.scope}.`);
      const mistake = complete(name, input);
      if (mistake !== undefined) throw new Problem("invalid_input", mistake);
      this.#desk.stays.giveUp();
      const result = this.#make(caller, name, tool, input);
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return {
        isError: true,
        content: [{ type: "text", text: error.message }],
        _meta: { code: error.code },
      };
    }
  }

  #make(caller: Caller, name: string, tool: Tool, input: Record<string, unknown>): Record<string, unknown> {
    const { request_id, ...rest } = input;
    if (!tool.isMadeOnce || request_id === undefined) return tool.run(this.#desk, caller, rest);
    const place = JSON.stringify([caller.group, name, request_id]);
    const text = JSON.stringify(Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const receipt = this.#receipts.get(place);
    if (receipt !== undefined && receipt.input !== text)
      throw new Problem("request_id_reused", "This request id came with other arguments before.");
    const result = receipt?.result ?? tool.run(this.#desk, caller, rest);
    this.#receipts.set(place, { input: text, result });
    return result;
  }
}
