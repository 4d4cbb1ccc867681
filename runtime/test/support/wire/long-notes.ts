/** Notes that take long, and the official clients that wait for them. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Call, Service } from "@toolwright/runtime";
import { onTestFinished } from "vitest";
import { notes, tool } from "./notes.ts";
import { serve } from "./serving.ts";

export interface Work {
  readonly ms: number;
  /** The time between two reports of progress; none if absent. */
  readonly everyMs?: number;
}

const input = { properties: { ms: { type: "integer" }, everyMs: { type: "integer" } } };
const output = { type: "object", properties: { worked: { type: "integer" } } };

/** Serves two tools that work: one within the deadline of the server, another within its own. */
export async function serveWork(deadlineMs: number, ownDeadlineMs: number) {
  const service: Service = {
    ...notes,
    server: { ...notes.server, protocolVersions: ["2025-11-25", "2026-07-28"] },
    tools: [
      tool({ name: "notes_work", method: "work", input, output }),
      tool({ name: "notes_long_work", method: "work", input, output, deadlineMs: ownDeadlineMs }),
    ],
  };
  const aborted: unknown[] = [];
  const work = async ({ ms, everyMs = ms }: Work, call: Call) => {
    call.signal.addEventListener("abort", () => aborted.push(call.signal.reason.message));
    for (let done = 0; done < ms; done += everyMs) {
      await sleep(Math.min(everyMs, ms - done), undefined, { signal: call.signal });
      if (everyMs < ms) call.progress(done + everyMs, ms);
    }
    return { worked: ms };
  };
  const limit = () => ({ allowed: true }) as const;
  const served = await serve({ service, handlers: { work }, deadlineMs, limit });
  onTestFinished(() => served.server.close(0));
  return { ...served, aborted };
}

export const clients = ["SDK 1.x", "SDK 2.x, legacy", "SDK 2.x, modern"] as const;

/** Calls a tool with an official client. */
export async function callWith(
  which: (typeof clients)[number],
  url: URL,
  name: string,
  work: Work,
  options: RequestOptions,
) {
  const requestInit = { headers: { Authorization: "Bearer notes:read" } };
  const info = { name: "long-calls", version: "1.0.0" };
  const params = { name, arguments: { ...work } };
  if (which === "SDK 1.x") {
    const client = new LegacyClient(info);
    await client.connect(new LegacyTransport(url, { requestInit }) as never);
    onTestFinished(() => client.close());
    return client.callTool(params, undefined, options);
  }
  const mode = which === "SDK 2.x, modern" ? "auto" : "legacy";
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close());
  return client.callTool(params, options as never);
}
