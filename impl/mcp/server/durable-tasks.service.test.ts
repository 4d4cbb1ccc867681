/** Tasks of the form service: long calls go on after their answer, on any node. */
import { expect, test } from "vitest";
import { revokeToken } from "../../accounts/tokens/tokens.ts";
import { LEASE_MS } from "../../platform/jobs/jobs.ts";
import { deleteAccount } from "../../responses/retention/delete-account.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { expectLedgerLaws } from "../../test/support/lesson-life.ts";
import { startService } from "../../test/support/service.ts";
import { shortLesson, shortLessons } from "../../test/support/short-lessons.ts";
import { taskClient } from "../../test/support/task-client.ts";

/** A writer whose text waits until the test lets it go on. */
function gatedWriter() {
  const gate = Promise.withResolvers<void>();
  const write = async (request: Parameters<typeof shortLesson>[0]) => {
    await gate.promise;
    return shortLesson(request);
  };
  return { writer: shortLessons({ write }), open: gate.resolve };
}

const wish = { prompt: "Rivers", languages: ["en"], illustration_count: 1 };

test("a lesson is a task that ends with the lesson, and another account knows nothing of it", async () => {
  const { writer, open } = gatedWriter();
  const service = await startService({ writer });
  const [ada, bob] = [await service.mint(), await service.mint({ email: "bob@example.org" })];
  const client = taskClient(service.endpoint, ada.token);
  const { quote_id } = (await client.call("service_quote_lesson_generation", wish)).structuredContent;
  const { taskId } = await client.call("service_create_lesson", { quote_id });
  const statusMessage = async () => (await client.until(taskId, "working")).statusMessage;
  await expect.poll(statusMessage).toMatch(/^(waiting|text), 0 %$/);
  const foreign = taskClient(service.endpoint, bob.token);
  await expect(foreign.get(taskId)).rejects.toThrow(/-32602/);
  const less = await service.mint({ scopes: ["forms:write"] });
  await expect(taskClient(service.endpoint, less.token).get(taskId)).rejects.toThrow(/-32602/);
  open();
  const { result } = await client.until(taskId, "completed");
  expect(result.structuredContent).toMatchObject({
    quote_id,
    status: "completed",
    replayed: false,
    credits: { reserved: 0, refunded: 0 },
  });
  const rows = await service.storage.db.selectFrom("tool_tasks").select("task").execute();
  expect(JSON.parse(rows[0]!.task).input).toEqual({});
  const jobs = service.storage.db.selectFrom("jobs").select("kind").where("kind", "=", "tool_call");
  expect(await jobs.execute()).toEqual([]);
});

test("a task whose node has stopped is resumed by another one, and the lesson is paid once", async () => {
  const folder = dataDir();
  const { writer, open } = gatedWriter();
  const one = await startService({ folder, writer });
  const ada = await one.mint();
  const client = taskClient(one.endpoint, ada.token);
  const { quote_id } = (await client.call("service_quote_lesson_generation", wish)).structuredContent;
  const { taskId } = await client.call("service_create_lesson", { quote_id });
  await one.stop();
  open();
  const two = await startService({ folder });
  two.time.now = new Date(Date.now() + LEASE_MS);
  const other = taskClient(two.endpoint, ada.token);
  const { result } = await other.until(taskId, "completed");
  expect(result.structuredContent).toMatchObject({ quote_id, status: "completed", replayed: true });
  expect(await two.storage.db.selectFrom("lessons").select("id").execute()).toHaveLength(1);
  await expectLedgerLaws(two.storage);
});

/** A lesson that is made as a task of a node, whose writer waits. */
async function startLesson() {
  const folder = dataDir();
  const gate = gatedWriter();
  const one = await startService({ folder, writer: gate.writer });
  const ada = await one.mint();
  const client = taskClient(one.endpoint, ada.token);
  const { quote_id } = (await client.call("service_quote_lesson_generation", wish)).structuredContent;
  const { taskId } = await client.call("service_create_lesson", { quote_id });
  return { folder, one, ada, client, quote_id, taskId: String(taskId), openGate: gate.open };
}

