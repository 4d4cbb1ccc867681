import { edited, type Json, valueAt } from "toolwright/runtime";
import type { Faulty } from "../fault.ts";
import { messageIn, type Passed, type Passing, toolOf, withMessage, withResult } from "../messages.ts";
import { afterwards } from "./interceptors.ts";
import { methodOf } from "./wire.ts";

/** One way in which the whole server breaks MCP. */
export interface Wrongdoing {
  readonly does: string;
  readonly faulty: Faulty;
}

/** Sends on what is wrong as if it were right. */
export function lenient(tools: readonly string[]): Record<string, Wrongdoing> {
  return {
    "foreign-origin": {
      does: "lets pages from elsewhere in",
      faulty: as(({ headers: { origin: _, ...headers }, ...passing }) => ({
        ...passing,
        headers: { ...headers, host: "localhost" },
      })),
    },
    "unknown-version": {
      does: "takes any version in the header",
      faulty: as((passing) =>
        isModern(passing) || passing.headers["mcp-protocol-version"] === undefined
          ? passing
          : withHeader(passing, "mcp-protocol-version", "2025-11-25"),
      ),
    },
    "version-of-body": {
      does: "does not compare the version of the header with that of the body",
      faulty: as((passing) => {
        const version = versionOf(passing);
        return version === undefined ? passing : withHeader(passing, "mcp-protocol-version", version);
      }),
    },
    "method-of-body": {
      does: "does not read Mcp-Method",
      faulty: as((passing) =>
        isModern(passing) ? withHeader(passing, "mcp-method", String(methodOf(passing))) : passing,
      ),
    },
    "name-of-body": {
      does: "does not read Mcp-Name",
      faulty: as((passing) => {
        const tool = toolOf(passing);
        return isModern(passing) && tool !== undefined ? withHeader(passing, "mcp-name", tool) : passing;
      }),
    },
    "unsupported-version": {
      does: "serves versions that it does not know",
      faulty: as((passing) => {
        const message = messageIn(passing);
        if (message === undefined || !isModern(passing)) return passing;
        const known = edited(message, [{ set: versionPointer, to: "2026-07-28" }]);
        return withHeader({ ...passing, body: JSON.stringify(known) }, "mcp-protocol-version", "2026-07-28");
      }),
    },
    "unknown-method": {
      does: "has an answer to every method",
      faulty: afterwards((passed) =>
        errorCode(passed) === -32601 ? { ...withResult(withoutError(passed), {}), status: 200 } : undefined,
      ),
    },
    "no-json": {
      does: "has an answer to what is no JSON",
      faulty: afterwards((passed, passing) =>
        passed.status === 400 && passing.body !== "" && !isJson(passing.body)
          ? { ...withMessage(passed, { jsonrpc: "2.0", id: null, result: {} }), status: 200 }
          : undefined,
      ),
    },
    "unknown-tool": {
      does: "takes another tool where there is none of that name",
      faulty: as((passing) => {
        const tool = toolOf(passing);
        if (tool === undefined || tools.includes(tool)) return passing;
        const known = tools.at(-1)!;
        const body = JSON.stringify(edited(messageIn(passing)!, [{ set: "/params/name", to: known }]));
        return withHeader({ ...passing, body }, "mcp-name", known);
      }),
    },
    "notification-answered": {
      does: "answers notifications",
      faulty: afterwards((passed) =>
        passed.status === 202
          ? {
              status: 200,
              headers: { ...passed.headers, "content-type": "application/json" },
              body: '{"jsonrpc":"2.0","id":null,"result":{}}',
            }
          : undefined,
      ),
    },
    "page-for-get": {
      does: "shows a page to GET",
      faulty: afterwards((passed, { method }) =>
        method === "GET" && passed.status === 405
          ? { status: 200, headers: { "content-type": "text/html" }, body: "<p>It works.</p>" }
          : undefined,
      ),
    },
  };
}

function as(rewritten: (passing: Passing) => Passing): Faulty {
  return (passing, healthy) => healthy(rewritten(passing));
}

function errorCode(passed: Passed): Json | undefined {
  return valueAt(messageIn(passed) ?? null, "/error/code");
}

function withoutError(passed: Passed): Passed {
  const { error: _, ...message } = messageIn(passed) ?? {};
  return withMessage(passed, message);
}

const versionPointer = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

function versionOf(passing: Passing): string | undefined {
  const version = valueAt(messageIn(passing) ?? null, versionPointer);
  return typeof version === "string" ? version : undefined;
}

export function isModern(passing: Passing): boolean {
  return versionOf(passing) !== undefined;
}

function withHeader(passing: Passing, name: string, value: string): Passing {
  return { ...passing, headers: { ...passing.headers, [name]: value } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
