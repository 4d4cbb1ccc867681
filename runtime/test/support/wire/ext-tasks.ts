/** The official requester of tasks (`@modelcontextprotocol/ext-tasks`) on the official client, as hosts put them together. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  createTaskSessionFromClient,
  type RawClientDispatch,
  type WithTasksOptions,
} from "@modelcontextprotocol/ext-tasks/client";
import { onTestFinished } from "vitest";

const protocolVersion = "2026-07-28";
const clientInfo = { name: "ext-tasks-test", version: "1.0.0" };
const clientCapabilities = { elicitation: { form: {} } };

/** A request as the requester wants it sent: with its `_meta`, without an id. */
interface Framed {
  readonly method: string;
  readonly params: { readonly taskId?: string; readonly name?: string };
}

/** Opens a session in MCP 2026-07-28. Every request of the requester is added to `sent`. */
export async function openTaskSession(url: URL, token: string, options: WithTasksOptions = {}) {
  const authorization = `Bearer ${token}`;
  const client = new Client(clientInfo, {
    capabilities: clientCapabilities,
    versionNegotiation: { mode: "auto" },
  });
  const requestInit = { headers: { Authorization: authorization } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const sent: string[] = [];
  // The codecs of the client refuse results that are tasks, so its hosts send these requests themselves.
  const rawDispatch: RawClientDispatch = async (request) => {
    const { method, params } = request as unknown as Framed;
    sent.push(method);
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: authorization,
        "MCP-Protocol-Version": protocolVersion,
        "Mcp-Method": method,
        "Mcp-Name": params.taskId ?? params.name ?? "",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: sent.length, ...Object(request) }),
    });
    const { result, error } = await response.json();
    return error ? { kind: "error", error } : { kind: "result", result };
  };
  const session = createTaskSessionFromClient(client, {
    endpointId: url.href,
    rawDispatch,
    v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities },
    ...options,
  });
  onTestFinished(async () => {
    await session.close();
    await client.close();
  });
  return { client, session, sent };
}
