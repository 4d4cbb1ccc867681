/** Tests the thread that reads texts of accounts: what it reads, and that a text that takes too long costs its account the answer alone. */
import { expect, onTestFinished, test } from "vitest";
import { WorkFailed } from "../platform/threads/work-thread.ts";
import { startService } from "../test/support/service.ts";
import { callTool } from "../test/support/wire.ts";
import { builtInGenerators } from "./built-in.ts";
import { builtInLessons, readHere, readingThread } from "./reading.ts";

const hanging = new URL("../test/support/hanging-program.ts", import.meta.url);

function openThread(options: Parameters<typeof readingThread>[0] = {}) {
  const thread = readingThread(options);
  onTestFinished(() => thread.stop());
  return thread;
}

test("the thread reads what the readers read here", async () => {
  const { run: read } = openThread();
  const texts = ["Name (required)\nSize: S | M | L", "Age (at least 1, at least 2", "“\n“\n"];
  for (const source of texts) {
    const written = { source, language: "en" } as const;
    expect(await read("formText", written, "ada")).toEqual(await readHere("formText", written, "ada"));
  }
  const prompt = { prompt: "Name\nEmail", title: undefined, languages: undefined };
  expect(await read("prompt", prompt, "ada")).toEqual(await readHere("prompt", prompt, "ada"));
});

test("while a text is read that never ends, health answers; its account is refused, and others are served", async () => {
  const { run: read } = openThread({ program: hanging, longestMs: 1_000 });
  const service = await startService(builtInGenerators(read));
  const { token: ada } = await service.mint();
  const { token: bob } = await service.mint({ email: "bob@example.org" });
  let isAnswered = false;
  const create = (token: string, prompt: string) =>
    callTool(service.endpoint, token, "service_create_form", { prompt });
  const refused = create(ada, "never ends").finally(() => {
    isAnswered = true;
  });
  const made = create(bob, "Name\nEmail");
  expect((await fetch(new URL("/healthz", service.endpoint))).status).toBe(200);
  expect(isAnswered).toBe(false);
  expect(await refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("Reading this text takes too long.") }],
  });
  expect((await made).isError).not.toBe(true);
});

test("a thread that stops rejects the text that it reads", async () => {
  const { run: read, stop } = openThread({ program: hanging });
  const reading = read("formText", { source: "never ends", language: "en" }, "ada");
  const failed = expect(reading).rejects.toThrow(WorkFailed);
  await stop();
  await failed;
});

test("a quote for a prompt that is never read is refused", async () => {
  const { run } = openThread({ program: hanging, longestMs: 500 });
  const { mint, endpoint } = await startService({ writer: builtInLessons(run) });
  const { token } = await mint();
  const quote = (prompt: string) =>
    callTool(endpoint, token, "service_quote_lesson_generation", {
      prompt,
      languages: ["en"],
      illustration_count: 1,
    });
  expect(await quote("Water never ends")).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("takes too long") }],
  });
  expect((await quote("The water cycle")).structuredContent).toMatchObject({ warnings: [] });
});
