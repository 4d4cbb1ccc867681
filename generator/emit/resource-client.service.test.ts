/** The typed client reads resources, gets prompts and completes, over the official clients and over handlers in this process. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createMcpHandler } from "@toolwright/runtime";
import { type OfficialClient, outputOf, RefusedCall } from "@toolwright/runtime/client";
import { inProcess } from "@toolwright/runtime/testing";
import { describe, expect, test } from "vitest";
import { createClient } from "../test/fixtures/resources/want/client.ts";
import { service } from "../test/fixtures/resources/want/tools.ts";
import { handlers } from "../test/support/resource-handlers.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const endpoint = createMcpHandler(service, {
  handlers,
  log,
  authenticate: ({ token }) => ({ account: "ana", token, scopes: new Set(token.split(",")) }),
  limit: () => ({ allowed: true }),
});
const url = new URL("http://localhost/mcp");
const options = (token: string) => ({
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
  fetch: (input: string | URL, init?: RequestInit) => endpoint.fetch(new Request(input, init)),
});

async function first(token: string): Promise<OfficialClient> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(url, options(token)) as never);
  return client;
}

const second =
  (mode: "legacy" | "auto") =>
  async (token: string): Promise<OfficialClient> => {
    const client = new ModernClient({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    await client.connect(new ModernTransport(url, options(token)));
    return client;
  };

const local = async (token: string): Promise<OfficialClient> =>
  inProcess({ service, handlers, log, caller: { account: "ana", scopes: new Set(token.split(",")) } });

describe.each([
  ["the client of SDK 1.x", first],
  ["the client of SDK 2.x, legacy", second("legacy")],
  ["the client of SDK 2.x, modern", second("auto")],
  ["handlers in this process", local],
])("over %s", (_name, connect) => {
  const typed = async (token = "notes:read") => createClient(await connect(token));

  test("returns the value of a resource with an output schema, without hidden fields", async () => {
    const { resources } = await typed();
    const note = outputOf(await resources.note({ note_id: "n1" }));
    expect(note.text).toBe("Milk");
    expect(note).toEqual({ text: "Milk" });
  });

  test("returns the text or bytes of other resources, by the parameters of the URI", async () => {
    const { resources } = await typed();
    expect(outputOf(await resources.guide())).toContain("# Notes");
    expect(outputOf(await resources.feed())).toBe("news");
    expect(outputOf(await resources.attachment({ note_id: "n1", path: "list.txt" }))).toBe("Eggs");
    const bytes = outputOf(await resources.attachment({ note_id: "n1", path: "images/plan ö.png" }));
    expect(bytes).toEqual(new Uint8Array([0, 255]));
    const logo = outputOf(await resources.logo());
    expect(logo instanceof Uint8Array && Buffer.from(logo).toString("latin1", 1, 4)).toBe("PNG");
  });

  test("returns the messages of a prompt, from a template and from a handler", async () => {
    const { prompts } = await typed();
    const [message] = outputOf(await prompts.summarise({ note_id: "n1", tone: "formal" }));
    expect(message?.content).toEqual({ type: "text", text: "Summarise note n1. Tone: formal." });
    const [review] = outputOf(await prompts.review({ note_id: "n1" }));
    expect(review).toEqual({ role: "user", content: { type: "text", text: "Review n1, ana." } });
  });

  test("returns completions from the spec, and from a handler that gets the other arguments", async () => {
    const { resources, prompts } = await typed();
    expect(await prompts.summarise.complete({ parameter: "tone", value: "p" })).toEqual(["plain", "playful"]);
    expect(await resources.attachment.complete({ parameter: "path" })).toEqual([
      "images/plan.png",
      "list.txt",
    ]);
    expect(await resources.note.complete({ parameter: "note_id", value: "n", others: {} })).toEqual(["n1"]);
    expect(await prompts.review.complete({ parameter: "note_id" })).toHaveLength(100);
  });

  test.for([
    ["n9", "not_found", "No note n9.", false],
    ["n2", "locked", "Try again in a minute.", true],
    ["n3", "internal", "note failed", false],
    ["none", "invalid_input", "note_id", false],
  ] as const)(
    "the refusal of a resource is a result: %s, %s",
    async ([note_id, code, message, retryable]) => {
      const outcome = await (await typed()).resources.note({ note_id });
      expect(outcome).toMatchObject({ ok: false, tool: "note", code, retryable });
      expect(outcome.ok || outcome.message).toContain(message);
      expect(outcome.ok || outcome.message).not.toMatch(/^MCP error|secret/);
      expect(() => outputOf(outcome)).toThrow(RefusedCall);
    },
  );

  test("returns refusals of prompts and missing scopes as results", async () => {
    const refused = await (await typed()).prompts.review({ note_id: "n2" });
    expect(refused).toMatchObject({ ok: false, tool: "review", code: "not_found", message: "No such note." });
    const denied = await (await typed("other")).resources.note({ note_id: "n1" });
    expect(denied).toMatchObject({ code: "insufficient_scope", details: { required: ["notes:read"] } });
  });
});

test("throws other errors like the official client", async () => {
  const { resources } = createClient(await first("notes:read"));
  const read = resources.note({ note_id: "n1" }, { signal: AbortSignal.abort(new Error("enough")) });
  await expect(read).rejects.toThrow("enough");
});
