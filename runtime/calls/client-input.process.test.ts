/** Calls that need an answer of their client (MCP 2026-07-28): on the wire, and with the client of SDK 2.x. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { AskingHandlers, askingNotes } from "../test/support/wire/asking-notes.ts";
import { modern, rpc } from "../test/support/wire/rpc.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
const able = { [capabilitiesKey]: { elicitation: { form: {} } } };
const words = (text: string) => ({ action: "accept", content: { words: text } });
const shorter = words("Short.");

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
    authenticate: ({ token }) => ({ account: token, token, scopes: new Set(["notes:read"]) }),
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

/** The result of a round. */
async function result(round: Round) {
  return (await call(round)).message.result;
}

const keysOf = ({ inputRequests }: { inputRequests: object }) => Object.keys(inputRequests);
const outcomes = (last: number) => served.calls.slice(-last).map(({ outcome }) => outcome);

test("the first round asks in the terms of the official schema, the second one has the result", async () => {
  const { status, message } = await call({});
  expect(status).toBe(200);
  expect(message.result).toEqual({
    resultType: "input_required",
    _meta: expect.anything(),
    inputRequests: {
      shorter: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: "Shorten Long",
          requestedSchema: { type: "object", properties: { words: { type: "string" } } },
        },
      },
    },
    requestState: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
  });
  const second = await result({ state: message.result.requestState, responses: { shorter } });
  expect(second).toMatchObject({ resultType: "complete", structuredContent: { words: "Short." } });
  expect(outcomes(2)).toEqual(["input_required", "ok"]);
});

test("requests at once go out together; later ones in a round of their own", async () => {
  const name = "notes_publish";
  const first = await result({ name });
  expect(keysOf(first)).toEqual(["title", "author"]);
  const responses = { title: words("Tea"), author: words("Ana") };
  const second = await result({ name, state: first.requestState, responses });
  expect(second.inputRequests).toEqual({
    sure: {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: "Publish Tea by Ana?",
        requestedSchema: { type: "object", properties: { sure: { type: "boolean" } }, required: ["sure"] },
      },
    },
  });
  const done = { sure: { action: "accept", content: { sure: true } } };
  const third = await result({ name, state: second.requestState, responses: done });
  expect(third.structuredContent).toEqual({ line: "Tea by Ana", sure: "yes" });
  // The handler ran three times; what it changes at its end happened once.
  expect(handlers.published).toEqual(["Tea by Ana"]);
});

test("requests go out in the order of the handler, even if a platform hashes the first one last", async () => {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  const spy = vi.spyOn(crypto.subtle, "digest").mockImplementation(async (algorithm, data) => {
    if (data.byteLength > 1_000) await setTimeout(20);
    return digest(algorithm, data);
  });
  onTestFinished(() => spy.mockRestore());
  const [form] = Object.values((await result({})).inputRequests) as [{ params: object }];
  const long = { ...form, params: { ...form.params, message: "x".repeat(1_000) } };
  const requests = { long, second: form, third: form };
  const { inputRequests } = await result({ name: "notes_send", args: { requests } });
  expect(Object.keys(inputRequests)).toEqual(Object.keys(requests));
});

describe("a retry that lacks an answer is asked for it again", () => {
  test("and keeps the answers that it brought", async () => {
    const name = "notes_publish";
    const state = await begin({ name });
    const second = await result({ name, state, responses: { author: words("Ana") } });
    expect(keysOf(second)).toEqual(["title"]);
    const third = await result({ name, state: second.requestState, responses: { title: words("Tea") } });
    expect(third.inputRequests.sure.params.message).toBe("Publish Tea by Ana?");
  });

  const lacking: readonly [string, unknown][] = [
    ["without responses", undefined],
    ["with none", {}],
    ["under another key", { longer: shorter }],
    ["with inherited names", JSON.parse('{ "__proto__": { "shorter": {} } }')],
  ];
  test.each(lacking)("%s", async (_, responses) => {
    const state = await begin();
    const again = await result({ state, responses });
    expect(keysOf(again)).toEqual(["shorter"]);
    const done = await result({ state: again.requestState, responses: { shorter, longer: shorter } });
    expect(done.structuredContent).toEqual({ words: "Short." });
  });

  test("an answer that nothing asked for yet is not taken", async () => {
    const name = "notes_publish";
    const sure = { action: "accept", content: { sure: true } };
    const state = await begin({ name });
    const responses = { title: words("Tea"), author: words("Ana"), sure };
    expect(keysOf(await result({ name, state, responses }))).toEqual(["sure"]);
  });

  test("responses without the state of the result that asked answer nothing", async () => {
    expect(keysOf(await result({ responses: { shorter } }))).toEqual(["shorter"]);
  });

  test("is asked at most ten times", async () => {
    const rounds = async (name: string, responses: object) => {
      let { message } = await call({ name });
      for (let round = 2; round <= 10; round++) {
        expect(keysOf(message.result)).toHaveLength(1);
        ({ message } = await call({ name, state: message.result.requestState, responses }));
      }
      return (await call({ name, state: message.result.requestState, responses })).message.error;
    };
    const tooMany = { code: -32602, data: { reason: "too_many_rounds" } };
    expect(await rounds("notes_shorten", {})).toMatchObject({
      ...tooMany,
      message: expect.stringContaining("no answer to shorter"),
    });
    // The question differs in each round, so no answer belongs to the current question.
    expect(await rounds("notes_fickle", { words: shorter })).toMatchObject(tooMany);
    expect(outcomes(2)).toEqual(["input_required", "too_many_rounds"]);
  });
});

