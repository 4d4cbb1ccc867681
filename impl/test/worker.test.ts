import { expect, onTestFinished, test } from "vitest";
import { dataDir } from "./data-dir.ts";
import { engineEnvironment } from "./engine.ts";
import { printed, start, startServerProcess } from "./program.ts";
import { callTool } from "./wire.ts";

/** A worker in a process of its own; ready when this resolves. */
async function startWorkerProcess(environment: Record<string, string>) {
  const program = start("worker.ts", [], environment);
  onTestFinished(async () => {
    program.process.kill("SIGKILL");
    await program.ended;
  });
  await printed(program, "stderr", /("event":"working")/);
  return program;
}

test("with WORKER=off a server makes no lessons; a worker beside it does, and stops as it is told to", async () => {
  const environment = await engineEnvironment(dataDir());
  const { endpoint, token } = await startServerProcess({ ...environment, WORKER: "off" });
  const call = async (name: string, args: object) =>
    (await callTool(endpoint, token!, name, args)).structuredContent;
  const wish = { prompt: "The water cycle", languages: ["en"], illustration_count: 1 };
  const { quote_id } = await call("service_quote_lesson_generation", wish);
  expect(await call("service_create_lesson", { quote_id })).toMatchObject({ status: "queued" });
  const status = () => call("service_get_lesson_generation_status", { quote_id });
  expect(await status()).toMatchObject({ status: "queued", progress: { stage: "waiting" } });

  const worker = await startWorkerProcess(environment);
  await expect.poll(async () => (await status()).status).toBe("completed");
  expect(await status()).toMatchObject({ credits: { quoted: 15, reserved: 0, charged: 15, refunded: 0 } });
  worker.process.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  expect(worker.stderr()).toContain('"event":"stopped"');
});
