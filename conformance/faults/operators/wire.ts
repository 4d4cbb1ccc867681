import type { Json, JsonObject } from "@toolwright/conformance/cases";
import type { FaultDraft, FaultyServer, Operator } from "../fault.ts";
import {
  messageIn,
  type ProxiedRequest,
  type ProxiedResponse,
  readResult,
  readTool,
  withHeader,
  withMessage,
  withResult,
} from "../messages.ts";
import type { FaultScope } from "../scope.ts";
import { alterResponse } from "./interceptors.ts";

/** Faults in JSON-RPC and HTTP around results. */
export const wireOperators: readonly Operator[] = [
  {
    name: "wrapping",
    faults: ({ cases, observed }) => [
      ...[...observed.successes.keys()].flatMap((tool) =>
        wrong(`${tool}`, { part: "answers", tool }, (request) => readTool(request) === tool),
      ),
      ...wrong("ping", { part: "server" }, (request) => readMethod(request) === "ping"),
      ...wrong(
        "tools/list",
        { part: "entry", tool: cases.manifest[0]!.name },
        (request) => readMethod(request) === "tools/list",
      ),
    ],
  },
  {
    name: "opening",
    faults: () =>
      Object.entries(openings).map(([how, { description, faulty }]) => ({
        location: how,
        description: `The server ${description}.`,
        scope: { part: "server" },
        start: () => faulty,
      })),
  },
];

type Change = (response: ProxiedResponse) => ProxiedResponse;

/** Ways in which a response is not a valid answer. */
const wrappings: readonly (readonly [how: string, description: string, change: Change])[] = [
  ["wrong-id", "with the id of another request", onMessage((message) => ({ ...message, id: 987_654 }))],
  ["id-as-text", "with its id as a text", onMessage((message) => ({ ...message, id: String(message.id) }))],
  ["no-id", "without an id", onMessage(({ id: _, ...message }) => message)],
  ["no-version", "without jsonrpc", onMessage(({ jsonrpc: _, ...message }) => message)],
  ["old-version", "in JSON-RPC 1.0", onMessage((message) => ({ ...message, jsonrpc: "1.0" }))],
  ["batch", "with a batch", onMessage((message) => [message])],
  ["bare", "with a bare result", onMessage(({ result }) => result ?? null)],
  [
    "result-and-error",
    "with a result and an error",
    onMessage((message) => ({ ...message, error: { code: -32603, message: "Internal error" } })),
  ],
  ["content-type", "as text/html", (response) => withHeader(response, "content-type", "text/html")],
  ["status-500", "with HTTP 500", (response) => ({ ...response, status: 500 })],
  ["status-404", "with HTTP 404", (response) => ({ ...response, status: 404 })],
  ["no-body", "with an empty body", (response) => ({ ...response, body: "" })],
  [
    "clipped",
    "with half a message",
    (response) => ({ ...response, body: response.body.slice(0, response.body.length >> 1) }),
  ],
  [
    "redirected",
    "with a redirect",
    (response) => ({ ...withHeader(response, "location", "/elsewhere"), status: 307, body: "" }),
  ],
];

/** Wraps the results of some requests wrongly, in every way. */
function wrong(
  location: string,
  scope: FaultScope,
  matches: (request: ProxiedRequest) => boolean,
): FaultDraft[] {
  return wrappings.map(([how, description, change]) => ({
    location: `${location}/${how}`,
    description: `${location} is answered ${description}.`,
    scope,
    start: () =>
      alterResponse((response, request) =>
        matches(request) && readResult(response) !== undefined ? change(response) : undefined,
      ),
  }));
}

function onMessage(change: (message: JsonObject) => Json): Change {
  return (response) => withMessage(response, change(messageIn(response)!));
}

const openings: Readonly<Record<string, { readonly description: string; readonly faulty: FaultyServer }>> = {
  nameless: {
    description: "does not say who it is",
    faulty: onInitialize(({ serverInfo: _, ...result }) => result),
  },
  "no-server-version": {
    description: "does not say its own version",
    faulty: onInitialize((result) => ({ ...result, serverInfo: { name: "x" } })),
  },
  "no-capabilities": {
    description: "declares nothing",
    faulty: onInitialize(({ capabilities: _, ...result }) => result),
  },
  "no-tools": {
    description: "does not declare tools",
    faulty: onInitialize((result) => ({ ...result, capabilities: {} })),
  },
  "no-protocol-version": {
    description: "does not say which version it speaks",
    faulty: onInitialize(({ protocolVersion: _, ...result }) => result),
  },
  "any-version": {
    description: "agrees to every version",
    faulty: onInitialize((result, request) => ({
      ...result,
      protocolVersion: (messageIn(request)!.params as { protocolVersion: string }).protocolVersion,
    })),
  },
  "odd-pong": {
    description: "answers ping with a text",
    faulty: alterResponse((response, request) =>
      readMethod(request) === "ping" && readResult(response)
        ? withResult(response, { pong: true })
        : undefined,
    ),
  },
};

function onInitialize(change: (result: JsonObject, request: ProxiedRequest) => Json): FaultyServer {
  return alterResponse((response, request) => {
    const result = readMethod(request) === "initialize" ? readResult(response) : undefined;
    return result && withResult(response, change(result, request));
  });
}

export function readMethod(request: ProxiedRequest): Json | undefined {
  return messageIn(request)?.method;
}
