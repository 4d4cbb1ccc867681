/** A server over HTTP that only answers list requests, for commands that read one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function withListingServer<T>(
  serverInfo: { readonly name: string; readonly version: string },
  tools: readonly object[],
  use: (url: string) => Promise<T>,
  versions: readonly string[] = ["2025-11-25"],
  { resources, resourceTemplates, prompts }: Readonly<Record<string, readonly object[] | undefined>> = {},
): Promise<T> {
  const capabilities = { tools: {}, ...(resources && { resources: {} }), ...(prompts && { prompts: {} }) };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    if (id === undefined) return void response.writeHead(request.method === "POST" ? 202 : 405).end();
    const [oldest = "2025-11-25"] = versions;
    const legacy = versions.includes(params?.protocolVersion) ? params.protocolVersion : oldest;
    const results: Record<string, object> = {
      initialize: { protocolVersion: legacy, capabilities, serverInfo },
      "server/discover": { supportedVersions: versions },
      "tools/list": { tools },
      "resources/list": { resources },
      "resources/templates/list": { resourceTemplates },
      "prompts/list": { prompts },
    };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
