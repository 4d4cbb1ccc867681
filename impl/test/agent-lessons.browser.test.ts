/** Lessons made by an agent, from quote to page: an MCP client, a model on loopback or none, and a learner's browser. */
import { outputOf } from "@toolwright/runtime/client";
import { expect, test } from "vitest";
import { createClient } from "../../generated/client.ts";
import type { QuoteLessonGenerationArguments } from "../../generated/types.ts";
import { builtinWriter } from "../lessons/builtin/writer.ts";
import { barriers, DESKTOP, openPage, PHONE } from "./support/browser.ts";
import { flatLesson, png, prefixed } from "./support/model-lesson.ts";
import { modelServer } from "./support/model-server.ts";
import { connect, startService } from "./support/service.ts";
import { write } from "./support/states/learning.ts";

/** Acts as an agent: requests a quote, accepts it, and reads the lesson at the end. */
async function lessonOf(
  service: Awaited<ReturnType<typeof startService>>,
  wish: Pick<QuoteLessonGenerationArguments, "prompt" | "languages">,
) {
  const agent = createClient(await connect(service.endpoint, (await service.mint()).token));
  const quote = outputOf(await agent.quoteLessonGeneration({ ...wish, illustration_count: 2 }));
  const { quote_id } = quote;
  const lesson = outputOf(await agent.createLesson({ quote_id, task_mode: "ai_reviewed" }));
  const status = async () => outputOf(await agent.getLessonGenerationStatus({ quote_id }));
  // The agent waits as long as the service asks; the test reads the database, since a token has 120 calls a minute.
  expect((await status()).poll_after_seconds).toBeLessThanOrEqual(1);
  const row = service.storage.db.selectFrom("lessons").select("status").where("id", "=", lesson.lesson_id);
  await expect.poll(async () => (await row.executeTakeFirstOrThrow()).status).toBe("completed");
  const done = await status();
  expect(done).toMatchObject({ status: "completed", credits: { charged: quote.credits.total, refunded: 0 } });
  return { url: lesson.urls.public, manage: lesson.urls.manage };
}

test("the built-in writer: read, and an open task compared by the learner", async () => {
  const service = await startService({ writer: builtinWriter });
  const { url } = await lessonOf(service, { prompt: "The water cycle", languages: ["en", "de"] });
  const page = await openPage({ viewport: PHONE, locale: "en", colorScheme: "dark" });
  await page.goto(url);
  expect(await page.title()).toContain("The water cycle");
  expect(await loadedPictures(page)).toBe(2);
  expect(await barriers(page)).toEqual([]);
  const open = await page.locator(".task:has(textarea)").first().getAttribute("id");
  await write(page, open!.slice("task-".length), "The sun warms the water, so it evaporates.");
  expect(await page.textContent(`#${open} .feedback`)).toContain("A good answer says:");
  expect(await page.getAttribute(`#${open}`, "data-state")).toBe("unjudged");
  expect(await barriers(page)).toEqual([]);
});

test("a language model and an image model: the page names both, and the learner knows who reads the answers", async () => {
  const review = { points: { p1: "yeast works slowly" }, feedback: "Good start." };
  const model = await modelServer(
    "openai-compatible",
    [flatLesson, prefixed("de"), review],
    [png(640, 480), png(480, 640)],
  );
  const service = await startService({ writer: builtinWriter, environment: model.environment });
  const { url, manage } = await lessonOf(service, { prompt: "Why bread rises", languages: ["en", "de"] });
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(url);
  expect(await loadedPictures(page)).toBe(2);
  expect(await page.textContent("main")).toMatch(
    /written by the language model test-model.*Made by an image model/s,
  );
  expect(await barriers(page)).toEqual([]);
  expect(await page.textContent("#task-t5 .hint")).toContain("A language model reads your answer");
  await write(page, "t5", "Because yeast works slowly.");
  expect(await page.textContent("#feedback-t5")).toMatch(
    /Partly right.*Good start.*A language model compared/s,
  );
  expect(await barriers(page)).toEqual([]);
  await page.goto(manage);
  expect(await barriers(page)).toEqual([]);
});

async function loadedPictures(page: Awaited<ReturnType<typeof openPage>>): Promise<number> {
  return page.evaluate(`Promise.all([...document.querySelectorAll("figure img")].map(async (picture) => {
    await picture.decode();
    return picture.naturalWidth > 0;
  })).then((loaded) => loaded.filter(Boolean).length)`) as Promise<number>;
}
