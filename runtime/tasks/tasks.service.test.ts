/** Tasks: calls that go on after their answer (MCP 2026-07-28, SEP-2663). */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { modernRequest, rpc } from "../test/support/wire/rpc.ts";
import { startTasks, TaskHandlers } from "../test/support/wire/task-notes.ts";
import type { StoredTask, TaskStore } from "./task.ts";

const undeclared = { capabilities: {} };
const missing = { requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } };

describe("who gets a task", () => {
  test("a long call of a client that declares the extension in this request", async () => {
    const { call, until, handlers, calls } = await startTasks();
    const { result } = await call("notes_sleep", { ms: 100 });
    expect(result).toMatchObject({
      resultType: "task",
      status: "working",
      ttlMs: 60_000,
      pollIntervalMs: 1_000,
    });
    expect(Object.keys(result).sort()).toEqual(
      [
        "_meta",
        "createdAt",
        "lastUpdatedAt",
        "pollIntervalMs",
        "resultType",
        "status",
        "taskId",
        "ttlMs",
      ].sort(),
    );
    const ended = await until(result.taskId, "completed");
    expect(ended.statusMessage).toBe("Sleeps 100 ms");
    const plain = await call("notes_sleep", { ms: 100 }, undeclared);
    expect(ended.result).toEqual(plain.result);
    expect(handlers.background).toEqual([true, false]);
    expect(calls.map(({ outcome, task }) => [outcome, task])).toEqual([
      ["ok", result.taskId],
      ["ok", undefined],
    ]);
  });

  test.each([
    ["a short call", "notes_sleep", { ms: 0 }, {}],
    ["a client that does not declare it", "notes_sleep", { ms: 80 }, undeclared],
    ["a client with the tasks of 2025-11-25", "notes_sleep", { ms: 80 }, { capabilities: { tasks: {} } }],
    ["a tool without tasks", "notes_plain", { ms: 0 }, {}],
  ])("%s has none", async (_, name, args, as) => {
    const { call } = await startTasks();
    expect((await call(name, args, as)).result).toMatchObject({ resultType: "complete" });
  });

  test("MCP 2025-11-25 has none, not even in its capabilities, and an `always` tool runs plainly", async () => {
    const { url } = await startTasks();
    const capabilities = { extensions: { "io.modelcontextprotocol/tasks": {} } };
    const opened = await rpc(url, "initialize", { protocolVersion: "2025-11-25", capabilities });
    expect(opened.message.result.capabilities).toEqual({ tools: {} });
    const called = await rpc(url, "tools/call", { name: "notes_always", arguments: { ms: 50 }, task: {} });
    expect(called.message.result.structuredContent).toMatchObject({ slept: 50 });
    expect((await rpc(url, "tasks/get", { taskId: "x" })).message.error.code).toBe(-32601);
  });

  test("the extension is declared with no settings, and an `always` tool refuses clients without it", async () => {
    const { send } = await startTasks();
    const found = (await send("server/discover", {})).message.result.capabilities;
    expect(found).toEqual({ tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } });
    const { status, message } = await send("tools/call", { name: "notes_always", arguments: {} }, undeclared);
    expect([status, message.error.code, message.error.data]).toEqual([400, -32021, missing]);
  });

  test.each([
    ["wrong arguments", { ms: "soon" }, "notes:read", "invalid_input"],
    ["a missing scope", { ms: 100 }, "notes:write", "insufficient_scope"],
  ])("%s end a call before there is a task", async (_, args, token, code) => {
    const { call, handlers } = await startTasks();
    const { result } = await call("notes_sleep", args, { token });
    expect([result.isError, result._meta["dev.toolwright/failure"].code]).toEqual([true, code]);
    expect(handlers.started).toEqual([]);
  });
});

