/** The parts that MCP 2026-07-28 adds to every request: `_meta` and the headers that repeat it. */
import { isObject, type Json } from "../cases/edits.ts";
import type { WireRequest } from "./transport.ts";

/** The name under which the suite introduces itself to servers. */
export const clientInfo = { name: "toolwright-conformance", version: "1.0.0" };

/** The `_meta` of every request since MCP 2026-07-28 (Overview, `_meta`). */
export function requestMetadata(version: string): Record<string, Json> {
  return {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
}

/** Adds the headers that repeat parts of the body (Streamable HTTP, Request Metadata). */
export function withMetadataHeaders(
  headers: Readonly<Record<string, string>>,
  version: string,
  method: string | undefined,
  name: Json | undefined,
): Record<string, string> {
  return {
    ...headers,
    "MCP-Protocol-Version": version,
    ...(method !== undefined && { "Mcp-Method": method }),
    ...(typeof name === "string" && { "Mcp-Name": headerText(name) }),
  };
}

/** Returns the function that creates a request of MCP 2026-07-28, which needs no handshake. */
export function modernRequest(
  method: string,
  params: Json = {},
): (headers: Readonly<Record<string, string>>, nextId: () => number) => WireRequest {
  const version = "2026-07-28";
  return (headers, nextId) => {
    const id = nextId();
    const { _meta = {}, ...rest } = isObject(params) ? params : {};
    const named = { ...rest, _meta: { ...Object(_meta), ...requestMetadata(version) } };
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: named });
    return { id, body, headers: withMetadataHeaders(headers, version, method, rest.name ?? rest.uri) };
  };
}

/** Encodes text for a header (Streamable HTTP, Value Encoding). */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : encodeHeader(text);
}

export function encodeHeader(text: string): string {
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
