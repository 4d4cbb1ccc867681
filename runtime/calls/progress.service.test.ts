/** Progress notifications, for clients that sent a progress token and accept event streams. */
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { type Call, serveStdio } from "@toolwright/runtime";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { modernRequest } from "../test/support/wire/rpc.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;
const handlers = new ModernNotesHandlers();

beforeAll(async () => {
  served = await serve({ service: modernNotes, handlers, limit: () => ({ allowed: true }) });
});

afterAll(() => served.server.close());

interface Wish {
  readonly revision: "legacy" | "modern";
  readonly accept?: string;
  readonly progressToken?: unknown;
  readonly name?: string;
  readonly input?: object;
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const events = "application/json, text/event-stream";

/** Calls a tool and returns the messages of the response, and the form in which they were sent. */
async function call({ revision, accept = events, progressToken, name = "notes_print", input = {} }: Wish) {
  const params = { name, arguments: input };
  const meta = { progressToken };
  const modern = modernRequest({ method: "tools/call", params, meta });
  const { Authorization = "" } = modern.headers;
  const legacy = {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, _meta: meta } }),
  };
  const init = revision === "modern" ? modern : legacy;
  const response = await fetch(served.url, { ...init, headers: { ...init.headers, Accept: accept } });
  const body = await response.text();
  const type = response.headers.get("content-type");
  const messages = type === "text/event-stream" ? messagesOf(body) : [JSON.parse(body)];
  return { status: response.status, type, messages, headers: response.headers };
}

function messagesOf(stream: string): unknown[] {
  expect(stream.endsWith("\n\n")).toBe(true);
  return stream
    .slice(0, -2)
    .split("\n\n")
    .map((event) => {
      const [name, data, ...more] = event.split("\n");
      expect([name, more]).toEqual(["event: message", []]);
      return JSON.parse(data!.replace(/^data: /, ""));
    });
}

const told = (progressToken: unknown) => [
  { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: 1 } },
  {
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken, progress: 2, total: 3, message: "Zwei\nvon drei" },
  },
];
const printed = { structuredContent: { printed: true } };

describe.each(["legacy", "modern"] as const)("a %s call", (revision) => {
  test.each(["p-1", 7, 0, ""])(
    "with the token %j is told what grows, then answered",
    async (progressToken) => {
      const { status, type, messages, headers } = await call({ revision, progressToken });
      expect([status, type, headers.get("cache-control")]).toEqual([200, "text/event-stream", "no-store"]);
      expect(messages).toEqual([
        ...told(progressToken),
        { jsonrpc: "2.0", id: 1, result: expect.objectContaining(printed) },
      ]);
    },
  );

  test.each(["Text/Event-Stream", "application/json;q=0.5 ,text/event-stream; q=0.9"])(
    "is told as events to who takes %s",
    async (accept) => {
      expect((await call({ revision, progressToken: 1, accept })).type).toBe("text/event-stream");
    },
  );

  test("that is refused later gets its refusal at the end of the stream", async () => {
    const { messages } = await call({ revision, progressToken: 1, input: { ends: "refused" } });
    expect(messages).toEqual([
      ...told(1),
      { jsonrpc: "2.0", id: 1, result: expect.objectContaining({ isError: true }) },
    ]);
  });

  test.each<[string, Partial<Wish>]>([
    ["no token", {}],
    ["a token that is none", { progressToken: { a: 1 } }],
    ["a token of null", { progressToken: null }],
    ["a token of true", { progressToken: true }],
    ["a list of tokens", { progressToken: [1] }],
    ["a token that would be rounded", { progressToken: 2 ** 53 }],
    ["a client that takes no events", { progressToken: 1, accept: "application/json" }],
    ["a client that rules events out", { progressToken: 1, accept: "text/event-stream;q=0, */*" }],
    ["a client that takes something like events", { progressToken: 1, accept: "text/event-streams" }],
    ["a client that accepts every content type", { progressToken: 1, accept: "*/*" }],
    ["a tool that tells nothing", { progressToken: 1, name: "notes_ping" }],
    ["arguments that do not fit", { progressToken: 1, input: { ends: "never" } }],
    ["an unknown tool", { progressToken: 1, name: "notes_prnt" }],
  ])("with %s is answered as JSON", async (_, wish) => {
    const { status, type, messages } = await call({ revision, ...wish });
    expect([status, type, messages.length]).toEqual([200, "application/json", 1]);
  });
});

/** Has more to tell at once than any buffer takes. */
class TalkativeHandlers extends ModernNotesHandlers {
  override async print(_input: object, call: Call<"jammed">): Promise<object> {
    for (let done = 1; done <= 1_000; done++) call.progress(done, undefined, "x".repeat(65_536));
    return { printed: true };
  }
}

describe("a client that reads more slowly than a handler reports misses reports", () => {
  const answered = { jsonrpc: "2.0", id: 1, result: expect.objectContaining(printed) };

  test("over HTTP", async () => {
    const { server, url } = await serve({ service: modernNotes, handlers: new TalkativeHandlers() });
    onTestFinished(() => server.close(0));
    const request = modernRequest({
      method: "tools/call",
      params: { name: "notes_print" },
      meta: { progressToken: 1 },
      headers: { Accept: events },
    });
    const messages = messagesOf(await (await fetch(url, request)).text());
    expect(messages.length).toBeLessThan(10);
    expect([messages[0], messages.at(-1)]).toMatchObject([{ params: { progress: 1 } }, answered]);
  });

  test("over stdio", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const stdio = serveStdio({ service: modernNotes, handlers: new TalkativeHandlers(), log, input, output });
    const params = { name: "notes_print", _meta: { progressToken: 1 } };
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    input.end();
    const written = text(output);
    await stdio;
    output.end();
    const messages = (await written).trim().split("\n");
    expect(messages.length).toBeLessThan(10);
    expect(JSON.parse(messages.at(-1)!)).toEqual(answered);
  });
});

test("progress that a handler reports after its answer is not sent", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stdio = serveStdio({ service: modernNotes, handlers, log, input, output });
  const params = { name: "notes_print", _meta: { progressToken: 1 } };
  input.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
  await stdio;
  handlers.tellMore();
  output.end();
  const lines = (await text(output)).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ...told(1),
    { jsonrpc: "2.0", id: 1, result: expect.objectContaining(printed) },
  ]);
});
