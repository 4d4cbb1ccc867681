/** Tasks as the official requester reads them: `@modelcontextprotocol/ext-tasks` on `@modelcontextprotocol/client`. */
import { resultFromTaskOutcome, type WithTasksOptions } from "@modelcontextprotocol/ext-tasks/client";
import { expect, test } from "vitest";
import { openTaskSession } from "../test/support/wire/ext-tasks.ts";
import { startTasks, taskNotes } from "../test/support/wire/task-notes.ts";

const token = "notes:read+notes:pii";

/** The notes, whose tasks may be asked for more often: the requester waits as long as the server says. */
const service = {
  ...taskNotes,
  tools: taskNotes.tools.map((tool) =>
    tool.task ? { ...tool, task: { ...tool.task, pollIntervalMs: 20 } } : tool,
  ),
};

async function open(options?: WithTasksOptions) {
  const served = await startTasks({ service });
  return { ...served, ...(await openTaskSession(served.url, token, options)) };
}

test("a long call is a task: its statuses, and the result that the client gets without tasks", async () => {
  const { client, session, sent } = await open();
  expect(client.getServerCapabilities()?.extensions).toEqual({ "io.modelcontextprotocol/tasks": {} });
  const execution = await session.callTool("notes_sleep", { ms: 600 });
  expect(execution.kind).toBe("task");
  const messages: unknown[] = [];
  const { outcome } = await execution.settle({
    onEvent: (event) => {
      if (event.type === "task") messages.push(`${event.task.status}: ${event.task.statusMessage}`);
    },
  });
  expect(messages).toContain("working: Sleeps 600 ms");
  expect(sent).toEqual(expect.arrayContaining(["tools/call", "tasks/get"]));
  const result = resultFromTaskOutcome(outcome);
  expect(result.structuredContent).toEqual({ slept: 600, email: "ana@example.org" });
  // This client does not declare the extension by itself.
  const plain = await client.callTool({ name: "notes_sleep", arguments: { ms: 600 } });
  expect([result.content, result.structuredContent]).toEqual([plain.content, plain.structuredContent]);
});

test.each([
  ["a short call", "notes_sleep", { ms: 0 }],
  ["a call of a tool without tasks", "notes_plain", { ms: 0 }],
])("%s is answered at once", async (_, name, input) => {
  const { session, sent } = await open();
  const execution = await session.callTool(name, input);
  expect(execution.kind).toBe("immediate");
  expect(resultFromTaskOutcome((await execution.settle()).outcome).structuredContent).toMatchObject({
    slept: 0,
  });
  expect(sent).toEqual(["tools/call"]);
});

test("a task asks three times, and each answer reaches its handler", async () => {
  const asked: unknown[] = [];
  const onInputRequest: WithTasksOptions["onInputRequest"] = async (request) => {
    const message = String(request.params?.message);
    asked.push([request.kind, message]);
    return { action: "accept", content: { words: `To ${message}` } } as never;
  };
  const { session, sent, handlers } = await open({ onInputRequest });
  const { outcome } = await (await session.callTool("notes_ask")).settle();
  expect(resultFromTaskOutcome(outcome).structuredContent).toEqual({
    replies: ["To One?", "To Two?", "To One, really?"],
  });
  expect(asked.sort()).toEqual(["One, really?", "One?", "Two?"].map((message) => ["elicitation", message]));
  expect(sent).toContain("tasks/update");
  expect(handlers.started).toHaveLength(1);
});

test("a cancelled task is cancelled, and its handler stops", async () => {
  const { session, handlers } = await open();
  const execution = await session.callTool("notes_sleep", { ms: 60_000 });
  await execution.cancel();
  expect((await execution.settle()).outcome.status).toBe("cancelled");
  await expect.poll(() => handlers.aborted).toEqual(["The client cancelled the task."]);
});

test("a refusal completes a task, and an error of the protocol fails it", async () => {
  const { session } = await open();
  const refused = await (await session.callTool("notes_always", { end: "refused" })).settle();
  expect(resultFromTaskOutcome(refused.outcome)).toMatchObject({ isError: true });
  const failed = await (await session.callTool("notes_always", { end: "roots" })).settle();
  expect(failed.outcome).toMatchObject({ status: "failed", error: { code: -32021 } });
});

test("another session goes on with a task by its reference, and another account cannot", async () => {
  const { session, url } = await open();
  const execution = await session.callTool("notes_sleep", { ms: 300 });
  if (execution.kind !== "task") throw new Error("The call is no task.");
  const reference = execution.serializeReference();
  await execution.detach();
  const { session: stranger } = await openTaskSession(url, `ben:${token}`);
  await expect(stranger.task(reference.taskId).snapshot()).rejects.toMatchObject({ code: -32602 });
  const { session: later } = await openTaskSession(url, token);
  const { outcome } = await (await later.resumeTask(reference)).settle();
  expect(resultFromTaskOutcome(outcome).structuredContent).toMatchObject({ slept: 300 });
});
