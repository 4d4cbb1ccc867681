/** Calls that need an answer of their client (MCP 2026-07-28): on the wire, and with the client of SDK 2.x. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { AskingHandlers, askingNotes } from "../support/wire/asking-notes.ts";
import { modern, rpc } from "../support/wire/rpc.ts";
import { type Served, serve } from "../support/wire/serving.ts";

const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
const able = { [capabilitiesKey]: { sampling: {}, elicitation: { form: {} } } };
const summary = {
  role: "assistant",
  model: "client-model",
  content: { type: "text", text: "Short." },
  stopReason: "endTurn",
};

let served: Served;
let handlers: AskingHandlers;
const clock = { now: 1_000_000 };

beforeAll(async () => {
  handlers = new AskingHandlers();
  served = await serve({
    service: askingNotes,
    handlers,
    limit: () => ({ allowed: true }),
    now: () => clock.now,
    authenticate: (token) => ({ account: token, token, scopes: new Set(["notes:read"]) }),
  });
  return () => served.server.close();
});

interface Round {
  readonly name?: string;
  readonly args?: object;
  readonly token?: string;
  readonly state?: unknown;
  readonly responses?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
}

function call({
  name = "notes_shorten",
  args = { text: "Long" },
  token = "ana",
  state,
  responses,
  meta = able,
}: Round) {
  const params = { name, arguments: args, requestState: state, inputResponses: responses };
  return modern(served.url, { method: "tools/call", params, meta, token });
}

/** The state of a first round. */
async function begin(round: Round = {}): Promise<string> {
  return (await call(round)).message.result.requestState;
}

test("the first round asks in the terms of the official schema, the second one has the result", async () => {
  const { status, message } = await call({});
  expect(status).toBe(200);
  expect(message.result).toEqual({
    resultType: "input_required",
    _meta: expect.anything(),
    inputRequests: {
      sample_1: {
        method: "sampling/createMessage",
        params: {
          systemPrompt: "Shorten.",
          messages: [{ role: "user", content: { type: "text", text: "Long" } }],
          maxTokens: 100,
        },
      },
    },
    requestState: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
  });
  const state = message.result.requestState;
  const second = await call({ state, responses: { sample_1: summary } });
  expect(second.message.result).toMatchObject({
    resultType: "complete",
    structuredContent: { text: "Short.", by: "client-model" },
  });
  expect(served.calls.slice(-2).map(({ outcome }) => outcome)).toEqual(["input_required", "ok"]);
});

test("requests at once go out together; later ones in a round of their own", async () => {
  const name = "notes_publish";
  const first = (await call({ name })).message.result;
  expect(Object.keys(first.inputRequests)).toEqual(["sample_1", "sample_2"]);
  const responses = {
    sample_1: summary,
    sample_2: { ...summary, content: [{ type: "text", text: "Kurz." }] },
  };
  const second = (await call({ name, state: first.requestState, responses })).message.result;
  expect(second.inputRequests).toEqual({
    ask_3: {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "Publish Short. / Kurz.?",
        requestedSchema: { type: "object", properties: { sure: { type: "boolean" } }, required: ["sure"] },
      },
    },
  });
  const done = { ask_3: { action: "accept", content: { sure: true } } };
  const third = (await call({ name, state: second.requestState, responses: done })).message.result;
  expect(third.structuredContent).toEqual({ text: "Short. / Kurz.", by: "yes" });
  // The handler ran three times; what it changes at its end happened once.
  expect(handlers.published).toEqual(["Short. / Kurz."]);
});

test("a handler that swallows what waits for its client waits all the same", async () => {
  const { message } = await call({ name: "notes_swallow" });
  expect(message.result.resultType).toBe("input_required");
});

test("a handler that asks for something else than before is a bug: internal, and logged", async () => {
  const state = await begin({ name: "notes_fickle" });
  const { message } = await call({ name: "notes_fickle", state, responses: { sample_1: summary } });
  expect(message.result._meta["dev.toolwright/failure"].code).toBe("internal");
});

