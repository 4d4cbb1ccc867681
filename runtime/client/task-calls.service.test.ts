/** Tasks of the typed client, over the official client, which does not know them. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type ClientOperation, clientOf, UnfinishedTask, withTasks } from "@toolwright/runtime/client";
import { inProcess } from "@toolwright/runtime/testing";
import { expect, onTestFinished, test } from "vitest";
import { startTasks, TaskHandlers, taskNotes } from "../test/support/wire/task-notes.ts";

interface Sleep {
  ms?: number;
  end?: "well" | "refused" | "broken" | "roots";
}

interface Tools {
  sleep: {
    name: "notes_sleep";
    arguments: Sleep;
    output: { slept: number };
    failure: "refused";
    task: "may";
  };
  always: {
    name: "notes_always";
    arguments: Sleep;
    output: { slept: number };
    failure: never;
    task: "always";
  };
  ask: { name: "notes_ask"; arguments: object; output: { replies: string[] }; failure: never; task: "may" };
  plain: { name: "notes_plain"; arguments: Sleep; output: { slept: number }; failure: never };
}

const tools: { readonly [Method in keyof Tools]: ClientOperation } = {
  sleep: { name: "notes_sleep", hasOutput: true, failures: ["refused"], task: "may" },
  always: { name: "notes_always", hasOutput: true, failures: [], task: "always" },
  ask: { name: "notes_ask", hasOutput: true, failures: [], task: "may" },
  plain: { name: "notes_plain", hasOutput: true, failures: [] },
};

type Way = "with tasks" | "without tasks" | "MCP 2025-11-25" | "SDK 1.x";

async function startClient(way: Way = "with tasks") {
  const started = await startTasks();
  const requestInit = { headers: { Authorization: "Bearer notes:read" } };
  const info = { name: "test", version: "1.0.0" };
  const asked: string[] = [];
  if (way === "SDK 1.x") {
    const client = new FirstClient(info);
    await client.connect(new FirstTransport(started.url, { requestInit }) as never);
    onTestFinished(() => client.close());
    return { ...started, client, asked, typed: clientOf<Tools>(client, tools) };
  }
  const mode = way === "MCP 2025-11-25" ? "legacy" : "auto";
  const capabilities = { elicitation: { form: {} } };
  const client = new Client(info, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "accept", content: { words: params.message.toLowerCase() } };
  });
  const transport = new StreamableHTTPClientTransport(started.url, { requestInit });
  await client.connect(way === "without tasks" ? transport : withTasks(transport));
  onTestFinished(() => client.close());
  return { ...started, client, asked, typed: clientOf<Tools>(client, tools) };
}

test("a long call is a task: its progress, its outcome, and the same from its id", async () => {
  const { typed } = await startClient();
  const { task, outcome } = await typed.sleep.start({ ms: 1_500 });
  expect(outcome).toBeUndefined();
  const states = await Array.fromAsync(task!.progress());
  expect(states[0]).toMatchObject({ status: "working" });
  expect(states.slice(-2)).toEqual([
    { status: "working", message: "Sleeps 1500 ms" },
    { status: "completed", message: "Sleeps 1500 ms" },
  ]);
  const slept = { ok: true, output: expect.objectContaining({ slept: 1_500 }) };
  expect(await task!.wait()).toEqual(slept);
  expect(await typed.sleep.task(task!.id).wait()).toEqual(slept);
});

test("a short call has its outcome at once, and a tool without tasks has no `start`", async () => {
  const { typed } = await startClient();
  const { task, outcome } = await typed.sleep.start({ ms: 0 });
  expect([task, outcome]).toEqual([undefined, { ok: true, output: expect.objectContaining({ slept: 0 }) }]);
  expect(Object.keys(typed.plain)).toEqual([]);
});

test.each(["with tasks", "without tasks", "MCP 2025-11-25", "SDK 1.x"] as const)(
  "a call waits for its outcome, %s",
  async (way) => {
    const { typed, calls } = await startClient(way);
    expect(await typed.sleep({ ms: 100 })).toEqual({
      ok: true,
      output: expect.objectContaining({ slept: 100 }),
    });
    expect(calls[0]!.task === undefined).toBe(way !== "with tasks");
    const refused = await typed.sleep({ ms: 100, end: "refused" });
    expect(refused).toMatchObject({ ok: false, code: "refused", message: "It shall." });
  },
);

test("handlers in this process answer without a task", async () => {
  const client = inProcess({ service: taskNotes, handlers: new TaskHandlers() });
  const { outcome } = await clientOf<Tools>(client, tools).sleep.start({ ms: 60 });
  expect(outcome).toMatchObject({ ok: true, output: { slept: 60 } });
});

test("a refusal ends a task with an outcome, an error of the protocol does not", async () => {
  const { typed } = await startClient();
  const refused = await typed.sleep.start({ ms: 60, end: "refused" });
  expect(await refused.task!.wait()).toMatchObject({ ok: false, code: "refused" });
  const failed = await typed.always.start({ end: "roots" });
  const error = await failed.task!.wait().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnfinishedTask);
  expect(error).toMatchObject({ status: "failed", id: failed.task!.id, code: -32021 });
  await expect(typed.always({ end: "roots" })).rejects.toThrow(UnfinishedTask);
});

test("a cancelled task has no outcome, and its handler is aborted", async () => {
  const { typed, handlers } = await startClient();
  const { task } = await typed.sleep.start({ ms: 60_000 });
  await task!.cancel();
  await task!.cancel();
  await expect(task!.wait()).rejects.toMatchObject({ name: "UnfinishedTask", status: "cancelled" });
  expect(await Array.fromAsync(task!.progress())).toMatchObject([{ status: "cancelled" }]);
  await expect.poll(() => handlers.aborted).toEqual(["The client cancelled the task."]);
});

test("the end of a wait leaves the task, the cancellation of a call cancels it", async () => {
  const { typed, get, handlers } = await startClient();
  const { task } = await typed.sleep.start({ ms: 60_000 });
  await expect(task!.wait({ signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/);
  expect((await get(task!.id)).result.status).toBe("working");
  await expect(typed.always({ ms: 60_000 }, { signal: AbortSignal.timeout(300) })).rejects.toThrow(/timeout/);
  expect(handlers.started).toHaveLength(2);
  await expect.poll(() => handlers.aborted).toEqual(["The client cancelled the task."]);
  expect((await get(task!.id)).result.status).toBe("working");
});

test("the official client answers the questions of a task, each once, however many wait for it", async () => {
  const { typed, asked } = await startClient();
  const { task } = await typed.ask.start({});
  const [one, other] = await Promise.all([task!.wait(), task!.wait(), Array.fromAsync(task!.progress())]);
  expect(one).toEqual({ ok: true, output: { replies: ["one?", "two?", "one, really?"] } });
  expect(other).toEqual(one);
  expect(asked.toSorted()).toEqual(["One, really?", "One?", "Two?"]);
});

test("progress is received over the end of the request, and its figures grow", async () => {
  const { typed } = await startClient();
  const received: { progress: number; message?: string }[] = [];
  await typed.sleep({ ms: 1_500 }, { onProgress: (progress) => received.push(progress) });
  expect(received.map(({ message }) => message)).toEqual(["Sleeps 1500 ms", "Sleeps 1500 ms"]);
  const figures = received.map(({ progress }) => progress);
  expect(figures).toEqual([...new Set(figures)].toSorted((a, b) => a - b));
});

test("calls of the official client itself stay plain", async () => {
  const { client, calls } = await startClient();
  const { tools: listed } = await client.listTools();
  expect(listed.length).toBeGreaterThan(0);
  const result = await client.callTool({ name: "notes_sleep", arguments: { ms: 80 } });
  expect(result).toMatchObject({ structuredContent: { slept: 80 } });
  expect(calls.map(({ task }) => task)).toEqual([undefined]);
});

test("a task of somebody else is the error of the official client", async () => {
  const { typed, startTask } = await startClient();
  const foreign = await startTask("notes_sleep", { ms: 60_000 }, { token: "ben:notes:read" });
  await expect(typed.sleep.task(foreign).wait()).rejects.toThrow(/no task with this id/);
});
