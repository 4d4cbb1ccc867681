/** Compares headers with the body that they repeat (MCP 2026-07-28). */
import { listModernVersions, versionInMeta } from "../dispatch/modern.ts";
import { taskMethodNames } from "../dispatch/task-methods.ts";
import { isObject } from "../json/object.ts";
import type { RpcNotification, RpcRequest } from "../messages/message.ts";
import { decode } from "../messages/message.ts";
import type { Service } from "../service/service.ts";
import type { Exchange } from "./exchange.ts";

/** Returns a sentence about the first header that differs from the body; undefined if none differs. */
export type HeaderMismatchCheck = (
  message: RpcRequest | RpcNotification,
  exchange: Exchange,
) => string | undefined;

/**
 * Creates the check. In MCP 2026-07-28 clients repeat parts of the body in headers, for proxies, and servers refuse messages whose
 * headers differ (Streamable HTTP, "Request headers"; SEP-2243). Otherwise a request could pass a proxy under a wrong name.
 */
export function headerMismatchCheck(service: Service): HeaderMismatchCheck {
  const versions = listModernVersions(service);
  const tools = new Map(
    service.tools.map((tool) => [tool.name, Object.entries(tool.parameterHeaders ?? {})]),
  );

  return (message, exchange) => {
    const version = versionInMeta(message);
    if (version === undefined) return undefined;
    const wrongVersion = mismatch("MCP-Protocol-Version", exchange, version);
    // Other revisions may repeat other members; only supported revisions are checked further.
    if (wrongVersion || !versions.includes(String(version))) return wrongVersion;
    return message.kind === "request" ? requestProblem(message, exchange) : undefined;
  };

  function requestProblem({ method, params }: RpcRequest, exchange: Exchange): string | undefined {
    const wrongMethod = mismatch("Mcp-Method", exchange, method);
    if (wrongMethod) return wrongMethod;
    if (method === "resources/read") return mismatch("Mcp-Name", exchange, params.uri);
    if (method === "prompts/get") return mismatch("Mcp-Name", exchange, params.name);
    if (taskMethodNames.includes(method)) return mismatch("Mcp-Name", exchange, params.taskId);
    if (method !== "tools/call") return undefined;
    return mismatch("Mcp-Name", exchange, params.name) ?? parameterProblem(params, exchange);
  }

  function parameterProblem(
    { name, arguments: input }: RpcRequest["params"],
    exchange: Exchange,
  ): string | undefined {
    for (const [header, path] of tools.get(String(name)) ?? []) {
      const problem = mismatch(header, exchange, path.reduce(getProperty, input));
      if (problem) return problem;
    }
    return undefined;
  }
}

function getProperty(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function mismatch(header: string, exchange: Exchange, value: unknown): string | undefined {
  const sent = exchange.header(header.toLowerCase());
  const expected = ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
  if (sent === undefined)
    return expected === undefined
      ? undefined
      : `The header ${header} is missing. It must repeat the value in the body.`;
  return decodeHeader(sent) === expected
    ? undefined
    : `The header ${header} differs from the value in the body.`;
}

/** Decodes `=?base64?...?=`, which clients use for text that a header cannot contain; undefined if it is not Base64 of UTF-8. */
function decodeHeader(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value)?.[1];
  if (encoded === undefined) return value;
  try {
    const bytes = atob(encoded);
    // `atob` also accepts text without padding or with spaces.
    if (btoa(bytes) !== encoded) return undefined;
    return decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
