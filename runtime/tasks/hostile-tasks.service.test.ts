/** Tasks against clients that mean harm, and against connections that break at the worst moment. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { modernRequest } from "../test/support/wire/rpc.ts";
import { startTasks, taskNotes } from "../test/support/wire/task-notes.ts";
import { MemoryTaskStore } from "./memory-store.ts";
import type { StoredTask, TaskStore } from "./task.ts";

const extension = "io.modelcontextprotocol/tasks";
const meta = {
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, extensions: { [extension]: {} } },
};
const accept = (words: string) => ({ action: "accept", content: { words } });

/** A store in memory that is as slow as a test needs. */
class SlowStore implements TaskStore {
  readonly #inner = new MemoryTaskStore();
  createMs = 0;
  readMs = 0;
  created = 0;

  async create(task: StoredTask): Promise<boolean> {
    this.created += 1;
    await sleep(this.createMs);
    return this.#inner.create(task);
  }

  /** Reads first and waits then, so that the task may be another one when it is returned. */
  async read(id: string): Promise<StoredTask | undefined> {
    const task = await this.#inner.read(id);
    await sleep(this.readMs);
    return task;
  }

  replace(task: StoredTask): Promise<boolean> {
    return this.#inner.replace(task);
  }
}

describe("ids", () => {
  test("that resemble one are unknown, and so are values that are no ids", async () => {
    const { startTask, send, get } = await startTasks();
    const taskId = await startTask("notes_sleep", { ms: 60_000 });
    const guesses = [
      ...Array.from(taskId, (_, at) => `${taskId.slice(0, at)}_${taskId.slice(at + 1)}x`),
      ...[
        taskId.toLowerCase(),
        taskId.slice(1),
        ` ${taskId}`,
        `${taskId}\u0000`,
        "__proto__",
        "toString",
        "",
      ],
    ].filter((guess) => guess !== taskId);
    for (const guess of guesses) {
      const headers = { "Mcp-Name": `=?base64?${Buffer.from(guess).toString("base64")}?=` };
      const { message } = await send("tasks/get", { taskId: guess }, { headers });
      expect([guess, message.error.code]).toEqual([guess, -32602]);
    }
    for (const wrong of [7, null, true, [taskId], { id: taskId }]) {
      const { message } = await send("tasks/get", { taskId: wrong }, { headers: { "Mcp-Name": taskId } });
      expect([-32602, -32020]).toContain(message.error.code);
    }
    expect((await get(taskId)).result.status).toBe("working");
  });

  test("are told to no other account, also when a thousand of its requests come at once", async () => {
    const { startTask, get } = await startTasks();
    const taskId = await startTask("notes_sleep", { ms: 60_000 });
    const asked = Array.from({ length: 1_000 }, (_, at) =>
      get(taskId, at % 2 === 0 ? {} : { token: "ben:notes:read" }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ result }) => result?.status === "working")).toHaveLength(500);
    expect(answers.filter(({ error }) => error?.code === -32602)).toHaveLength(500);
  });
});

describe("answers", () => {
  test("that are too long, or come to a task that has ended, change nothing", async () => {
    const { startTask, send, until, get } = await startTasks();
    const taskId = await startTask("notes_ask");
    const { inputRequests } = await until(taskId, "input_required");
    const keys = Object.keys(inputRequests);
    const huge = Object.fromEntries(keys.map((key) => [key, accept("x".repeat(600_000))]));
    const { message } = await send("tasks/update", { taskId, inputResponses: huge });
    expect(message.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("1000000 characters"),
    });
    const many = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`one.${at + 100}`, accept("?")]),
    );
    expect((await send("tasks/update", { taskId, inputResponses: many })).message.result).toBeDefined();
    const proto = JSON.parse('{"__proto__":{"action":"accept"},"constructor":{"action":"accept"}}');
    expect((await send("tasks/update", { taskId, inputResponses: proto })).message.result).toBeDefined();
    expect(Object.keys((await get(taskId)).result.inputRequests)).toEqual(keys);
    await send("tasks/cancel", { taskId });
    const late = Object.fromEntries(keys.map((key) => [key, accept("late")]));
    expect((await send("tasks/update", { taskId, inputResponses: late })).message.result).toBeDefined();
    const ended = (await get(taskId)).result;
    expect([ended.status, ended.inputRequests]).toEqual(["cancelled", undefined]);
  });

  test.each([undefined, null, 7, "all", []])("that are %j are refused", async (inputResponses) => {
    const { startTask, send } = await startTasks();
    const taskId = await startTask("notes_ask");
    const { message } = await send("tasks/update", { taskId, inputResponses });
    expect(message.error.code).toBe(-32602);
  });
});