describe("how a task ends", () => {
  test.each([
    ["a refusal", "refused", "completed", { result: { isError: true } }],
    ["a bug", "broken", "completed", { result: { isError: true } }],
    ["an error of the protocol", "roots", "failed", { error: { code: -32021 } }],
  ])("%s", async (_, end, status, members) => {
    const { startTask, until } = await startTasks();
    const task = await until(await startTask("notes_always", { end }), "completed", "failed");
    expect(task).toMatchObject({ status, ...members });
    expect("result" in task && "error" in task).toBe(false);
  });

  test("cancelled: the signal aborts, the acknowledgement is empty, also again, and it stays cancelled", async () => {
    const { startTask, send, get, handlers, calls } = await startTasks();
    const taskId = await startTask("notes_sleep", { ms: 60_000 });
    for (const _ of [1, 2]) {
      const { message } = await send("tasks/cancel", { taskId });
      expect({ ...message.result, _meta: 0 }).toEqual({ resultType: "complete", _meta: 0 });
    }
    expect((await get(taskId)).result.status).toBe("cancelled");
    await expect.poll(() => handlers.aborted).toEqual(["The client cancelled the task."]);
    await expect.poll(() => calls.map(({ outcome }) => outcome)).toEqual(["cancelled"]);
    expect((await get(taskId)).result.status).toBe("cancelled");
  });

  test("expired: it is unknown, and the signal aborts", async () => {
    const { startTask, get, handlers } = await startTasks();
    const taskId = await startTask("notes_brief");
    expect((await get(taskId)).result.status).toBe("working");
    await expect.poll(() => handlers.aborted).toEqual(["The task has expired."]);
    expect((await get(taskId)).error.code).toBe(-32602);
  });

  test("neither the end of the request nor its cancellation ends a task", async () => {
    const { startTask, send, until, url } = await startTasks();
    const taskId = await startTask("notes_sleep", { ms: 150 });
    await fetch(url, modernRequest({ method: "notifications/cancelled", params: { requestId: 1 } }));
    expect((await until(taskId, "completed", "cancelled")).status).toBe("completed");
    expect((await send("tasks/cancel", { taskId })).message.result).toBeDefined();
    expect((await until(taskId, "completed", "cancelled")).status).toBe("completed");
  });

  test("the server that stops aborts it", async () => {
    const { startTask, server, handlers } = await startTasks();
    await startTask("notes_sleep", { ms: 60_000 });
    await server.close();
    await expect.poll(() => handlers.aborted).toEqual(["The server is stopping."]);
  });
});

describe("requests about a task", () => {
  const methods = ["tasks/get", "tasks/update", "tasks/cancel"];
  const all = "notes:read+notes:pii";

  test.each(methods)("%s is refused in the order of MCP: header, extension, task", async (method) => {
    const { startTask, send, get } = await startTasks();
    const taskId = await startTask("notes_sleep", { ms: 60_000 }, { token: all });
    const wanted = { taskId, inputResponses: {} };
    const as = { ...undeclared, token: "ben:notes:read" };
    const answers = [
      await send(method, wanted, { ...as, headers: { "Mcp-Name": null } }),
      await send(method, wanted, { ...as, headers: { "Mcp-Name": "other" } }),
      await send(method, wanted, as),
      await send(method, wanted, { token: "ben:notes:read+notes:pii" }),
      await send(method, wanted, { token: "notes:read" }),
      await send(method, { ...wanted, taskId: "unknown" }, { token: all }),
    ];
    expect(answers.map(({ status, message }) => [status, message.error?.code])).toEqual([
      [400, -32020],
      [400, -32020],
      [400, -32021],
      ...Array(3).fill([200, -32602]),
    ]);
    const texts = answers.slice(3).map(({ message }) => message.error.message);
    expect(new Set(texts).size).toBe(1);
    expect((await get(taskId, { token: all })).result.status).toBe("working");
    // More scopes than the call had are enough.
    expect((await get(taskId, { token: `${all}+notes:write` })).result.status).toBe("working");
  });

  test("a tool that is hidden from a caller hides its tasks", async () => {
    let isHidden = false;
    const { startTask, get } = await startTasks({ visible: () => !isHidden });
    const taskId = await startTask("notes_sleep", { ms: 60_000 });
    isHidden = true;
    expect((await get(taskId)).error.code).toBe(-32602);
  });

  test.each(["tasks/result", "tasks/list"])("%s is gone", async (method) => {
    const { send } = await startTasks();
    const { status, message } = await send(method, { taskId: "x" });
    expect([status, message.error.code]).toEqual([404, -32601]);
  });
});

