import type { Json } from "../../cases/edits.ts";
import type { FaultDraft, FaultyServer, Operator } from "../fault.ts";
import {
  messageIn,
  type ProxiedRequest,
  type ProxiedResponse,
  resultOf,
  toolOf,
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
        wrong(`${tool}`, { part: "answers", tool }, (request) => toolOf(request) === tool),
      ),
      ...wrong("ping", { part: "server" }, (request) => methodOf(request) === "ping"),
      ...wrong(
        "tools/list",
        { part: "entry", tool: cases.manifest[0]!.name },
        (request) => methodOf(request) === "tools/list",
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

/** Ways in which a response is not a valid answer. */
const wrappings: Readonly<
  Record<
    string,
    { readonly description: string; readonly change: (response: ProxiedResponse) => ProxiedResponse }
  >
> = {
  "wrong-id": {
    description: "with the id of another request",
    change: onMessage((message) => ({ ...message, id: 987_654 })),
  },
  "id-as-text": {
    description: "with its id as a text",
    change: onMessage((message) => ({ ...message, id: String(message.id) })),
  },
  "no-id": { description: "without an id", change: onMessage(({ id: _, ...message }) => message) },
  "no-version": {
    description: "without jsonrpc",
    change: onMessage(({ jsonrpc: _, ...message }) => message),
  },
  "old-version": {
    description: "in JSON-RPC 1.0",
    change: onMessage((message) => ({ ...message, jsonrpc: "1.0" })),
  },
  batch: { description: "with a batch", change: (response) => withMessage(response, [messageIn(response)!]) },
  bare: {
    description: "with a bare result",
    change: (response) => withMessage(response, messageIn(response)!.result ?? null),
  },
  "result-and-error": {
    description: "with a result and an error",
    change: onMessage((message) => ({ ...message, error: { code: -32603, message: "Internal error" } })),
  },
  "content-type": {
    description: "as text/html",
    change: (response) => ({ ...response, headers: { ...response.headers, "content-type": "text/html" } }),
  },
  "status-500": { description: "with HTTP 500", change: (response) => ({ ...response, status: 500 }) },
  "status-404": { description: "with HTTP 404", change: (response) => ({ ...response, status: 404 }) },
  "no-body": { description: "with an empty body", change: (response) => ({ ...response, body: "" }) },
  clipped: {
    description: "with half a message",
    change: (response) => ({ ...response, body: response.body.slice(0, response.body.length >> 1) }),
  },
  redirected: {
    description: "with a redirect",
    change: (response) => ({
      ...response,
      status: 307,
      headers: { ...response.headers, location: "/elsewhere" },
      body: "",
    }),
  },
};

/** Wraps the results of some requests wrongly, in every way. */
function wrong(
  location: string,
  scope: FaultScope,
  matches: (request: ProxiedRequest) => boolean,
): FaultDraft[] {
  return Object.entries(wrappings).map(([how, { description, change }]) => ({
    location: `${location}/${how}`,
    description: `${location} is answered ${description}.`,
    scope,
    start: () =>
      alterResponse((response, request) =>
        matches(request) && resultOf(response) !== undefined ? change(response) : undefined,
      ),
  }));
}

function onMessage(
  change: (message: { readonly [name: string]: Json }) => Json,
): (response: ProxiedResponse) => ProxiedResponse {
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
      methodOf(request) === "ping" && resultOf(response) ? withResult(response, { pong: true }) : undefined,
    ),
  },
};

function onInitialize(
  change: (result: { readonly [name: string]: Json }, request: ProxiedRequest) => Json,
): FaultyServer {
  return alterResponse((response, request) => {
    const result = methodOf(request) === "initialize" ? resultOf(response) : undefined;
    return result && withResult(response, change(result, request));
  });
}

export function methodOf(request: ProxiedRequest): Json | undefined {
  return messageIn(request)?.method;
}
