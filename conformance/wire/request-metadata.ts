/** What MCP 2026-07-28 adds to every request: `_meta` and the headers that repeat it. */
import type { Json } from "../cases/edits.ts";

const clientInfo = { name: "toolwright-conformance", version: "1.0.0" };

/** The `_meta` of every request since MCP 2026-07-28 (Overview, `_meta`). */
export function requestMetadata(version: string): Record<string, Json> {
  return {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
}

/** The headers that repeat parts of the body (Streamable HTTP, Request Metadata). */
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

/** Encodes text for a header (Streamable HTTP, Value Encoding). */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : encodedHeader(text);
}

export function encodedHeader(text: string): string {
  return `=?base64?${Buffer.from(text).toString("base64")}?=`;
}
