import { Refusal } from "@toolwright/runtime";
import type { Page } from "playwright-core";
import type { LessonWriter } from "../../../lessons/writer.ts";
import type { publicLessons } from "../public-lessons.ts";
import { waterLesson } from "../water-lesson.ts";
import type { State, World } from "./respondent.ts";

/** Finds the points whose key word the answer contains. */
export const wordReview: LessonWriter["review"] = async ({ task, answer }) => {
  if (answer === "break") throw new Error("The review has failed");
  return {
    points: task.rubric.points.map(({ id }) => ({ id, isMet: answer.includes(id) })),
    feedback: "You have thought about it.",
    method: "Compared with the key words of the expected points.",
  };
};

/** A lesson without translations, so that everything of it is English. */
const english = { ...waterLesson, languages: ["en" as const], notices: [] };

/** Waits until the answer to a task has been judged. */
async function check(page: Page, task: string): Promise<void> {
  const [answered] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.click(`#task-${task} [value=check]`),
  ]);
  await answered.finished();
  await page.waitForSelector(`#feedback-${task}:focus`);
}

export async function choose(page: Page, task: string, ...options: readonly string[]): Promise<void> {
  for (const option of await page.locator(`#task-${task} [name=answer]`).all())
    if (options.includes((await option.getAttribute("value"))!)) await option.check();
    else if ((await option.getAttribute("type")) === "checkbox") await option.uncheck();
  await check(page, task);
}

export async function write(page: Page, task: string, answer: string): Promise<void> {
  await page.fill(`#task-${task} [name=answer]`, answer);
  await check(page, task);
}

/** Taps the items in this order. Items that have a place lose it first. */
export async function sort(page: Page, task: string, ...texts: readonly string[]): Promise<void> {
  const item = (text: string) => page.locator(`#task-${task} .ranking li`, { hasText: text });
  for (const text of texts)
    if ((await item(text).getAttribute("class"))?.includes("ranked"))
      await item(text).locator("span:not(.grip)").click();
  for (const text of texts.slice(0, -1)) await item(text).locator("span:not(.grip)").click();
  await check(page, task);
}

/** The items of the task `way`, as they belong. */
export const ORDER = ["Vapour condenses", "Rain falls", "A spring is fed", "The river meets the sea"];

type Lessons = Awaited<ReturnType<typeof publicLessons>>;

async function openLesson({ lessons, page }: World, ...args: Parameters<Lessons["publish"]>) {
  const lesson = await lessons.publish(...args);
  await page.goto(lesson.url);
  return lesson;
}

/** A lesson that is in this state for good. */
async function openUnfinished(
  { lessons, page }: World,
  status: "queued" | "generating",
  wish: Parameters<Lessons["begin"]>[1] & { readonly until?: string } = {},
) {
  const never = new Promise<void>(() => {});
  const lesson = await lessons.begin(english, { written: never, illustrated: never, ...wish });
  await page.goto(lesson.url);
  await page.locator("#waiting", { hasText: wish.until ?? "Writing the text" }).waitFor({ timeout: 10_000 });
  await lessons.storage.db.updateTable("lessons").set({ status }).where("id", "=", lesson.id).execute();
  await page.reload();
  return lesson;
}

