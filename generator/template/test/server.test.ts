import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { createMcpServer, type McpServer } from "@toolwright/runtime";
import { limits } from "../generated/limits.ts";
import { service } from "../generated/tools.ts";
import type { AddOutput, FindOutput, GetOutput } from "../generated/types.ts";
import { handlers } from "../src/handlers/index.ts";
import { Notebook } from "../src/notebook.ts";
import { authenticator } from "../src/tokens.ts";

/** The tests speak to the server as an agent does: over HTTP, with the official client. */
let server: McpServer;
let url: URL;
let notebook: Notebook;
let client: Client;

const ignore = () => undefined;
const tokens = [
  { secret: "all", account: "ana", scopes: ["notes:read", "notes:write"] },
  { secret: "read", account: "bo", scopes: ["notes:read"] },
];

beforeEach(async () => {
  notebook = new Notebook(limits.notebook.max);
  server = createMcpServer({
    service,
    handlers: handlers(notebook),
    authenticate: authenticator(tokens),
    log: { info: ignore, warn: ignore, error: console.error },
  });
  url = new URL(await server.listen(0));
  client = await connect("all");
});

afterEach(async () => {
  await client.close();
  await server.close();
});

async function connect(token: string): Promise<Client> {
  const connected = new Client({ name: "test", version: "1.0.0" });
  const headers = { Authorization: `Bearer ${token}` };
  await connected.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport);
  return connected;
}

async function call<Output>(name: string, input: Record<string, unknown>, from = client) {
  const { isError = false, structuredContent, content } = await from.callTool({ name, arguments: input });
  const [first] = content as { text: string }[];
  return { isError, output: structuredContent as Output | undefined, text: first?.text ?? "" };
}

test("tools/list is what the spec says", async () => {
  const manifest = JSON.parse(await readFile(new URL("../generated/manifest.json", import.meta.url), "utf8"));
  assert.deepEqual((await client.listTools()).tools, manifest.tools);
});

describe("notes", () => {
  test("a note that was added is found by a word of its text", async () => {
    const added = await call<AddOutput>("notes_add", { title: "Shopping", text: "Milk and bread" });
    const found = await call<FindOutput>("notes_find", { query: "MILK" });
    assert.deepEqual(found.output, { notes: [added.output?.note], total_count: 1, next_cursor: null });
  });

  test("the newest notes come first, as many as asked for", async () => {
    for (const title of ["one", "two", "three"]) notebook.add(title, "");
    const { output } = await call<FindOutput>("notes_find", { limit: 2 });
    assert.deepEqual(
      output?.notes.map(({ title }) => title),
      ["three", "two"],
    );
    assert.equal(output?.total_count, 3);
    const rest = await call<FindOutput>("notes_find", { limit: 2, cursor: output?.next_cursor });
    assert.deepEqual(
      rest.output?.notes.map(({ title }) => title),
      ["one"],
    );
    assert.equal(rest.output?.next_cursor, null);
  });

  test("a note that was deleted is gone", async () => {
    const note = notebook.add("Shopping", "");
    const { output } = await call<GetOutput>("notes_get", { note_id: note?.note_id });
    assert.deepEqual(output, { note });
    await call("notes_delete", { note_id: note?.note_id });
    assert.equal((await call("notes_get", { note_id: note?.note_id })).isError, true);
    assert.equal((await call("notes_delete", { note_id: note?.note_id })).isError, true);
  });

  test("a full notebook refuses, and says so", async () => {
    for (let count = 0; count < limits.notebook.max; count++) notebook.add(`Note ${count}`, "");
    const { isError, text } = await call("notes_add", { title: "One too many" });
    assert.equal(isError, true);
    assert.match(text, /notebook is full/);
    assert.equal(notebook.find("").length, limits.notebook.max);
  });
});

describe("what is refused before a handler runs", () => {
  test("a title that is too long", async () => {
    const { isError, text } = await call("notes_add", { title: "x".repeat(limits.title_length.max + 1) });
    assert.equal(isError, true);
    assert.match(text, /title/);
  });

  test("writing with a token that may only read", async () => {
    const reader = await connect("read");
    const { isError, text } = await call("notes_add", { title: "Mine" }, reader);
    await reader.close();
    assert.equal(isError, true);
    assert.match(text, /notes:write/);
  });

  test("a token that is not known", async () => {
    await assert.rejects(connect("stolen"), /401|not valid/);
  });
});