describe("a handler waits for its client", () => {
  test.each([
    ["swallows the error", "swallow", ["words"]],
    ["asks twice before it awaits", "unawaited", ["first", "second"]],
    ["returns without waiting", "returned", ["words"]],
  ])("that %s", async (_, name, keys) => {
    expect(keysOf(await result({ name: `notes_${name}` }))).toEqual(keys);
  });

  test("and fails with internal if it asks two questions under one key, which is logged", async () => {
    const failed = await result({ name: "notes_twice" });
    expect(failed._meta["dev.toolwright/failure"].code).toBe("internal");
    expect(String(served.logged.at(-1)?.entry.error)).toContain(
      'two different requests with the key "words"',
    );
  });
});

describe("a state is refused", () => {
  const answered = { responses: { shorter } };
  const refused = async (round: Round) => {
    const { message } = await call({ ...answered, ...round });
    expect(message.error).toMatchObject({ code: -32602, data: { reason: "invalid_request_state" } });
  };

  test("if it is used again", async () => {
    const state = await begin();
    expect((await result({ ...answered, state })).resultType).toBe("complete");
    await refused({ state });
    const asked = await begin();
    expect((await result({ state: asked, responses: {} })).resultType).toBe("input_required");
    await refused({ state: asked });
  });

  test("if it has expired", async () => {
    const state = await begin();
    clock.now += 10 * 60_000;
    await refused({ state });
  });

  test("with other arguments, for another tool, or of another account", async () => {
    const state = await begin();
    await refused({ state, args: { text: "Other" } });
    await refused({ state, name: "notes_publish" });
    await refused({ state, token: "bob" });
    await refused({ state, token: "bob", responses: {} });
    // Nobody else can use it up, either.
    expect((await result({ ...answered, state })).resultType).toBe("complete");
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
    const outcomesOf = async (from: number) => {
      const requestState = (await ask(from)).message.result.requestState;
      const inputResponses = answered.responses;
      return Promise.all(
        nodes.map(async (_, at) => {
          const { result: made, error } = (await ask(at, { requestState, inputResponses })).message;
          return made?.resultType ?? error.data.reason;
        }),
      );
    };
    expect(await outcomesOf(0)).toEqual(["complete", "complete", "invalid_request_state"]);
    expect(await outcomesOf(1)).toEqual(["invalid_request_state", "complete", "complete"]);
  });
});

