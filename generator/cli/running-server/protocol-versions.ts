/** Asks a server over HTTP which revisions of MCP it serves. */
import { isSchemaObject } from "../../schema/keywords.ts";

/** From this revision on there is `server/discover` in place of `initialize`. */
const firstModern = "2026-07-28";

/** Those of the versions that the server serves. */
export async function servedVersions(
  url: URL,
  headers: Readonly<Record<string, string>>,
  versions: readonly string[],
  timeout: number,
): Promise<string[]> {
  const served = await Promise.all(
    versions.map(async (version) => {
      const isModern = version >= firstModern;
      const result = await requested(
        url,
        headers,
        isModern ? discover(version) : initialize(version),
        timeout,
      );
      const supported = isModern ? result?.supportedVersions : [result?.protocolVersion];
      return Array.isArray(supported) && supported.includes(version);
    }),
  );
  return versions.filter((_, index) => served[index]);
}

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

const clientInfo = { name: "toolwright-verify", version: "1.0.0" };

function initialize(protocolVersion: string): Request {
  const params = { protocolVersion, capabilities: {}, clientInfo };
  return { headers: {}, body: { jsonrpc: "2.0", id: 1, method: "initialize", params } };
}

function discover(version: string): Request {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    headers: { "mcp-protocol-version": version, "mcp-method": "server/discover" },
    body: { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: meta } },
  };
}

/** The result of a request. Undefined if there is none: the server does not serve that revision. */
async function requested(
  url: URL,
  headers: Readonly<Record<string, string>>,
  request: Request,
  timeout: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...headers,
        ...request.headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(request.body),
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
