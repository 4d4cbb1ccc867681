/** Tasks of a mock, as the typed client sees them: a new project whose notes_add may become a task, too. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type ClientOperation, clientOf, outputOf, withTasks } from "@toolwright/runtime/client";
import { expect, onTestFinished, test } from "vitest";
import { mainToken, serve, templateModel } from "../test/support/mock/serving.ts";

interface Note {
  readonly note_id: string;
  readonly title: string;
}

interface Tools {
  add: {
    name: "notes_add";
    arguments: { title: string };
    output: { note: Note };
    failure: "notebook_full";
    task: "may";
  };
  find: {
    name: "notes_find";
    arguments: { query?: string };
    output: { notes: readonly Note[]; total_count: number };
    failure: never;
    task: "may";
  };
}

const tools: { readonly [Method in keyof Tools]: ClientOperation } = {
  add: { name: "notes_add", hasOutput: true, failures: ["notebook_full"], task: "may" },
  find: { name: "notes_find", hasOutput: true, failures: [], task: "may" },
};

/** A client of a mock. */
async function startMock(takesTasks: boolean) {
  const model = templateModel((path, text) => {
    if (!/notes_(add|find)\.yaml$/.test(path)) return text;
    return `${text.replace(/^task: .*$/m, "")}
task: { when: may, after_seconds: 0, poll_seconds: 1 }
`;
  });
  const { url, close } = await serve(model);
  onTestFinished(close);
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { Authorization: `Bearer ${mainToken}` } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(takesTasks ? withTasks(transport) : transport);
  onTestFinished(() => client.close());
  return clientOf<Tools>(client, tools);
}

test("a call becomes a task, reports each second, and ends with the result of the call", async () => {
  const { add, find } = await startMock(true);
  const { task } = await add.start({ title: "Shopping" });
  const messages: (string | undefined)[] = [];
  for await (const { status, message } of task!.progress())
    if (status === "working" && message !== undefined) messages.push(message);
  expect(messages.length).toBeGreaterThan(1);
  expect(["1 of 3", "2 of 3", "3 of 3"]).toEqual(expect.arrayContaining(messages));
  const { note } = outputOf(await task!.wait());
  expect(note.title).toBe("Shopping");
  expect(outputOf(await find({})).notes).toContainEqual(note);
});

test("a cancelled task has made nothing", async () => {
  const { add, find } = await startMock(true);
  const { total_count } = outputOf(await find({}));
  const { task } = await add.start({ title: "Shopping" });
  await task!.cancel();
  await expect(task!.wait()).rejects.toMatchObject({ status: "cancelled" });
  expect(outputOf(await find({})).total_count).toBe(total_count);
});

test("other clients are answered at once", async () => {
  const { add } = await startMock(false);
  const began = performance.now();
  const { task, outcome } = await add.start({ title: "Shopping" });
  expect([task, outcome]).toEqual([undefined, expect.objectContaining({ ok: true })]);
  expect(performance.now() - began).toBeLessThan(1_000);
});
