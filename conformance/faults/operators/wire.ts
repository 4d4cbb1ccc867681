import type { Json } from "toolwright/runtime";
import type { Faulty, Operator, Wrong } from "../fault.ts";
import {
  messageIn,
  type Passed,
  type Passing,
  resultOf,
  toolOf,
  withMessage,
  withResult,
} from "../messages.ts";
import type { Place } from "../scope.ts";
import { afterwards } from "./interceptors.ts";

/** How answers are wrapped in JSON-RPC and HTTP, and how a conversation is opened. */
export const wireOperators: readonly Operator[] = [
  {
    name: "wrapping",
    faults: ({ cases, seen }) => [
      ...[...seen.successes.keys()].flatMap((tool) =>
        wrong(`${tool}`, { of: "answers", tool }, (passing) => toolOf(passing) === tool),
      ),
      ...wrong("ping", { of: "server" }, (passing) => methodOf(passing) === "ping"),
      ...wrong(
        "tools/list",
        { of: "entry", tool: cases.manifest[0]!.name },
        (passing) => methodOf(passing) === "tools/list",
      ),
    ],
  },
  {
    name: "opening",
    faults: () =>
      Object.entries(openings).map(([how, { does, faulty }]) => ({
        where: how,
        does: `The server ${does}.`,
        place: { of: "server" },
        start: () => faulty,
      })),
  },
];

/** Ways in which an answer is none. */
const wrappings: Readonly<
  Record<string, { readonly does: string; readonly change: (passed: Passed) => Passed }>
> = {
  "wrong-id": {
    does: "with the id of another request",
    change: onMessage((message) => ({ ...message, id: 987_654 })),
  },
  "id-as-text": {
    does: "with its id as a text",
    change: onMessage((message) => ({ ...message, id: String(message.id) })),
  },
  "no-id": { does: "without an id", change: onMessage(({ id: _, ...message }) => message) },
  "no-version": { does: "without jsonrpc", change: onMessage(({ jsonrpc: _, ...message }) => message) },
  "old-version": {
    does: "in JSON-RPC 1.0",
    change: onMessage((message) => ({ ...message, jsonrpc: "1.0" })),
  },
  batch: { does: "with a batch", change: (passed) => withMessage(passed, [messageIn(passed)!]) },
  bare: {
    does: "with a bare result",
    change: (passed) => withMessage(passed, messageIn(passed)!.result ?? null),
  },
  "result-and-error": {
    does: "with a result and an error",
    change: onMessage((message) => ({ ...message, error: { code: -32603, message: "Internal error" } })),
  },
  "content-type": {
    does: "as text/html",
    change: (passed) => ({ ...passed, headers: { ...passed.headers, "content-type": "text/html" } }),
  },
  "status-500": { does: "with HTTP 500", change: (passed) => ({ ...passed, status: 500 }) },
  "status-404": { does: "with HTTP 404", change: (passed) => ({ ...passed, status: 404 }) },
  "no-body": { does: "with an empty body", change: (passed) => ({ ...passed, body: "" }) },
  clipped: {
    does: "with half a message",
    change: (passed) => ({ ...passed, body: passed.body.slice(0, passed.body.length >> 1) }),
  },
  redirected: {
    does: "with a redirect",
    change: (passed) => ({
      ...passed,
      status: 307,
      headers: { ...passed.headers, location: "/elsewhere" },
      body: "",
    }),
  },
};

/** Each way to wrap the results of some requests wrongly. */
function wrong(where: string, place: Place, isMeant: (passing: Passing) => boolean): Wrong[] {
  return Object.entries(wrappings).map(([how, { does, change }]) => ({
    where: `${where}/${how}`,
    does: `${where} is answered ${does}.`,
    place,
    start: () =>
      afterwards((passed, passing) =>
        isMeant(passing) && resultOf(passed) !== undefined ? change(passed) : undefined,
      ),
  }));
}

function onMessage(change: (message: { readonly [name: string]: Json }) => Json): (passed: Passed) => Passed {
  return (passed) => withMessage(passed, change(messageIn(passed)!));
}

const openings: Readonly<Record<string, { readonly does: string; readonly faulty: Faulty }>> = {
  nameless: {
    does: "does not say who it is",
    faulty: onInitialize(({ serverInfo: _, ...result }) => result),
  },
  "no-server-version": {
    does: "does not say its own version",
    faulty: onInitialize((result) => ({ ...result, serverInfo: { name: "x" } })),
  },
  "no-capabilities": {
    does: "declares nothing",
    faulty: onInitialize(({ capabilities: _, ...result }) => result),
  },
  "no-tools": {
    does: "does not declare tools",
    faulty: onInitialize((result) => ({ ...result, capabilities: {} })),
  },
  "no-protocol-version": {
    does: "does not say which version it speaks",
    faulty: onInitialize(({ protocolVersion: _, ...result }) => result),
  },
  "any-version": {
    does: "agrees to every version",
    faulty: onInitialize((result, passing) => ({
      ...result,
      protocolVersion: (messageIn(passing)!.params as { protocolVersion: string }).protocolVersion,
    })),
  },
  "odd-pong": {
    does: "answers ping with a text",
    faulty: afterwards((passed, passing) =>
      methodOf(passing) === "ping" && resultOf(passed) ? withResult(passed, { pong: true }) : undefined,
    ),
  },
};

function onInitialize(change: (result: { readonly [name: string]: Json }, passing: Passing) => Json): Faulty {
  return afterwards((passed, passing) => {
    const result = methodOf(passing) === "initialize" ? resultOf(passed) : undefined;
    return result && withResult(passed, change(result, passing));
  });
}

export function methodOf(passing: Passing): Json | undefined {
  return messageIn(passing)?.method;
}
