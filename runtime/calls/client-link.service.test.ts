/** Calls that ask their client while they are open (MCP 2025-11-25): on the wire, with the client of SDK 1.x, and over stdio. */
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { serveStdio } from "@toolwright/runtime";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { AskingHandlers, askingNotes } from "../test/support/wire/asking-notes.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({
    service: askingNotes,
    handlers: new AskingHandlers(),
    limit: () => ({ allowed: true }),
    authenticate: ({ token }) => ({ account: token, token, scopes: new Set(["notes:read"]) }),
  });
  return () => served.server.close();
});

const initialize = (capabilities: unknown) => ({
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "test", version: "1" } },
});
const shorten = { method: "tools/call", params: { name: "notes_shorten", arguments: { text: "Long" } } };
const words = (text: string) => ({ action: "accept", content: { words: text } });

interface Sender {
  readonly token?: string;
  readonly session?: string | undefined;
  readonly accept?: string;
}

function post(
  message: object,
  { token = "ana", session, accept = "application/json, text/event-stream" }: Sender = {},
) {
  return fetch(served.url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${token}`,
      Accept: accept,
      ...(session && { "Mcp-Session-Id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
}

async function sessionOf(capabilities: unknown): Promise<string | undefined> {
  const response = await post({ id: 0, ...initialize(capabilities) });
  return response.headers.get("mcp-session-id") ?? undefined;
}

/** Calls, and yields the messages of the answer as they come. */
async function* messagesOf(sender: Sender, call: object = shorten) {
  const response = await post({ id: 1, ...call }, sender);
  let rest = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) yield JSON.parse(event.replace(/^event: message\ndata: /, ""));
  }
}

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ experimental: { x: {} }, elicitation: 7 }, undefined],
  [{ elicitation: {} }, "elicitation"],
  [{ roots: { listChanged: true }, sampling: { tools: {}, x: {} } }, "sampling+tools.roots"],
  [{ elicitation: { url: {}, form: {} } }, "elicitation+form+url"],
])("a client that declares %j gets a session that says so", async (capabilities, declared) => {
  const session = await sessionOf(capabilities);
  expect(session?.slice(0, -37)).toBe(declared);
  expect(session).not.toBe((await sessionOf(capabilities)) ?? "none");
});

describe("a call that asks", () => {
  async function ask(sender: Sender = {}) {
    const session = await sessionOf({ elicitation: {} });
    const messages = messagesOf({ session, ...sender });
    const { value: question } = await messages.next();
    return { session, messages, question };
  }

  test("sends its question on its stream, and goes on with the answer", async () => {
    const { messages, question } = await ask();
    expect(question).toEqual({
      jsonrpc: "2.0",
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "Shorten Long",
        requestedSchema: { type: "object", properties: { words: { type: "string" } } },
      },
    });
    const answer = await post({ id: question.id, result: words("Short.") });
    expect([answer.status, await answer.text()]).toEqual([202, ""]);
    const { value } = await messages.next();
    expect(value).toMatchObject({ id: 1, result: { structuredContent: { words: "Short." } } });
    expect((await messages.next()).done).toBe(true);
  });

  test("takes no answer of another account, to another question, or a second one", async () => {
    const { messages, question } = await ask();
    const answers = [
      [{ id: question.id, result: words("Bob's") }, { token: "bob" }],
      [{ id: "1", result: words("Other") }, {}],
      [{ id: question.id, result: { action: "decline" } }, {}],
      [{ id: question.id, result: words("Late") }, {}],
    ] as const;
    for (const [answer, sender] of answers) expect((await post(answer, sender)).status).toBe(202);
    expect((await messages.next()).value).toMatchObject({
      result: { structuredContent: { words: "decline" } },
    });
  });

  test.each([
    ["an error", { error: { code: -1, message: "No." } }, { structuredContent: { words: "cancel" } }],
    ["a result of a wrong shape", { result: { action: "maybe" } }, { isError: true }],
  ])("goes on if the answer is %s", async (_, answer, result) => {
    const { messages, question } = await ask();
    await post({ id: question.id, ...answer });
    expect((await messages.next()).value).toMatchObject({ result });
  });

  test("ends with a cancellation, and its open questions end, too", async () => {
    const { session, messages, question } = await ask();
    await post({ method: "notifications/cancelled", params: { requestId: 1 } }, { session });
    expect((await messages.next()).value.error.code).toBe(499);
    expect((await post({ id: question.id, result: words("Late") })).status).toBe(202);
  });

  test.each([
    ["no event stream", { accept: "application/json" }],
    ["no session", { session: undefined }],
    ["a session that declares something else", { session: "roots.1" }],
    ["an unknown session", { session: "__proto__+form.constructor.1" }],
  ])("cannot ask, if there is %s", async (_, sender) => {
    const session = await sessionOf({ elicitation: {} });
    const answer = await post({ id: 1, ...shorten }, { session, ...sender });
    expect((await answer.json()).error.code).toBe(-32021);
  });

  test("asks for many things at once, up to 20", async () => {
    const session = await sessionOf({ roots: {} });
    const requests = Array.from({ length: 21 }, (_, at) => [`r${at}`, { method: "roots/list" }]);
    const call = { name: "notes_send", arguments: { requests: Object.fromEntries(requests) } };
    const seen: { method?: string; result?: object }[] = [];
    for await (const message of messagesOf({ session }, { method: "tools/call", params: call }))
      seen.push(message);
    expect(seen.filter(({ method }) => method === "roots/list")).toHaveLength(20);
    expect(seen.at(-1)?.result).toMatchObject({ isError: true });
  });
});

test("the client of SDK 1.x is asked, twice in one call", async () => {
  const client = new Client({ name: "test", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
    action: "accept",
    content: { words: params.message.toUpperCase(), sure: true },
  }));
  const requestInit = { headers: { Authorization: "Bearer ana" } };
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit }));
  onTestFinished(() => client.close());
  const published = await client.callTool({ name: "notes_publish", arguments: { text: "Long" } });
  expect(published.structuredContent).toEqual({ line: "A TITLE FOR LONG by BY WHOM?", sure: "yes" });
});

test("the client of SDK 1.x is asked over stdio, twice in one call", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const ended = serveStdio({ service: askingNotes, handlers: new AskingHandlers(), log, input, output });
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 1, ...initialize({ elicitation: {} }) });
  send({ id: 2, ...shorten });
  for await (const line of createInterface({ input: output })) {
    const { id, method, result } = JSON.parse(line);
    if (method === "elicitation/create") send({ id, result: words("Short.") });
    if (id !== 2) continue;
    expect(result.structuredContent).toEqual({ words: "Short." });
    input.end();
    break;
  }
  await ended;
});
