/** Tasks of the form service: long calls go on after their answer, on any node. */
import { expect, test } from "vitest";
import { LEASE_MS } from "../../platform/jobs/jobs.ts";
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
  const { statusMessage } = await client.until(taskId, "working");
  expect(statusMessage).toMatch(/^(waiting|text), 0 %$/);
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
