import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpServer } from "@toolwright/runtime";
import { outputOf } from "@toolwright/runtime/client";
import { createClient, type Client as NotesClient } from "../generated/client.ts";
import { limits } from "../generated/limits.ts";
import { Notebook } from "../src/notebook.ts";
import { createServer } from "../src/server.ts";
import { callers, tokenFor } from "./callers.ts";

/** The tests speak to the server as an agent does: over HTTP, with the official client. `notes` is the typed client over it. */
let server: McpServer;
let url: URL;
let notebook: Notebook;
let client: Client;
let notes: NotesClient;

const ignore = () => undefined;
beforeEach(async () => {
  notebook = new Notebook(limits.notebook.max);
  const log = { info: ignore, warn: ignore, error: console.error };
  server = createServer({ ...callers, log }, notebook);
  url = new URL(await server.listen(0));
  client = await connect(await tokenFor(url, ["notes:read", "notes:write"]));
  notes = createClient(client);
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

test("tools/list is what the spec says", async () => {
  const manifest = JSON.parse(await readFile(new URL("../generated/manifest.json", import.meta.url), "utf8"));
  assert.deepEqual((await client.listTools()).tools, manifest.tools);
});

test("hosts of MCP Apps get the page beside the notes that were found", async () => {
  const { tools } = await client.listTools();
  const uri = "ui://notes/board";
  assert.deepEqual(tools.find(({ name }) => name === "notes_find")?._meta, { ui: { resourceUri: uri } });
  const [page] = (await client.readResource({ uri })).contents;
  assert.deepEqual(
    [page?.mimeType, page?._meta],
    ["text/html;profile=mcp-app", { ui: { prefersBorder: true } }],
  );
  assert.match(page && "text" in page ? page.text : "", /ui\/initialize/);
});

describe("notes", () => {
  test("a note that was added is found by a word of its text", async () => {
    const { note } = outputOf(await notes.add({ title: "Shopping", text: "Milk and bread" }));
    const found = outputOf(await notes.find({ query: "MILK" }));
    assert.deepEqual(found, { notes: [note], total_count: 1, next_cursor: null });
  });

  test("the newest notes come first, as many as asked for on a page", async () => {
    for (const title of ["one", "two", "three"]) notebook.add(title, "");
    const first = outputOf(await notes.find({ limit: 2 }));
    assert.deepEqual([first.notes.length, first.total_count], [2, 3]);
    const titles: string[] = [];
    for await (const { title } of notes.find.items({ limit: 2 })) titles.push(title);
    assert.deepEqual(titles, ["three", "two", "one"]);
  });

  test("a note that was deleted is gone", async () => {
    const { note } = outputOf(await notes.add({ title: "Shopping" }));
    const { note_id } = note;
    assert.deepEqual(outputOf(await notes.get({ note_id })), { note });
    outputOf(await notes.delete({ note_id }));
    for (const outcome of [await notes.get({ note_id }), await notes.delete({ note_id })])
      assert.equal(outcome.ok || outcome.code, "not_found");
  });

  test("a full notebook refuses, and says so", async () => {
    for (let count = 0; count < limits.notebook.max; count++) notebook.add(`Note ${count}`, "");
    const outcome = await notes.add({ title: "One too many" });
    assert.equal(outcome.ok || outcome.code, "notebook_full");
    assert.equal(notebook.find("").length, limits.notebook.max);
  });
});

describe("what is refused before a handler runs", () => {
  test("a title that is too long", async () => {
    const outcome = await notes.add({ title: "x".repeat(limits.title_length.max + 1) });
    assert.equal(outcome.ok || outcome.code, "invalid_input");
  });

  test("writing with a token that may only read", async () => {
    const reader = await connect(await tokenFor(url, ["notes:read"]));
    const refusal = await createClient(reader)
      .add({ title: "Mine" })
      .then((outcome) => (outcome.ok ? "done" : `${outcome.code}: ${outcome.message}`), String);
    await reader.close();
    assert.match(refusal, /insufficient_scope/);
    assert.match(refusal, /notes:write/);
  });

  test("a token that is not known", async () => {
    await assert.rejects(connect("stolen"), /401|not valid/);
  });
});