describe("subscriptions/listen", () => {
  test.each([
    ["10,000 ids", Array.from({ length: 10_000 }, (_, at) => `task-${at}`)],
    ["numbers", [1, 2]],
    ["an object", { id: "x" }],
  ])("with %s is refused", async (_, taskIds) => {
    const { send } = await startTasks();
    const headers = { Accept: "application/json, text/event-stream" };
    const { message } = await send("subscriptions/listen", { notifications: { taskIds } }, { headers });
    expect(message.error).toMatchObject({ code: -32602, message: expect.stringContaining("at most 100") });
  });

  test("tells the end of a task that ends while it is looked for", async () => {
    const store = new SlowStore();
    const { startTask, url } = await startTasks({ tasks: { store } });
    const taskId = await startTask("notes_sleep", { ms: 150 });
    store.readMs = 250;
    const response = await fetch(
      url,
      modernRequest({
        method: "subscriptions/listen",
        params: { notifications: { taskIds: [taskId] } },
        meta,
        headers: { Accept: "text/event-stream" },
      }),
    );
    let seen = "";
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      seen += chunk;
      if (seen.includes('"status":"completed"')) break;
    }
    expect(seen).toContain('"slept":150');
  });
});

describe("a connection that breaks while a call becomes a task", () => {
  test.each([
    ["notes_sleep", ["The client disconnected."]],
    ["notes_always", []],
  ])("ends %s, and leaves no task that runs", async (name, aborted) => {
    const store = new SlowStore();
    store.createMs = 200;
    const { url, handlers, calls } = await startTasks({ tasks: { store } });
    const client = new AbortController();
    const params = { name, arguments: { ms: 60_000 } };
    const request = modernRequest({ method: "tools/call", params, meta });
    const sent = fetch(url, { ...request, signal: client.signal });
    await expect.poll(() => store.created).toBe(1);
    client.abort();
    await expect(sent).rejects.toThrow();
    await expect.poll(() => calls.map(({ outcome }) => outcome)).toEqual(["cancelled"]);
    expect(handlers.aborted).toEqual(aborted);
    expect(handlers.started).toHaveLength(aborted.length);
  });
});

test("a client with a progress token gets its progress, and then the task, as events", async () => {
  const { url, until } = await startTasks();
  const params = { name: "notes_sleep", arguments: { ms: 200 } };
  const response = await fetch(
    url,
    modernRequest({
      method: "tools/call",
      params,
      meta: { ...meta, progressToken: "p" },
      headers: { Accept: "application/json, text/event-stream" },
    }),
  );
  const messages = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
    JSON.parse(data!),
  );
  expect(messages.map(({ method, result }) => method ?? result.resultType)).toEqual([
    "notifications/progress",
    "task",
  ]);
  expect((await until(messages[1].result.taskId, "completed")).result.structuredContent.slept).toBe(200);
});

