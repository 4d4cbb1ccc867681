/** The typed client over the official clients of both generations, and over handlers in the same process. */
import {
  DEFAULT_REQUEST_TIMEOUT_MSEC as MODERN_TIMEOUT,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { DEFAULT_REQUEST_TIMEOUT_MSEC } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ContentBlock, Service } from "@toolwright/runtime";
import {
  type ClientOperation,
  clientOf,
  type OfficialClient,
  outputOf,
  RefusedCall,
} from "@toolwright/runtime/client";
import { inProcess, testCall } from "@toolwright/runtime/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { notes, tool } from "../test/support/wire/notes.ts";
import { ModernNotesHandlers, NotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

interface Note {
  readonly id: string;
  readonly text: string;
}

/** The types that the generator writes for these tools. */
interface Tools {
  get: { name: "notes_get"; arguments: { id: string; full?: boolean }; output: Note; failure: "not_found" };
  edit: { name: "notes_edit"; arguments: { id: string; text?: string }; output: Note; failure: "busy" };
  picture: {
    name: "notes_picture";
    arguments: { as?: "object" };
    output: readonly ContentBlock[];
    failure: never;
  };
  wait: { name: "notes_wait"; arguments: object; output: object; failure: never };
  print: { name: "notes_print"; arguments: { ends?: "well" | "refused" }; output: object; failure: "jammed" };
}

const tools: { readonly [Method in keyof Tools]: ClientOperation } = {
  get: { name: "notes_get", hasOutput: true, failures: ["not_found"] },
  edit: { name: "notes_edit", hasOutput: true, failures: ["busy"] },
  picture: { name: "notes_picture", hasOutput: false, failures: [] },
  wait: { name: "notes_wait", hasOutput: true, failures: [] },
  print: { name: "notes_print", hasOutput: true, failures: ["jammed"] },
};

let served: Served;
const closed: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const handlers = new ModernNotesHandlers();
  served = await serve({ service: modernNotes, handlers, limit: () => ({ allowed: true }) });
});

afterAll(async () => {
  for (const close of closed) await close();
  await served.server.close();
});

async function first(token: string): Promise<OfficialClient> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(served.url, { requestInit }) as never);
  closed.push(() => client.close());
  return client;
}