/** Every appearance of a lesson's page, and of its owner's. */
export const learning: readonly State[] = [
  ["a lesson", (world) => openLesson(world, waterLesson, { illustrations: 2, failing: [1] })],
  ["a lesson with its menu of languages", ({ page }) => page.click(".languages summary")],
  ["a lesson in German, partly translated", ({ page }) => page.goto(`${page.url()}?lang=de`)],
  [
    "a lesson by models, which read answers",
    (world) => openLesson(world, waterLesson, { illustrations: 1, isByModels: true }),
  ],
  [
    "a lesson with answers that are not right",
    async (world) => {
      const { page } = world;
      await openLesson(world, english);
      await write(page, "lapse", "  ");
      await choose(page, "cooling", "salt");
      await choose(page, "hill", "seeps");
      await write(page, "depth", "mud");
      await sort(page, "way", ...ORDER.toReversed());
      await sort(page, "way", ORDER[0]!, ORDER[1]!, ORDER[3]!, ORDER[2]!);
      await write(page, "drought", "no idea");
      await write(page, "drought", "slow");
      await page.click("#task-drought summary");
    },
  ],
  [
    "a lesson with an answer to each task",
    async ({ page }) => {
      await write(page, "lapse", "seven");
      await write(page, "lapse", "7");
    },
  ],
  [
    "a lesson with the right answers",
    async ({ page }) => {
      await choose(page, "cooling", "cool");
      await choose(page, "hill", "seeps", "runs");
      await write(page, "depth", "groundwater");
      await sort(page, "way", ...ORDER);
      await write(page, "drought", "slow spring");
    },
  ],
  [
    "an answer that the learner compares with the expected points",
    async (world) => {
      await openLesson(world, english, { isSelfCheck: true });
      await write(world.page, "drought", "slow");
    },
  ],
  [
    "an answer that cannot be reviewed",
    async (world) => {
      await openLesson(world, english);
      await write(world.page, "drought", "break");
    },
  ],
  [
    "an answer that cannot be kept",
    async (world) => {
      const { lessons, page } = world;
      const { id } = await openLesson(world, english);
      const row = { lesson_id: id, results: "{}", verdicts: "{}", started_at: "2020", finished_at: null };
      const rows = Array.from({ length: 5_000 }, (_, at) => ({ id: `${id} ${at}`, ...row }));
      for (let from = 0; from < rows.length; from += 500)
        await lessons.storage.db
          .insertInto("lesson_attempts")
          .values(rows.slice(from, from + 500))
          .execute();
      await write(page, "depth", "mud");
    },
  ],
  ["the password of a lesson", (world) => openLesson(world, english, { password: "open sesame" })],
  [
    "a lesson that failed",
    (world) => openLesson(world, new Refusal("generation_failed", "Nothing is known about it.")),
  ],
  [
    "the owner's page of a lesson that failed",
    async ({ lessons, page }) => {
      const { manage } = await lessons.publish(
        new Refusal("generation_failed", "Nothing is known about it."),
      );
      await page.goto(manage);
    },
  ],
  [
    "the owner's page of a lesson without all pictures, with a password",
    async ({ lessons, page }) => {
      const { manage } = await lessons.publish(english, {
        illustrations: 2,
        failing: [1],
        password: "open sesame",
      });
      await page.goto(manage);
    },
  ],
  [
    "the owner's page of a lesson with attempts",
    async (world) => {
      const { page } = world;
      const { manage } = await openLesson(world, english);
      await choose(page, "cooling", "salt");
      await write(page, "depth", "groundwater");
      await page.goto(manage);
    },
  ],
  ["the owner's page with a wrong key", ({ page }) => page.goto(page.url().replace(/key=.*/, "key=x"))],
  ["an unknown lesson", ({ lessons, page }) => page.goto(`${lessons.publicUrl}/l/none`)],
  // These stay unfinished and keep the worker busy, so they come last.
  ["a lesson that waits", (world) => openUnfinished(world, "queued")],
  ["a lesson whose text is being written", (world) => openUnfinished(world, "generating")],
  [
    "a lesson whose pictures are being drawn",
    async (world) => {
      const { lessons, page } = world;
      const wish = { written: Promise.resolve(), illustrations: 2, until: "Drawing the pictures" };
      const { manage } = await openUnfinished(world, "generating", wish);
      await page.goto(manage);
      await page.locator("#waiting").waitFor();
      return lessons;
    },
  ],
  [
    "the owner's page of a lesson that waits",
    async (world) => {
      const { manage } = await openUnfinished(world, "queued", { illustrations: 1 });
      await world.page.goto(manage);
    },
  ],
];