describe("a task that asks", () => {
  test("waits without a second start, takes answers one by one, and never uses a key twice", async () => {
    const { startTask, send, until, get, handlers } = await startTasks();
    const taskId = await startTask("notes_ask");
    const update = async (inputResponses: object) =>
      (await send("tasks/update", { taskId, inputResponses })).message;
    const accept = (words: string) => ({ action: "accept", content: { words } });
    const asked = await until(taskId, "input_required");
    const [one, two] = Object.keys(asked.inputRequests);
    expect(asked.inputRequests[one!]).toMatchObject({
      method: "elicitation/create",
      params: { message: "One?" },
    });
    expect((await update({ [one!]: { action: "perhaps" } })).error.code).toBe(-32602);
    expect((await update({ other: accept("?") })).result.resultType).toBe("complete");
    expect(Object.keys((await get(taskId)).result.inputRequests)).toEqual([one, two]);
    await update({ [one!]: accept("1") });
    expect(Object.keys((await get(taskId)).result.inputRequests)).toEqual([two]);
    await update({ [one!]: accept("too late"), [two!]: { action: "decline" } });
    const again = await until(taskId, "input_required");
    const [third] = Object.keys(again.inputRequests);
    expect([one, two]).not.toContain(third);
    await update({ [third!]: accept("really") });
    const { result } = await until(taskId, "completed");
    expect(result.structuredContent).toEqual({ replies: ["1", "decline", "really"] });
    expect(handlers.started).toHaveLength(1);
  });

  test("is cancelled while it waits", async () => {
    const { startTask, send, until, calls } = await startTasks();
    const taskId = await startTask("notes_ask");
    await until(taskId, "input_required");
    await send("tasks/cancel", { taskId });
    expect(await until(taskId, "cancelled")).not.toHaveProperty("inputRequests");
    await expect.poll(() => calls.map(({ outcome }) => outcome)).toEqual(["cancelled"]);
  });
});

describe("bounds", () => {
  test("an account with 20 running tasks gets no more: `may` stays plain, `always` is refused with 429", async () => {
    const { startTask, call, send } = await startTasks();
    await Promise.all(Array.from({ length: 20 }, () => startTask("notes_sleep", { ms: 60_000 })));
    expect((await call("notes_sleep", { ms: 60 })).result.resultType).toBe("complete");
    expect((await send("tools/call", { name: "notes_always", arguments: {} })).status).toBe(429);
    const other = await call("notes_sleep", { ms: 60 }, { token: "ben:notes:read" });
    expect(other.result.resultType).toBe("task");
  });

  test("`deadline_seconds` of a tool ends its plain calls", async () => {
    const { call } = await startTasks();
    const { result } = await call("notes_plain", { ms: 5_000 });
    expect(result._meta["dev.toolwright/failure"]).toMatchObject({ code: "internal", retryable: true });
  });
});

test("subscriptions/listen sends the state of a task and its changes, for its owner only", async () => {
  const { startTask, send, url } = await startTasks();
  const taskId = await startTask("notes_sleep", { ms: 150 });
  const listen = async (token: string) => {
    const meta = {
      "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
    };
    const params = { notifications: { taskIds: [taskId, "unknown"] } };
    const headers = { Accept: "text/event-stream" };
    return fetch(url, modernRequest({ method: "subscriptions/listen", params, meta, headers, token }));
  };
  const response = await listen("notes:read");
  const events: { method: string; params: Record<string, unknown> }[] = [];
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    for (const [, data] of chunk.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data!));
    if (events.some(({ params }) => params.status === "completed")) break;
  }
  expect(events.map(({ method, params }) => [method, params.status ?? params.notifications])).toEqual([
    ["notifications/subscriptions/acknowledged", { taskIds: [taskId] }],
    ["notifications/tasks", "working"],
    ["notifications/tasks", "completed"],
  ]);
  expect(events[2]!.params).toMatchObject({ taskId, result: { structuredContent: { slept: 150 } } });
  const foreign = await listen("ben:notes:read");
  const [first] = /data: (.*)/.exec(
    new TextDecoder().decode((await foreign.body!.getReader().read()).value),
  )!;
  expect(first).toContain('"notifications":{}');
  const wrong = await send("subscriptions/listen", { notifications: { taskIds: [taskId] } }, undeclared);
  expect([wrong.status, wrong.message.error.code]).toEqual([400, -32021]);
});