/** Another node on the same database, at a time when the leases of the nodes that have stopped are over. */
async function startLater(folder: string, options: Parameters<typeof startService>[0] = {}) {
  const service = await startService({ folder, ...options });
  service.time.now = new Date(Date.now() + LEASE_MS);
  return service;
}

test("a task whose token was revoked is not run again", async () => {
  const { folder, one, ada, taskId, openGate } = await startLesson();
  const other = await one.mint();
  await one.stop();
  openGate();
  await revokeToken(one.storage, ada.tokenId, new Date());
  const two = await startLater(folder);
  const { error } = await taskClient(two.endpoint, other.token).until(taskId, "failed");
  expect(error.message).toMatch(/its token .* is gone/);
  await expect.poll(() => two.storage.db.selectFrom("jobs").select("kind").execute()).toEqual([]);
  await expectLedgerLaws(two.storage);
});

test("an account that is deleted takes its tasks along, also while they run", async () => {
  const { one, ada, client, taskId, openGate } = await startLesson();
  const { account_id } = await one.storage.db
    .selectFrom("tokens")
    .select("account_id")
    .where("id", "=", ada.tokenId)
    .executeTakeFirstOrThrow();
  await deleteAccount(one, account_id, one.time.now);
  openGate();
  await expect(client.get(taskId)).rejects.toThrow();
  for (const table of ["tool_tasks", "jobs", "lessons"] as const)
    await expect.poll(() => one.storage.db.selectFrom(table).select("account_id").execute()).toEqual([]);
  expect(one.logged.filter(({ event }) => event === "task_not_stored")).toEqual([]);
});

test("another node answers for a running task and cancels it; its lesson is made all the same, and paid once", async () => {
  const { folder, one, ada, client, quote_id, taskId, openGate } = await startLesson();
  const two = await startService({ folder });
  const other = taskClient(two.endpoint, ada.token);
  expect((await other.get(taskId)).status).toBe("working");
  await other.cancel(taskId);
  expect((await client.get(taskId)).status).toBe("cancelled");
  openGate();
  const status = async () =>
    (await client.call("service_get_lesson_generation_status", { quote_id })).structuredContent;
  await expect.poll(async () => (await status()).status, { timeout: 20_000 }).toBe("completed");
  expect((await status()).credits).toMatchObject({ reserved: 0, refunded: 0 });
  expect((await other.get(taskId)).status).toBe("cancelled");
  expect(await one.storage.db.selectFrom("lessons").select("id").execute()).toHaveLength(1);
  await expectLedgerLaws(one.storage);
});

test("a node that starts with more tasks than a worker runs at once ends each of them", async () => {
  const folder = dataDir();
  const { writer } = gatedWriter();
  const one = await startService({ folder, writer });
  const ada = await one.mint({ plan: "business" });
  const client = taskClient(one.endpoint, ada.token);
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const quoted = await client.call("service_quote_lesson_generation", wish);
    const { quote_id } = quoted.structuredContent;
    ids.push((await client.call("service_create_lesson", { quote_id })).taskId);
  }
  await one.stop();
  const two = await startLater(folder);
  const other = taskClient(two.endpoint, ada.token);
  for (const id of ids)
    expect((await other.until(id, "completed")).result.structuredContent).toMatchObject({
      status: "completed",
    });
  expect(await two.storage.db.selectFrom("lessons").select("id").execute()).toHaveLength(ids.length);
  await expectLedgerLaws(two.storage);
});

test("a lesson for which the credits are missing is refused, with or without a task", async () => {
  const service = await startService();
  const { token } = await service.mint();
  const client = taskClient(service.endpoint, token);
  const expensive = { ...wish, languages: ["en", "de", "fr", "es"], illustration_count: 3 };
  let refused: { isError?: boolean; _meta?: Record<string, { code: string }> } = {};
  for (let count = 0; count < 20 && !refused.isError; count += 1) {
    const { quote_id } = (await client.call("service_quote_lesson_generation", expensive)).structuredContent;
    const answer = await client.call("service_create_lesson", { quote_id });
    refused = answer.taskId ? (await client.until(answer.taskId, "completed")).result : answer;
  }
  expect(refused._meta!["dev.toolwright/failure"]!.code).toBe("insufficient_credits");
  await expectLedgerLaws(service.storage);
});
