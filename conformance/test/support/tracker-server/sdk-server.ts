/** Serves a tracker with the TypeScript SDK of MCP, as a team without Toolwright would: tokens, scopes and rates by hand. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import {
  type CallToolResult,
  createMcpHandler,
  fromJsonSchema,
  McpServer,
} from "@modelcontextprotocol/server";
import { type Caller, type FailureCode, Refusal } from "@toolwright/runtime";
import type { CaseFile } from "../../../cases/format.ts";
import type { RateLimitRule } from "../../../cases/limits.ts";
import { readBody } from "../read-body.ts";
import type { TrackerFault } from "./faults.ts";
import { rateLimit } from "./rates.ts";
import { answerOutside } from "./routes.ts";
import { methodOf, type ServedTracker } from "./toolwright-server.ts";
import { createTracker, type Tracker, trackerCases } from "./tracker.ts";

const { tools, behaviour, rate, failures } = trackerCases;
const exportRate = behaviour!.limits.export_rate as RateLimitRule;
const reporterScope = behaviour!.fields[0]!.scope;

/** Serves a tracker on a free port of loopback. */
export async function serveTrackerWithSdk(
  faults: readonly TrackerFault[] = [],
  { manifest } = trackerCases,
): Promise<ServedTracker> {
  const tracker = createTracker(faults);
  const answer = endpoint(tracker, manifest);
  const server = createServer((request, response) => {
    void answerOutside(tracker, request, response).then(async (done) => {
      if (!done) await answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  tracker.handlers.exports.address = origin;
  return { url: `${origin}/mcp`, tracker, close };

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The gate before the SDK: 403 for foreign pages, 401 without a token that is known, 429 above a rate. */
function endpoint({ authenticate, has, now, handlers }: Tracker, manifest: CaseFile["manifest"]) {
  const limit = rateLimit("rate", rate!, has, now);
  const exportLimit = rateLimit("export-rate", exportRate, has, now);
  const validations = [localhostHostValidation(), localhostOriginValidation()];
  const handle = toNodeHandler(
    createMcpHandler(({ authInfo }) => mcpServer(handlers, has, authenticate(authInfo!.token)!, manifest)),
  );
  return async (request: IncomingMessage & { auth?: object }, response: ServerResponse) => {
    if (!validations.every((passes) => passes(request, response))) return;
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const caller = token === undefined ? undefined : authenticate(token);
    if (!caller) {
      response.writeHead(401, { "WWW-Authenticate": 'Bearer realm="tracker"' }).end();
      return;
    }
    const body = await readBody(request);
    if (body === undefined) return;
    const message = parsed(body);
    if (message === undefined && request.method === "POST") {
      const error = { code: -32_700, message: "The body is no JSON." };
      response.writeHead(400, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
      return;
    }
    const counts = [
      ...(isRequest(message) ? [limit] : []),
      ...(isRequest(message) && message.params?.name === "tracker_export_issues" ? [exportLimit] : []),
    ];
    for (const count of counts) {
      const verdict = count(caller.token);
      if (verdict.allowed) continue;
      response.writeHead(429, { "Retry-After": `${verdict.retryAfterSeconds}` }).end();
      return;
    }
    request.auth = { token, clientId: caller.account, scopes: [...caller.scopes] };
    await handle(request as Parameters<typeof handle>[0], response, message);
  };
}

type RequestMessage = { readonly id: unknown; readonly params?: { readonly name?: unknown } };

function isRequest(message: unknown): message is RequestMessage {
  return typeof message === "object" && message !== null && "id" in message && "method" in message;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The server of one request. */
function mcpServer(
  handlers: Tracker["handlers"],
  has: Tracker["has"],
  caller: Caller,
  manifest: CaseFile["manifest"],
): McpServer {
  const server = new McpServer({ name: trackerCases.server.name, version: trackerCases.server.version });
  for (const { name, ...entry } of manifest) {
    const { inputSchema, outputSchema, ...rest } = entry as Record<string, object>;
    const schemas = {
      inputSchema: fromJsonSchema<never>(inputSchema as never),
      outputSchema: fromJsonSchema(outputSchema as never),
    };
    server.registerTool(name, { ...rest, ...schemas }, (input) => call(name, input));
  }
  return server;

  async function call(tool: string, input: object): Promise<CallToolResult> {
    const missing = tools[tool]!.scopes.filter((scope) => !caller.scopes.has(scope));
    if (missing.length > 0)
      return refusal("insufficient_scope", `${tool} needs ${missing.join(", ")}.`, missing);
    try {
      const method = methodOf(tool) as "getIssue";
      const output = await handlers[method](input as never, { account: caller.account, caller, fail });
      const structuredContent = canSeeReporters() ? output : withoutReporters(output);
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      if (error instanceof Refusal) return refusal(error.code, error.message);
      throw error;
    }
  }

  function canSeeReporters(): boolean {
    return has("reporter-leaks") || caller.scopes.has(reporterScope);
  }
}

function fail(code: string, message: string): never {
  throw new Refusal(code as FailureCode, message);
}

function refusal(code: string, message: string, required?: readonly string[]): CallToolResult {
  const retryable = failures[code]?.retryable ?? false;
  const failure = { code, retryable, ...(required && { details: { required } }) };
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    _meta: { "dev.toolwright/failure": failure },
  };
}

function withoutReporters<Output extends object>(output: Output): Output {
  return JSON.parse(JSON.stringify(output, (name, value) => (name === "reporter" ? undefined : value)));
}
