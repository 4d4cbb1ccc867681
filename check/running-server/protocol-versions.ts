/** Asks a server over HTTP which revisions of MCP it serves. */

/** From the first of these revisions on, there is `server/discover` in place of `initialize`. */
import { isSchemaObject } from "@toolwright/json-schema";
export const modernVersions: readonly [first: string, ...others: string[]] = ["2026-07-28"];

type Headers = Readonly<Record<string, string>>;

/** Those of the versions that the server serves. */
export async function servedVersions(
  url: URL,
  headers: Headers,
  versions: readonly string[],
  timeout: number,
): Promise<string[]> {
  const served = await Promise.all(
    versions.map(async (version) => {
      const isModern = version >= modernVersions[0];
      const [own, request] = isModern ? discover(version) : initialize(version);
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...request });
      const result = await requested(url, { ...headers, ...own }, body, timeout);
      const supported = isModern ? result?.supportedVersions : [result?.protocolVersion];
      return Array.isArray(supported) && supported.includes(version);
    }),
  );
  return versions.filter((_, index) => served[index]);
}

const clientInfo = { name: "toolwright", version: "1.0.0" };

function initialize(protocolVersion: string): [headers: Headers, request: object] {
  return [{}, { method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo } }];
}

function discover(version: string): [headers: Headers, request: object] {
  const method = "server/discover";
  return [
    { "mcp-protocol-version": version, "mcp-method": method },
    { method, params: { _meta: discoverMeta(version) } },
  ];
}

/** The `_meta` of a request of a modern revision. */
export function discoverMeta(version: string): Readonly<Record<string, unknown>> {
  return {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
}

/** The result of a request. Undefined if there is none: the server does not serve that revision. */
async function requested(
  url: URL,
  headers: Headers,
  body: string,
  timeout: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, ...json },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeout),
    });
    const message: unknown = JSON.parse(withoutEventStream(await response.text()));
    return isSchemaObject(message) && isSchemaObject(message.result) ? message.result : undefined;
  } catch {
    return undefined;
  }
}

/** The data of the last event, where a server answers with a stream. */
function withoutEventStream(text: string): string {
  const data = [...text.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1];
  return text.trimStart().startsWith("{") ? text : (data ?? text);
}