describe("a state is refused", () => {
  const answered = { responses: { sample_1: summary } };
  const refused = async (round: Round) => {
    const { message } = await call({ ...answered, ...round });
    expect(message.error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  };

  test("when it is used again", async () => {
    const state = await begin();
    expect((await call({ ...answered, state })).message.result.resultType).toBe("complete");
    await refused({ state });
  });

  test("when it has expired", async () => {
    const state = await begin();
    clock.now += 10 * 60_000;
    await refused({ state });
  });

  test("with other arguments, for another tool, or of another account", async () => {
    const state = await begin();
    await refused({ state, args: { text: "Other" } });
    await refused({ state, name: "notes_publish" });
    await refused({ state, token: "bob" });
  });

  test("when it was changed, made up, signed by another server, or is none", async () => {
    const [body = "", signature = ""] = (await begin()).split(".");
    const changed = Buffer.from(Buffer.from(body, "base64url").toString().replace('"ana"', '"bob"')).toString(
      "base64url",
    );
    const other = await serve({
      service: askingNotes,
      handlers: new AskingHandlers(),
      authenticate: () => ({ account: "ana", token: "ana", scopes: new Set(["notes:read"]) }),
    });
    onTestFinished(() => other.server.close());
    const params = { name: "notes_shorten", arguments: { text: "Long" } };
    const foreign = await modern(other.url, { method: "tools/call", params, meta: able, token: "ana" });
    for (const state of [
      `${changed}.${signature}`,
      `${body}.${signature.slice(0, -2)}`,
      `${body}.`,
      body,
      "",
      7,
      null,
      foreign.message.result.requestState,
    ])
      await refused({ state });
    await refused({ token: "bob", state: `${changed}.${signature}` });
  });

  test("by a server that no longer knows the secret, and not by one that still does", async () => {
    const nodes = await Promise.all(
      ["first", ["second", "first"], ["second"]].map(async (stateSecret) => {
        const options = { service: askingNotes, handlers: new AskingHandlers(), stateSecret };
        const authenticate = () => ({
          account: "ana",
          token: "ana",
          scopes: new Set(["notes:read"] as const),
        });
        const node = await serve({ ...options, authenticate, claimState: () => true });
        onTestFinished(() => node.server.close());
        return node;
      }),
    );
    const params = { name: "notes_shorten", arguments: { text: "Long" } };
    const ask = (at: number, more = {}) =>
      modern(nodes[at]!.url, {
        method: "tools/call",
        params: { ...params, ...more },
        meta: able,
        token: "ana",
      });
    const outcomes = async (from: number) => {
      const requestState = (await ask(from)).message.result.requestState;
      const inputResponses = answered.responses;
      return Promise.all(
        nodes.map(async (_, at) => {
          const { result, error } = (await ask(at, { requestState, inputResponses })).message;
          return result?.resultType ?? error.data.reason;
        }),
      );
    };
    expect(await outcomes(0)).toEqual(["complete", "complete", "invalid_request_state"]);
    expect(await outcomes(1)).toEqual(["invalid_request_state", "complete", "complete"]);
  });

  const wrong: readonly [string, unknown][] = [
    ["without responses", undefined],
    ["with a list", [summary]],
    ["under another key", { sample_2: summary }],
    ["with a request in place of a response", { sample_1: { method: "sampling/createMessage" } }],
    ["with a text in place of content", { sample_1: { ...summary, content: [{ type: "text", text: 7 }] } }],
    ["with inherited names", { __proto__: { sample_1: summary } }],
  ];
  test.each(wrong)("%s", async (_, responses) => {
    await refused({ state: await begin(), responses });
  });
});

test("a client that does not declare the capability gets -32021 with what is missing", async () => {
  for (const capabilities of [{}, { sampling: true }, { elicitation: { url: {} } }]) {
    const { status, message } = await call({ meta: { [capabilitiesKey]: capabilities } });
    expect([status, message.error.code, message.error.data]).toEqual([
      400,
      -32021,
      { requiredCapabilities: { sampling: {} } },
    ]);
  }
  const legacy = await rpc(
    served.url,
    "tools/call",
    { name: "notes_shorten", arguments: { text: "Long" } },
    "ana",
  );
  expect(legacy.message.error.code).toBe(-32021);
  const able = await rpc(served.url, "tools/call", { name: "notes_able", arguments: {} }, "ana");
  expect(able.message.result.structuredContent).toEqual({ text: "false false", by: "" });
});

test("the client of SDK 2.x answers with its own model and its person, by itself", async () => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: { sampling: {}, elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: "2026-07-28" } },
    },
  );
  client.setRequestHandler("sampling/createMessage", async ({ params }) => {
    const [{ content } = { content: undefined }] = params.messages;
    const text = `${params.systemPrompt} ${(content as { text: string }).text}`;
    return { role: "assistant", model: "my-model", content: { type: "text", text } };
  });
  client.setRequestHandler("elicitation/create", async () => ({ action: "decline" }));
  const requestInit = { headers: { Authorization: "Bearer ana" } };
  await client.connect(new StreamableHTTPClientTransport(served.url, { requestInit }));
  onTestFinished(() => client.close());
  const shortened = await client.callTool({ name: "notes_shorten", arguments: { text: "Long" } });
  expect(shortened.structuredContent).toEqual({ text: "Shorten. Long", by: "my-model" });
  const declined = await client.callTool({ name: "notes_publish", arguments: { text: "Long" } });
  expect(declined.structuredContent).toEqual({ text: "Shorten. Long / Kürze. Long", by: "decline" });
});

test("the same over stdio", async () => {
  const program = new URL("../support/wire/asking-program.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--conditions=toolwright-source", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout });
  const send = async (round: object) => {
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", ...able };
    const params = { name: "notes_shorten", arguments: { text: "Long" }, _meta, ...round };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    const [line] = await once(lines, "line");
    return JSON.parse(line).result;
  };
  const { requestState } = await send({});
  const done = await send({ requestState, inputResponses: { sample_1: summary } });
  expect(done.structuredContent).toEqual({ text: "Short.", by: "client-model" });
});
