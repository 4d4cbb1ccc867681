import { expect, onTestFinished, test } from "vitest";
import { dataDir } from "./support/data-dir.ts";
import { engineEnvironment } from "./support/engine.ts";
import { flatLesson, png } from "./support/model-lesson.ts";
import { modelServer } from "./support/model-server.ts";
import { printed, run, start, startServerProcess } from "./support/program.ts";
import { callTool } from "./support/wire.ts";

/** A worker in a process of its own; ready when this resolves. */
async function startWorkerProcess(environment: Record<string, string>) {
  const program = start("worker", [], environment);
  onTestFinished(async () => {
    program.process.kill("SIGKILL");
    await program.ended;
  });
  await printed(program, "stderr", /("event":"working")/);
  return program;
}

test("with WORKER=off a server makes no lessons; a separate worker does, with the models, and stops on request", async () => {
  const model = await modelServer("openai-compatible", [flatLesson], [png(64, 64)]);
  const environment = { ...(await engineEnvironment(dataDir())), ...model.environment };
  const { endpoint, token } = await startServerProcess({ ...environment, WORKER: "off" });
  const call = async (name: string, args: object) =>
    (await callTool(endpoint, token!, name, args)).structuredContent;
  const wish = { prompt: "Why bread rises", languages: ["en"], illustration_count: 1 };
  const { quote_id } = await call("service_quote_lesson_generation", wish);
  expect(await call("service_create_lesson", { quote_id })).toMatchObject({ status: "queued" });
  const status = () => call("service_get_lesson_generation_status", { quote_id });
  expect(await status()).toMatchObject({ status: "queued", progress: { stage: "waiting" } });

  const worker = await startWorkerProcess(environment);
  // A token has 120 calls a minute.
  await expect.poll(async () => (await status()).status, { interval: 1_000 }).toBe("completed");
  expect(await status()).toMatchObject({
    credits: { quoted: 15, reserved: 0, charged: 15, refunded: 0 },
    warnings: [{ code: "from_model" }],
  });
  const usage = await run("ai", ["usage", "--json"], environment);
  expect(JSON.parse(usage.stdout)).toMatchObject([
    { model: "test-model", purpose: "write_lesson", calls: 1, failed: 0, cost: 6_000, unpriced: 0 },
    { model: "test-painter", purpose: "illustrate_lesson", calls: 1, failed: 0, cost: 40_000, unpriced: 0 },
  ]);
  worker.process.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  expect(worker.stderr()).toContain('"event":"stopped"');
});