const second =
  (mode: "legacy" | "auto") =>
  async (token: string): Promise<OfficialClient> => {
    const client = new ModernClient({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new ModernTransport(served.url, { requestInit }));
    closed.push(() => client.close());
    return client;
  };

const local = async (token: string): Promise<OfficialClient> =>
  inProcess({
    service: modernNotes,
    handlers: new ModernNotesHandlers(),
    caller: { scopes: new Set(token.split("+")) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });

describe.each([
  ["the client of SDK 1.x", first],
  ["the client of SDK 2.x, legacy", second("legacy")],
  ["the client of SDK 2.x, modern", second("auto")],
  ["handlers in this process", local],
])("over %s", (_name, connect) => {
  const typed = async (token = "notes:read+notes:write") => clientOf<Tools>(await connect(token), tools);

  test("a result is its structured content", async () => {
    const outcome = await (await typed()).get({ id: "ana" });
    expect(outcome).toEqual({ ok: true, output: expect.objectContaining({ id: "ana", text: "Grüße – 👋" }) });
    expect(outputOf(outcome).id).toBe("ana");
  });

  test("a result without an output schema is its content", async () => {
    const outcome = await (await typed()).picture();
    expect(outcome).toEqual({ ok: true, output: [{ type: "image", data: "AAAA", mimeType: "image/png" }] });
  });

  test.each([
    ["declared", { id: "bo" }, "not_found", "No note bo.", { id: "bo" }, false],
    ["of the arguments", { id: "x".repeat(21) }, "invalid_input", "id", {}, false],
    [
      "with a code that the tool does not declare",
      { id: "undeclared" },
      "internal",
      "notes_get failed",
      {},
      false,
    ],
  ])("a refusal is %s", async (_case, input, code, message, details, retryable) => {
    const outcome = await (await typed()).get(input);
    expect(outcome).toMatchObject({ ok: false, tool: "notes_get", code, details, retryable });
    expect(outcome.ok || outcome.message).toContain(message);
    expect(() => outputOf(outcome)).toThrow(RefusedCall);
  });

  test("a retryable refusal is marked as retryable", async () => {
    const outcome = await (await typed()).edit({ id: "busy", text: "" });
    expect(outcome).toMatchObject({ ok: false, code: "busy", retryable: true });
  });

  test("a missing scope is a refusal", async () => {
    const outcome = await (await typed("notes:read")).edit({ id: "ana", text: "" });
    expect(outcome).toMatchObject({
      ok: false,
      code: "insufficient_scope",
      details: { required: ["notes:write"] },
    });
  });

  test("a code that the client does not know is undeclared, with the server's text", async () => {
    const older = { ...tools, get: { ...tools.get, failures: [] } };
    const outcome = await clientOf<Tools>(await connect("notes:read"), older).get({ id: "bo" });
    expect(outcome).toMatchObject({ ok: false, code: "undeclared", message: "No note bo." });
  });

  test("a call that is cancelled rejects", async () => {
    const stop = new AbortController();
    const waiting = (await typed()).wait({}, { signal: stop.signal });
    queueMicrotask(() => stop.abort(new Error("enough")));
    await expect(waiting).rejects.toThrow("enough");
  });

  test("progress is received in order", async () => {
    const received: number[] = [];
    const outcome = await (await typed()).print(
      { ends: "well" },
      { onProgress: ({ progress }) => received.push(progress) },
    );
    expect(outcome.ok).toBe(true);
    expect(received.length).toBeGreaterThan(0);
    expect(received).toEqual(received.toSorted((a, b) => a - b));
  });
});

test("an answer that is not a tool result is thrown like by the official client", async () => {
  await expect(first("revoked")).rejects.toThrow(/401|not valid/);
  const unknown = { ...tools, get: { ...tools.get, name: "notes_gone" } };
  const client = clientOf<Tools>(await first("notes:read"), unknown);
  await expect(client.get({ id: "ana" })).rejects.toThrow("Unknown tool");
});

interface Lists {
  list: {
    name: "notes_list";
    arguments: { cursor?: string; size?: number };
    output: { page: { notes: readonly number[]; next?: string | null } };
    failure: "too_far";
    items: ["page", "notes"];
  };
}

/** A list of five numbers, two a page; `next` chooses what follows. */
function listClient(next: (start: number) => string | null | undefined) {
  const service: Service = {
    ...notes,
    tools: [
      tool({
        name: "notes_list",
        method: "list",
        failures: { too_far: { when: "the cursor is behind the end", retryable: false } },
        input: { properties: { cursor: { type: "string" }, size: { type: "integer", default: 2 } } },
        output: { type: "object" },
      }),
    ],
  };
  const handlers = {
    list({ cursor = "0", size = 2 }: { cursor?: string; size?: number }) {
      const start = Number(cursor);
      if (start >= 5) return testCall<"too_far">().fail("too_far", "There is nothing behind 4.");
      const found = [0, 1, 2, 3, 4].slice(start, start + size);
      return { page: { notes: found, next: next(start + size) } };
    },
  };
  return clientOf<Lists>(inProcess({ service, handlers }), {
    list: {
      name: "notes_list",
      hasOutput: true,
      failures: ["too_far"],
      pages: { cursor: "cursor", next: "/page/next", items: "/page/notes" },
    },
  });
}

describe("a list", () => {
  const untilTheEnd = (start: number) => (start < 5 ? String(start) : null);

  test("is read to its end, item by item and page by page, from the cursor of the arguments", async () => {
    const { list } = listClient(untilTheEnd);
    expect(await Array.fromAsync(list.items())).toEqual([0, 1, 2, 3, 4]);
    expect(await Array.fromAsync(list.items({ cursor: "3" }))).toEqual([3, 4]);
    const pages = await Array.fromAsync(list.pages({ size: 3 }));
    expect(pages.map(({ page }) => page.notes)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(await list({ cursor: "4" })).toEqual({ ok: true, output: { page: { notes: [4], next: null } } });
  });

  test("ends if the cursor is absent, and reads no page that its reader does not request", async () => {
    expect(await Array.fromAsync(listClient(() => undefined).list.items())).toEqual([0, 1]);
    const first = await listClient(untilTheEnd).list.items().next();
    expect(first).toEqual({ done: false, value: 0 });
  });

  test("throws the refusal of a page", async () => {
    const items = listClient((start) => String(start)).list.items();
    await expect(Array.fromAsync(items)).rejects.toThrow(
      "notes_list refused with too_far: There is nothing behind 4.",
    );
  });

  test("is not read for ever if its cursors form a circle", async () => {
    const items = listClient(() => "0").list.items();
    await expect(Array.fromAsync(items)).rejects.toThrow("notes_list returned the same cursor twice");
  });
});

test("a call for a handler that a test calls as a function", () => {
  const handlers = new NotesHandlers();
  const call = testCall<"not_found">({ account: "bo", scopes: ["notes:read"] });
  expect([call.account, call.token, [...call.scopes], call.signal.aborted]).toEqual([
    "bo",
    "test",
    ["notes:read"],
    false,
  ]);
  expect(() => handlers.get({ id: "bo" }, call)).toThrow(
    expect.objectContaining({ code: "not_found", details: { id: "bo" } }),
  );
});

test("a call of a test has a client that answers where the test says so", async () => {
  const reply = { action: "accept", content: { word: "milk" } } as const;
  const call = testCall({ ask: async () => reply });
  expect([call.can("elicitation/create"), testCall().can("elicitation/create")]).toEqual([true, false]);
  expect(await call.ask("word", { message: "Which?", properties: {} })).toBe(reply);
  await expect(call.requestInput({ roots: { method: "roots/list" } })).rejects.toThrow("declares roots");
});

test("the official clients wait for 60 seconds", () => {
  expect([DEFAULT_REQUEST_TIMEOUT_MSEC, MODERN_TIMEOUT]).toEqual([60_000, 60_000]);
});
