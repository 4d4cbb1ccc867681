/** The client of the official SDK against a server of the runtime. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;
let client: Client;

beforeAll(async () => {
  served = await serve({ limit: () => ({ allowed: true }) });
  client = await connect("notes:read");
});

afterAll(async () => {
  await client.close();
  await served.server.close();
});

async function connect(token: string): Promise<Client> {
  const headers = { Authorization: `Bearer ${token}` };
  const connected = new Client({ name: "test", version: "1.0.0" });
  await connected.connect(
    new StreamableHTTPClientTransport(served.url, { requestInit: { headers } }) as never,
  );
  return connected;
}

test("receives the name and the version of the server", () => {
  expect(client.getServerVersion()).toEqual({
    name: "notes",
    version: "1.2.3",
    title: "Notes",
    icons: [{ src: "https://notes.example/icon.png" }],
  });
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  expect(client.getInstructions()).toBe("Find a note before you edit it.");
});

test("gets an answer to ping", async () => {
  expect(await client.ping()).toEqual({});
});

test("lists the tools in the order of the spec", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "notes_ping",
    "notes_get",
    "notes_edit",
    "notes_picture",
    "notes_wait",
  ]);
});

test("gets structured content, and the same as text", async () => {
  const result = await client.callTool({ name: "notes_get", arguments: { id: "ana" } });
  const note = { id: "ana", text: "Grüße – 👋", author: { name: "Ana" } };
  expect(result).toEqual({
    content: [{ type: "text", text: JSON.stringify(note) }],
    structuredContent: note,
  });
});

test("gets content blocks from a tool without output schema", async () => {
  expect(await client.callTool({ name: "notes_picture" })).toEqual({
    content: [{ type: "image", data: "AAAA", mimeType: "image/png" }],
  });
});

test("reads a refusal as a tool result", async () => {
  const result = await client.callTool({ name: "notes_get", arguments: { id: "nope" } });
  expect(result).toEqual({
    content: [{ type: "text", text: "No note nope." }],
    isError: true,
    _meta: { "dev.toolwright/failure": { code: "not_found", details: { id: "nope" }, retryable: false } },
  });
});

test("is asked for a valid token, and does not look for OAuth", async () => {
  await expect(connect("revoked")).rejects.toThrow(/access token is not valid.*Settings -> Tokens/);
});

test("twenty calls at once each get their own answer", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => (at % 2 ? "slow" : `missing-${at}`));
  const results = await Promise.all(
    ids.map((id) => client.callTool({ name: "notes_get", arguments: { id } })),
  );
  const texts = results.map(({ structuredContent, content }) => structuredContent ?? content);
  expect(texts).toEqual(
    ids.map((id) =>
      id === "slow" ? expect.objectContaining({ id: "ana" }) : [{ type: "text", text: `No note ${id}.` }],
    ),
  );
});
