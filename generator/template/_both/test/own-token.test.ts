import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { createServer } from "../src/server.ts";
import { callers, ownToken } from "./callers.ts";

test("a token of the server itself is accepted beside those of the authorization server", async () => {
  const server = createServer(callers);
  const url = new URL(await server.listen(0));
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${ownToken}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Transport);
  const { structuredContent } = await client.callTool({
    name: "notes_add",
    arguments: { title: "Shopping" },
  });
  assert.ok(structuredContent);
  await client.close();
  await server.close();
});