test("a token that is revoked while its task runs reads nothing; another one of its account and scopes does", async () => {
  const revoked = new Set<string>();
  const { startTask, send, get, handlers } = await startTasks({
    authenticate: ({ token }) => {
      if (revoked.has(token)) return undefined;
      const [account = "", scopes = ""] = token.split("/");
      return { account, token, scopes: new Set(scopes.split("+")) };
    },
  });
  const as = (token: string) => ({ token });
  const taskId = await startTask("notes_sleep", { ms: 200 }, as("ana/notes:read+notes:pii/1"));
  revoked.add("ana/notes:read+notes:pii/1");
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
    expect(
      (await send(method, { taskId, inputResponses: {} }, as("ana/notes:read+notes:pii/1"))).status,
    ).toBe(401);
  const other = "ana/notes:read+notes:pii/2";
  await expect.poll(async () => (await get(taskId, as(other))).result.status).toBe("completed");
  expect((await get(taskId, as(other))).result.result.structuredContent.email).toBe("ana@example.org");
  for (const weaker of ["ana/notes:read/3", "ben/notes:read+notes:pii/4"])
    expect((await get(taskId, as(weaker))).error.code).toBe(-32602);
  expect(handlers.aborted).toEqual([]);
});

describe("how long a task is kept", () => {
  const lasting = (ttlMs: number) => ({
    ...taskNotes,
    tools: taskNotes.tools.map((tool) => (tool.task ? { ...tool, task: { ...tool.task, ttlMs } } : tool)),
  });

  test("a year is longer than any timer, and the task runs", async () => {
    const { startTask, until, handlers } = await startTasks({ service: lasting(365 * 86_400_000) });
    const taskId = await startTask("notes_sleep", { ms: 150 });
    expect((await until(taskId, "completed")).ttlMs).toBe(365 * 86_400_000);
    expect(handlers.aborted).toEqual([]);
  });

  test("no time at all: the task is unknown, and its handler ends", async () => {
    const { startTask, get, handlers } = await startTasks({ service: lasting(0) });
    const taskId = await startTask("notes_sleep", { ms: 60_000 });
    expect((await get(taskId)).error.code).toBe(-32602);
    await expect.poll(() => handlers.aborted).toEqual(["The task has expired."]);
  });
});

describe("the memory of a store", () => {
  const now = () => 0;
  const task = (id: string, owner: string, input: object): StoredTask => ({
    ...{
      id,
      owner,
      input: input as StoredTask["input"],
      revision: 1,
      token: "t",
      scopes: [],
      tool: "notes_sleep",
    },
    ...{ capabilities: {}, createdAt: 0, updatedAt: 0, ttlMs: 1_000, pollIntervalMs: 1_000 },
    ...{ status: "working" as const, questions: 0, open: {}, answers: {} },
  });
  const bounds = { runningOfOwner: 5, ofOwner: 10, ofAll: 20, characters: 1_000 };
  const long = { text: "x".repeat(400) };
  const end = (each: StoredTask): StoredTask => ({ ...each, revision: 2, status: "completed", result: {} });

  test("has no room for arguments beyond its bound, until tasks have ended", async () => {
    const store = new MemoryTaskStore(now, bounds);
    const first = task("1", "ana", long);
    expect(await store.create(first)).toBe(true);
    expect(await store.create(task("2", "ana", long))).toBe(true);
    expect(await store.create(task("3", "ben", long))).toBe(false);
    await store.replace(end(first));
    expect(await store.create(task("3", "ben", long))).toBe(true);
    expect(await store.read("1")).toBeUndefined();
  });

  test("an account with long results loses its own tasks before those of others", async () => {
    const store = new MemoryTaskStore(now, bounds);
    const [others, own, last] = [task("1", "ben", {}), task("2", "ana", {}), task("3", "ana", {})];
    for (const each of [others, own, last]) await store.create(each);
    await store.replace(end(others));
    await store.replace({ ...end(own), result: long });
    await store.replace({ ...end(last), result: { text: "x".repeat(900) } });
    expect((await store.read("1"))?.status).toBe("completed");
    expect(await store.read("2")).toBeUndefined();
    expect((await store.read("3"))?.status).toBe("completed");
  });
});
