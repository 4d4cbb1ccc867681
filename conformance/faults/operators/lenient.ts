/** Faults of servers that accept requests which MCP forbids. */
import { edited, type Json, valueAt } from "@toolwright/conformance/cases";
import type { FaultyServer } from "../fault.ts";
import {
  messageIn,
  type ProxiedRequest,
  type ProxiedResponse,
  readTool,
  withHeader,
  withMessage,
  withResult,
} from "../messages.ts";
import { alterResponse } from "./interceptors.ts";
import { readMethod } from "./wire.ts";

/** A fault of the whole server, not of one tool. */
export interface ServerFault {
  readonly description: string;
  readonly faulty: FaultyServer;
}

/** Corrects wrong requests before the healthy server sees them, so that they succeed. */
export function lenient(tools: readonly string[]): Record<string, ServerFault> {
  return { ...unreadHeaders, ...takenMessages(tools), ...needlessAnswers };
}

const unreadHeaders: Record<string, ServerFault> = {
  "foreign-origin": {
    description: "lets pages from elsewhere in",
    faulty: rewriteRequest(({ headers: { origin: _, ...headers }, ...request }) => ({
      ...request,
      headers: { ...headers, host: "localhost" },
    })),
  },
  "unknown-version": {
    description: "takes any version in the header",
    faulty: rewriteRequest((request) =>
      isModern(request) || request.headers["mcp-protocol-version"] === undefined
        ? request
        : withHeader(request, "mcp-protocol-version", "2025-11-25"),
    ),
  },
  "version-of-body": {
    description: "does not compare the version of the header with that of the body",
    faulty: rewriteRequest((request) => {
      const version = readVersion(request);
      return version === undefined ? request : withHeader(request, "mcp-protocol-version", version);
    }),
  },
  "method-of-body": {
    description: "does not read Mcp-Method",
    faulty: rewriteRequest((request) =>
      isModern(request) ? withHeader(request, "mcp-method", String(readMethod(request))) : request,
    ),
  },
  "name-of-body": {
    description: "does not read Mcp-Name",
    faulty: rewriteRequest((request) => {
      const tool = readTool(request);
      return isModern(request) && tool !== undefined ? withHeader(request, "mcp-name", tool) : request;
    }),
  },
  "unsupported-version": {
    description: "serves versions that it does not know",
    faulty: rewriteRequest((request) => {
      const message = messageIn(request);
      if (message === undefined || !isModern(request)) return request;
      const known = edited(message, [{ set: versionPointer, to: "2026-07-28" }]);
      return withHeader({ ...request, body: JSON.stringify(known) }, "mcp-protocol-version", "2026-07-28");
    }),
  },
};

function takenMessages(tools: readonly string[]): Record<string, ServerFault> {
  return {
    "unknown-method": {
      description: "has an answer to every method",
      faulty: alterResponse((response) =>
        errorCode(response) === -32601
          ? { ...withResult(withoutError(response), {}), status: 200 }
          : undefined,
      ),
    },
    "no-json": {
      description: "has an answer to what is no JSON",
      faulty: alterResponse((response, request) =>
        response.status === 400 && request.body !== "" && !isJson(request.body)
          ? { ...withMessage(response, { jsonrpc: "2.0", id: null, result: {} }), status: 200 }
          : undefined,
      ),
    },
    "unknown-tool": {
      description: "takes another tool where there is none of that name",
      faulty: rewriteRequest((request) => {
        const tool = readTool(request);
        if (tool === undefined || tools.includes(tool)) return request;
        const known = tools.at(-1)!;
        const body = JSON.stringify(edited(messageIn(request)!, [{ set: "/params/name", to: known }]));
        return withHeader({ ...request, body }, "mcp-name", known);
      }),
    },
  };
}

const needlessAnswers: Record<string, ServerFault> = {
  "notification-answered": {
    description: "answers notifications",
    faulty: alterResponse((response) =>
      response.status === 202
        ? {
            status: 200,
            headers: { ...response.headers, "content-type": "application/json" },
            body: '{"jsonrpc":"2.0","id":null,"result":{}}',
          }
        : undefined,
    ),
  },
  "page-for-get": {
    description: "shows a page to GET",
    faulty: alterResponse((response, { method }) =>
      method === "GET" && response.status === 405
        ? { status: 200, headers: { "content-type": "text/html" }, body: "<p>It works.</p>" }
        : undefined,
    ),
  },
};

function rewriteRequest(rewrite: (request: ProxiedRequest) => ProxiedRequest): FaultyServer {
  return (request, server) => server(rewrite(request));
}

function errorCode(response: ProxiedResponse): Json | undefined {
  return valueAt(messageIn(response) ?? null, "/error/code");
}

function withoutError(response: ProxiedResponse): ProxiedResponse {
  const { error: _, ...message } = messageIn(response) ?? {};
  return withMessage(response, message);
}

const versionPointer = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

function readVersion(request: ProxiedRequest): string | undefined {
  const version = valueAt(messageIn(request) ?? null, versionPointer);
  return typeof version === "string" ? version : undefined;
}

export function isModern(request: ProxiedRequest): boolean {
  return readVersion(request) !== undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
