/** Faults of servers that accept requests which MCP forbids. */
import { valueAt } from "@toolwright/conformance/cases";
import { applyEdits, type Edit, parseJson } from "../../cases/edits.ts";
import type { FaultyServer } from "../fault.ts";
import {
  type ProxiedRequest,
  type ProxiedResponse,
  readMessage,
  readMethod,
  readTool,
  withHeader,
  withMessage,
} from "../messages.ts";
import { alterResponse, edit } from "./interceptors.ts";
import type { Variant } from "./variants.ts";

/** Lists servers that correct wrong requests before the healthy server sees them, so that they succeed. */
export function listLenientServers(tools: readonly string[]): readonly Variant<FaultyServer>[] {
  return [
    ...unreadHeaders.map(([name, description, rewrite]): Variant<FaultyServer> => {
      return [name, description, (request, server) => server(rewrite(request))];
    }),
    [
      "unknown-tool",
      "calls another tool if no tool has that name",
      (request, server) => {
        const tool = readTool(request);
        const known = tools.at(-1)!;
        if (tool === undefined || tools.includes(tool)) return server(request);
        return server(withHeader(withEdit(request, { set: "/params/name", to: known }), "mcp-name", known));
      },
    ],
    ...needlessAnswers.map(([name, description, change]): Variant<FaultyServer> => {
      return [name, description, alterResponse(change)];
    }),
  ];
}

const unreadHeaders: readonly Variant<(request: ProxiedRequest) => ProxiedRequest>[] = [
  [
    "foreign-origin",
    "accepts requests of foreign web pages",
    ({ headers: { origin: _, ...headers }, ...request }) => ({
      ...request,
      headers: { ...headers, host: "localhost" },
    }),
  ],
  [
    "unknown-version",
    "accepts any version in the header",
    (request) =>
      isModern(request) || request.headers["mcp-protocol-version"] === undefined
        ? request
        : withHeader(request, "mcp-protocol-version", "2025-11-25"),
  ],
  [
    "version-of-body",
    "does not compare the version in the header with the version in the body",
    (request) => withModernHeader(request, "mcp-protocol-version", readVersion(request)),
  ],
  [
    "method-of-body",
    "does not read Mcp-Method",
    (request) => withModernHeader(request, "mcp-method", String(readMethod(request))),
  ],
  [
    "name-of-body",
    "does not read Mcp-Name",
    (request) => withModernHeader(request, "mcp-name", readTool(request)),
  ],
  [
    "unsupported-version",
    "serves versions that it does not know",
    (request) => {
      if (!isModern(request)) return request;
      const known = "2026-07-28";
      return withHeader(withEdit(request, { set: versionPointer, to: known }), "mcp-protocol-version", known);
    },
  ],
];

type ResponseChange = (response: ProxiedResponse, request: ProxiedRequest) => ProxiedResponse | undefined;

const needlessAnswers: readonly Variant<ResponseChange>[] = [
  [
    "unknown-method",
    "answers every method",
    (response) =>
      valueAt(readMessage(response) ?? null, "/error/code") === -32601
        ? { ...edit({ remove: "/error" }, { set: "/result", to: {} })(response), status: 200 }
        : undefined,
  ],
  [
    "no-json",
    "answers bodies that are not JSON",
    (response, { body }) =>
      response.status === 400 && body !== "" && parseJson(body) === undefined
        ? { ...withMessage(response, emptyAnswer), status: 200 }
        : undefined,
  ],
  [
    "notification-answered",
    "answers notifications",
    (response) =>
      response.status === 202
        ? {
            ...withHeader(withMessage(response, emptyAnswer), "content-type", "application/json"),
            status: 200,
          }
        : undefined,
  ],
  [
    "page-for-get",
    "shows a page to GET",
    (response, { method }) =>
      method === "GET" && response.status === 405
        ? { status: 200, headers: { "content-type": "text/html" }, body: "<p>It works.</p>" }
        : undefined,
  ],
];

const emptyAnswer = { jsonrpc: "2.0", id: null, result: {} };

function withEdit(request: ProxiedRequest, edit: Edit): ProxiedRequest {
  return withMessage(request, applyEdits(readMessage(request)!, [edit]));
}

/** Sets a header of a request that repeats it in its body. */
function withModernHeader(request: ProxiedRequest, name: string, value: string | undefined): ProxiedRequest {
  return isModern(request) && value !== undefined ? withHeader(request, name, value) : request;
}

const versionPointer = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

function readVersion(request: ProxiedRequest): string | undefined {
  const version = valueAt(readMessage(request) ?? null, versionPointer);
  return typeof version === "string" ? version : undefined;
}

export function isModern(request: ProxiedRequest): boolean {
  return readVersion(request) !== undefined;
}
