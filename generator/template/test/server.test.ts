import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Client as TaskClient,
  StreamableHTTPClientTransport as TaskTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpServer } from "@toolwright/runtime";
import { outputOf, withTasks } from "@toolwright/runtime/client";
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
const log = { info: ignore, warn: ignore, error: console.error };

async function start(served: Notebook): Promise<void> {
  notebook = served;
  server = createServer({ ...callers, log }, notebook);
  url = new URL(await server.listen(0));
}

beforeEach(async () => {
  await start(new Notebook(limits.notebook.max));
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
    assert.equal((await notebook.find("")).length, limits.notebook.max);
  });
});

describe("a search that takes long", () => {
  beforeEach(async () => {
    await server.close();
    // 0.6 seconds for each hundred notes.
    await start(new Notebook(limits.notebook.max, () => sleep(600)));
    for (let count = 0; count < 300; count++) notebook.add(`Note ${count}`, "");
  });

  /** A client of MCP 2026-07-28 that takes tasks. */
  async function withTaskClient(use: (notes: NotesClient) => Promise<void>): Promise<void> {
    const token = await tokenFor(url, ["notes:read", "notes:write"]);
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    const modern = new TaskClient(
      { name: "test", version: "1.0.0" },
      { versionNegotiation: { mode: "auto" } },
    );
    await modern.connect(withTasks(new TaskTransport(url, { requestInit })));
    await use(createClient(modern)).finally(() => modern.close());
  }

  test("becomes a task, says how far it is, and ends with the notes", async () => {
    await withTaskClient(async (notes) => {
      const { task } = await notes.find.start({ query: "note 299" });
      assert.ok(task);
      const messages: (string | undefined)[] = [];
      for await (const { message } of task.progress()) messages.push(message);
      assert.equal(messages.at(-1), "300 of 300");
      assert.equal(outputOf(await task.wait()).total_count, 1);
    });
  });

  test("can be cancelled", async () => {
    await withTaskClient(async (notes) => {
      const { task } = await notes.find.start({ query: "note 299" });
      await task?.cancel();
      await assert.rejects(async () => task?.wait(), { name: "UnfinishedTask", status: "cancelled" });
    });
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
