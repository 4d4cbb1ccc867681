import type { IncomingHttpHeaders } from "node:http";
import { isObject, type RpcNotification, type RpcRequest } from "../dispatch/message.ts";
import { modernVersionsOf, namedVersion } from "../dispatch/modern.ts";
import type { Service } from "../service.ts";

/** What is wrong with the headers of a modern message, in words; undefined if they say what its body says. */
export type MirrorCheck = (
  message: RpcRequest | RpcNotification,
  headers: IncomingHttpHeaders,
) => string | undefined;

/**
 * MCP 2026-07-28 has clients repeat parts of the body in headers, for proxies to route by, and servers refuse what
 * differs (Streamable HTTP, "Request headers"; SEP-2243): otherwise a proxy would let pass what it cannot see.
 */
export function mirrorCheck(service: Service): MirrorCheck {
  const versions = modernVersionsOf(service);
  const tools = new Map(
    service.tools.map((tool) => [tool.name, Object.entries(tool.parameterHeaders ?? {})]),
  );

  return (message, headers) => {
    const version = namedVersion(message);
    if (message.kind === "request" && version === undefined) return undefined;
    const wrongVersion =
      version === undefined ? undefined : difference("MCP-Protocol-Version", headers, version);
    if (wrongVersion) return wrongVersion;
    // What else a version wants repeated is known only of those that are spoken here.
    if (version !== undefined && !versions.includes(String(version))) return undefined;
    if (message.kind === "notification") return undefined;
    const { method, params } = message;
    const wrongMethod = difference("Mcp-Method", headers, method);
    if (wrongMethod || method !== "tools/call") return wrongMethod;
    return difference("Mcp-Name", headers, params.name) ?? parameterProblem(params, headers);
  };

  function parameterProblem(
    { name, arguments: input }: RpcRequest["params"],
    headers: IncomingHttpHeaders,
  ): string | undefined {
    for (const [header, path] of tools.get(String(name)) ?? []) {
      const problem = difference(header, headers, path.reduce(propertyOf, input));
      if (problem) return problem;
    }
    return undefined;
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function difference(header: string, headers: IncomingHttpHeaders, value: unknown): string | undefined {
  const sent = headers[header.toLowerCase()];
  const meant = isScalar(value) ? String(value) : undefined;
  if (sent === undefined)
    return meant === undefined
      ? undefined
      : `The header ${header} is missing: it repeats what the body says.`;
  return decoded(String(sent)) === meant
    ? undefined
    : `The header ${header} does not say what the body says.`;
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Text that a header cannot hold as it is comes as `=?base64?...?=`; undefined if that is no valid Base64 of UTF-8. */
function decoded(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