/** A store that two servers share. */
class SharedStore implements TaskStore {
  readonly watchMs = 20;
  readonly tasks = new Map<string, string>();
  async create(task: StoredTask): Promise<boolean> {
    this.tasks.set(task.id, JSON.stringify(task));
    return true;
  }
  async read(id: string): Promise<StoredTask | undefined> {
    const text = this.tasks.get(id);
    return text === undefined ? undefined : JSON.parse(text);
  }
  async replace(task: StoredTask): Promise<boolean> {
    if ((await this.read(task.id))?.revision !== task.revision - 1) return false;
    this.tasks.set(task.id, JSON.stringify(task));
    return true;
  }
}

describe("a shared store", () => {
  test("another server reads, answers and cancels a task", async () => {
    const tasks = { store: new SharedStore() };
    const one = await startTasks({ tasks });
    const two = await startTasks({ tasks });
    const asking = await one.startTask("notes_ask");
    const { inputRequests } = await two.until(asking, "input_required");
    const answers = Object.keys(inputRequests).map((key) => [key, { action: "decline" }]);
    await two.send("tasks/update", { taskId: asking, inputResponses: Object.fromEntries(answers) });
    const again = await two.until(asking, "input_required");
    expect(Object.values<{ params: object }>(again.inputRequests)).toMatchObject([
      { params: { message: "One, really?" } },
    ]);
    await two.send("tasks/cancel", { taskId: asking });
    await expect.poll(() => one.calls.map(({ outcome }) => outcome)).toEqual(["cancelled"]);
    expect(two.handlers.started).toEqual([]);
  });

  test("a task whose process has stopped is run again from its start, with the answers so far", async () => {
    const tasks = { store: new SharedStore() };
    const first = await startTasks({ tasks });
    const asking = await first.startTask("notes_ask");
    const { inputRequests } = await first.until(asking, "input_required");
    const [one, two] = Object.keys(inputRequests);
    await first.send("tasks/update", { taskId: asking, inputResponses: { [one!]: { action: "cancel" } } });
    await first.server.close();
    const handlers = new TaskHandlers();
    const second = await startTasks({ tasks }, handlers);
    expect(Object.keys((await second.get(asking)).result.inputRequests)).toEqual([two]);
    const { createMcpHandler } = await import("@toolwright/runtime");
    const { taskNotes } = await import("../test/support/wire/task-notes.ts");
    const worker = createMcpHandler(taskNotes, { handlers, tasks, authenticate: () => undefined });
    const run = worker.resumeTask(asking, new AbortController().signal);
    await expect.poll(() => handlers.started).toHaveLength(1);
    await second.send("tasks/update", { taskId: asking, inputResponses: { [two!]: { action: "decline" } } });
    const { inputRequests: last } = await second.until(asking, "input_required");
    const [third] = Object.keys(last);
    expect([one, two]).not.toContain(third);
    await sleep(30);
    await second.send("tasks/update", {
      taskId: asking,
      inputResponses: { [third!]: { action: "decline" } },
    });
    const { result } = await second.until(asking, "completed");
    expect(result.structuredContent).toEqual({ replies: ["cancel", "decline", "decline"] });
    await run;
  });

  test("a task that cannot be run again fails, once, on every server", async () => {
    const tasks = { store: new SharedStore() };
    const one = await startTasks({ tasks });
    const two = await startTasks({ tasks });
    const asking = await one.startTask("notes_ask");
    await one.until(asking, "input_required");
    await two.server.failTask(asking, "Its process stopped.");
    const failed = await one.until(asking, "failed");
    expect(failed).toMatchObject({ error: { code: -32603, message: "Its process stopped." } });
    expect(Date.parse(failed.lastUpdatedAt)).toBeGreaterThan(Date.parse(failed.createdAt));
    await two.server.failTask(asking, "Again.");
    expect((await one.get(asking)).result.error.message).toBe("Its process stopped.");
  });
});