describe("responses of a wrong shape are refused, and the state stays good", () => {
  const methods = {
    "elicitation/create": {
      good: [
        { action: "decline" },
        { action: "accept" },
        { action: "accept", content: { a: "b", c: 1, d: true, e: ["f"] } },
      ],
      bad: [7, null, [], {}, { action: "maybe" }, { action: "accept", content: { a: { b: "c" } } }],
    },
    "sampling/createMessage": {
      good: [
        { role: "assistant", model: "m", content: { type: "text", text: "Paris" } },
        { role: "user", model: "m", content: [{ type: "image", data: "", mimeType: "image/png" }] },
      ],
      bad: [
        { role: "assistant", content: { type: "text" } },
        { role: "assistant", model: "m", content: "Paris" },
      ],
    },
    "roots/list": {
      good: [{ roots: [] }, { roots: [{ uri: "file:///a", name: "A" }] }],
      bad: [{ roots: {} }, { roots: ["file:///a"] }, { roots: [{ uri: "file:///a", name: 7 }] }],
    },
    "weather/forecast": { good: [{ sunny: true }], bad: ["sunny"] },
  };
  const capabilities = { elicitation: {}, sampling: {}, roots: {}, weather: {} };

  test.each(Object.entries(methods))("%s", async (method, { good, bad }) => {
    const round = { name: "notes_send", args: { requests: { it: { method, params: {} } } } };
    const meta = { [capabilitiesKey]: capabilities };
    for (const it of good) {
      const state = await begin({ ...round, meta });
      for (const wrong of bad) {
        const { message } = await call({ ...round, meta, state, responses: { it: wrong } });
        expect(message.error).toMatchObject({
          code: -32602,
          message: `inputResponses.it is not a result of ${method}.`,
          data: { reason: "invalid_input_responses" },
        });
      }
      const { structuredContent } = await result({ ...round, meta, state, responses: { it } });
      expect(structuredContent).toEqual({ results: { it } });
    }
  });

  test.each([7, null, "shorter", [shorter]])("%j in place of responses", async (responses) => {
    for (const state of [undefined, await begin()]) {
      const { message } = await call({ state, responses });
      expect(message.error).toMatchObject({ code: -32602, data: { reason: "invalid_input_responses" } });
    }
  });

  test("keys may be any text", async () => {
    const requests = JSON.parse(
      '{ "__proto__": { "method": "roots/list" }, "": { "method": "roots/list" } }',
    );
    const responses = JSON.parse('{ "__proto__": { "roots": [] }, "": { "roots": [] } }');
    const round = { name: "notes_send", args: { requests }, meta: { [capabilitiesKey]: capabilities } };
    const asked = await result(round);
    expect(keysOf(asked).sort()).toEqual(["", "__proto__"]);
    const done = await result({ ...round, state: asked.requestState, responses });
    expect(Object.keys(done.structuredContent.results).sort()).toEqual(["", "__proto__"]);
  });
});

describe("a client that does not declare the capability", () => {
  const elicitation = { method: "elicitation/create", params: { mode: "form" } };
  const page = { method: "elicitation/create", params: { mode: "url", url: "https://notes.example/sign" } };
  const withTools = { method: "sampling/createMessage", params: { tools: [] } };
  test.each([
    [{}, elicitation, { elicitation: { form: {} } }],
    [{ elicitation: true }, elicitation, { elicitation: { form: {} } }],
    [{ elicitation: { url: {} } }, elicitation, { elicitation: { form: {} } }],
    [{ elicitation: {} }, page, { elicitation: { url: {} } }],
    [{ sampling: {} }, withTools, { sampling: { tools: {} } }],
    [{ elicitation: {} }, { method: "weather/forecast" }, { weather: {} }],
  ])("%j gets -32021 with what is missing", async (capabilities, it, requiredCapabilities) => {
    const { status, message } = await call({
      name: "notes_send",
      args: { requests: { it } },
      meta: { [capabilitiesKey]: capabilities },
    });
    expect([status, message.error.code, message.error.data]).toEqual([400, -32021, { requiredCapabilities }]);
  });

  test("is what handlers see, and clients of earlier revisions declare nothing", async () => {
    const declared = { elicitation: { form: {}, url: {} }, weather: {} };
    const modernCall = { name: "notes_able", meta: { [capabilitiesKey]: declared } };
    expect((await result(modernCall)).structuredContent).toEqual({ form: true, url: true, other: true });
    const legacy = (name: string) =>
      rpc(served.url, "tools/call", { name, arguments: {}, _meta: able }, "ana");
    const { message } = await legacy("notes_able");
    expect(message.result.structuredContent).toEqual({ form: false, url: false, other: false });
    expect((await legacy("notes_shorten")).message.error.code).toBe(-32021);
  });
});

test("the client of SDK 2.x answers by itself", async () => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => ({
    action: "accept",
    content: { words: params.message.toUpperCase(), sure: true },
  }));
  const requestInit = { headers: { Authorization: "Bearer ana" } };
  await client.connect(new StreamableHTTPClientTransport(served.url, { requestInit }));
  onTestFinished(() => client.close());
  const published = await client.callTool({ name: "notes_publish", arguments: { text: "Long" } });
  expect(published.structuredContent).toEqual({ line: "A TITLE FOR LONG by BY WHOM?", sure: "yes" });
});

test("the client of SDK 2.x answers by itself over stdio", async () => {
  const program = new URL("../test/support/wire/asking-program.ts", import.meta.url).pathname;
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
  const done = await send({ requestState, inputResponses: { shorter } });
  expect(done.structuredContent).toEqual({ words: "Short." });
});
