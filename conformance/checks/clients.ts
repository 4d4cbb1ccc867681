import type { ClientOptions as ModernOptions } from "@modelcontextprotocol/client";
import { failed, held, inapplicable, type Verdict } from "../results/verdict.ts";
import { missingPackage } from "../usage/optional-package.ts";
import { clientInfo } from "../wire/request-metadata.ts";
import type { Check, Probe } from "./check.ts";

/** Checks that the official SDK clients work with the target. The clients are loaded only when needed. */
export const clientChecks: readonly Check[] = [
  {
    name: "clients/sdk-1",
    must: "The client of the TypeScript SDK 1.x can connect, list tools and call one.",
    sections: { "2025-11-25": "basic/lifecycle" },
    run: (probe) => useClient(probe, firstClient),
  },
  {
    name: "clients/sdk-2",
    must: "The client of the TypeScript SDK 2.x can connect, list tools and call one.",
    sections: { "2025-11-25": "basic/lifecycle", "2026-07-28": "basic/versioning" },
    run: (probe) => useClient(probe, modernClient),
  },
];

/** The methods that both clients have. */
interface Connected {
  listTools(): Promise<unknown>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

type Access = Pick<Probe, "to" | "version" | "fetch">;

async function useClient(probe: Probe, connect: (access: Access) => Promise<Connected>): Promise<Verdict> {
  const { name, arguments: input } = await probe.tool();
  const { to, version } = probe;
  let step = "opens";
  /** The error that stopped the suite from sending a request. It is not a failure of the target. */
  let unsent: unknown;
  let isTyped = true;
  const fetch: Probe["fetch"] = async (...request) => {
    try {
      const response = await probe.fetch(...request);
      isTyped &&= response.body === null || response.headers.has("content-type");
      return response;
    } catch (error) {
      if (!(error instanceof TypeError)) unsent = error;
      throw error;
    }
  };
  try {
    const client = await connect({ to, version, fetch });
    step = "lists";
    await client.listTools();
    step = "calls";
    await client.callTool({ name, arguments: input as Record<string, unknown> });
    await client.close();
    return held;
  } catch (error) {
    if (unsent !== undefined) throw unsent;
    const missing = missingPackage(error);
    if (missing !== undefined)
      return inapplicable(`its package is not installed here: npm install --save-dev ${missing}`);
    const message = error instanceof Error ? error.message : String(error);
    const verdict = failed(`a client that ${step}`, message.replaceAll(/\s+/g, " ").slice(0, 300));
    return isTyped ? verdict : { ...verdict, missingHeader: "content-type" };
  }
}

async function firstClient(probe: Access): Promise<Connected> {
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  ]);
  const client = new Client(clientInfo);
  // The SDK's declarations predate exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL(probe.to), { fetch: probe.fetch });
  await client.connect(transport as Parameters<typeof client.connect>[0], unlimited);
  return {
    listTools: () => client.listTools(undefined, unlimited),
    callTool: (call) => client.callTool(call, undefined, unlimited),
    close: () => client.close(),
  };
}

/** The suite limits each request, without the time in which its own process waits. The clients would count that time, too. */
const unlimited = { timeout: 2 ** 31 - 1 };

/** Accepts all results: the suite validates them itself, and compiling the schemas of all tools again takes a second. */
const anyOutput: NonNullable<ModernOptions["jsonSchemaValidator"]> = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

async function modernClient(probe: Access): Promise<Connected> {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const mode = probe.version < "2026" ? "legacy" : { pin: probe.version };
  const client = new Client(clientInfo, { versionNegotiation: { mode }, jsonSchemaValidator: anyOutput });
  const transport = new StreamableHTTPClientTransport(new URL(probe.to), { fetch: probe.fetch });
  await client.connect(transport, unlimited);
  return {
    listTools: () => client.listTools(undefined, unlimited),
    callTool: (call) => client.callTool(call, unlimited),
    close: () => client.close(),
  };
}
