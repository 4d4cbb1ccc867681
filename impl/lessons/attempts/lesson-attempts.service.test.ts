/** Tests attempts at lessons: stored data, its lifetime, and access to it. */
import { describe, expect, test } from "vitest";
import { removeExpired } from "../../responses/retention/remove-expired.ts";
import { learner, taskOn } from "../../test/support/learner.ts";
import { publicLessons } from "../../test/support/public-lessons.ts";
import { inOrder, review, waterLesson } from "../../test/support/water-lesson.ts";

const DAY_MS = 24 * 3_600_000;

describe("an attempt", () => {
  test("is kept for this browser: answers, progress and results", async () => {
    const lessons = await publicLessons({}, review);
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    await ada.answer(await ada.open(url), "hill", { answer: "runs" });
    await ada.answer(await ada.open(url), "depth", { answer: "mud" });
    await ada.answer(await ada.open(url), "way", inOrder("c", "k", "a", "x"));
    const page = await ada.open(url);
    expect(page.html).toContain("3 of 6 tasks answered");
    expect(page.html).toMatch(/value="runs" checked/);
    expect(page.html).toMatch(/value="mud"/);
    expect(page.html).toMatch(/name="place\.c"[^>]* value="1"/);
    expect((await learner().open(url)).html).toContain("0 of 6 tasks answered");
    await ada.answer(page, "cooling", { answer: "cool" });
    await ada.answer(page, "lapse", { answer: "6.5" });
    const done = await ada.answer(page, "drought", { answer: "slow" });
    expect(done.html).toContain("You have answered all tasks");
    expect(done.html).toContain("2 of 6 are right. You can try the others again.");
    await ada.answer(done, "hill", { answer: ["runs", "seeps"] });
    await ada.answer(done, "depth", { answer: "groundwater" });
    await ada.answer(done, "way", inOrder("k", "a", "x", "c"));
    const right = await ada.answer(done, "drought", { answer: "slow spring" });
    expect(right.html).toContain("And all of them are right.");
    expect(right.html).not.toContain('value="check"');
    const [row, ...more] = await lessons.attempts();
    expect(more).toEqual([]);
    expect(Object.keys(row!).sort()).toEqual([
      "finished_at",
      "id",
      "lesson_id",
      "results",
      "started_at",
      "verdicts",
    ]);
    expect(row!.finished_at).not.toBeNull();
  });

  test("has a cookie that only the page of its lesson gets, and no script", async () => {
    const lessons = await publicLessons();
    const { url, id } = await lessons.publish(waterLesson);
    const ada = learner();
    await ada.answer(await ada.open(url), "cooling", { answer: "cool" });
    const cookies = ada.received.join().match(/attempt=[^"]*/g);
    expect(cookies).toEqual([
      expect.stringMatching(
        new RegExp(`^attempt=att_[0-9A-Za-z]{22}; Max-Age=2592000; Path=/l/${id}; HttpOnly; SameSite=Lax$`),
      ),
    ]);
  });

  test("is not found by the cookie of another lesson, by a forged one, or after 30 days", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson);
    const other = await lessons.publish(waterLesson);
    const ada = learner();
    await ada.answer(await ada.open(url), "cooling", { answer: "cool" });
    const { id } = (await lessons.attempts())[0]!;
    const seen = async (at: string, cookie: string) =>
      (await learner().open(at, { Cookie: `attempt=${cookie}` })).html.includes("1 of 6");
    expect(await seen(url, id)).toBe(true);
    expect(await seen(other.url, id)).toBe(false);
    for (const made of [id.slice(0, -1), `${id}x`, id.toLowerCase(), "att_' or 1=1 --", "%00", ""])
      expect(await seen(url, made)).toBe(false);
    lessons.later(30 * DAY_MS - 1);
    expect(await seen(url, id)).toBe(true);
    lessons.later(1);
    expect(await seen(url, id)).toBe(false);
    expect(await removeExpired({ ...lessons, clock: lessons.now })).toMatchObject({ lessonAttempts: 1 });
    expect(await lessons.attempts()).toEqual([]);
  });

  test("ends when the learner starts over", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    const bob = learner();
    await bob.answer(await bob.open(url), "cooling", { answer: "cool" });
    const page = await ada.answer(await ada.open(url), "cooling", { answer: "cool" });
    const fresh = await ada.startOver(page);
    expect(fresh.html).toContain("0 of 6 tasks answered");
    expect(ada.jar.size).toBe(0);
    expect(await lessons.attempts()).toHaveLength(1);
    expect((await bob.open(url)).html).toContain("1 of 6 tasks answered");
    // A window that was open meanwhile begins anew.
    expect((await ada.answer(page, "depth", { answer: "mud" })).html).toContain("1 of 6 tasks answered");
  });

  test("keeps both answers of two windows", async () => {
    const lessons = await publicLessons();
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    const page = await ada.answer(await ada.open(url), "cooling", { answer: "cool" });
    await Promise.all([
      ada.answer(page, "hill", { answer: "runs" }),
      ada.answer(page, "lapse", { answer: "6.5" }),
      ada.answer(page, "depth", { answer: "mud" }),
    ]);
    expect((await ada.open(url)).html).toContain("4 of 6 tasks answered");
  });

  test("is not stored if the lesson has 5,000", async () => {
    const lessons = await publicLessons();
    const { url, id } = await lessons.publish(waterLesson);
    const rows = Array.from({ length: 5_000 }, (_, at) => ({
      id: `att_${at}`,
      lesson_id: id,
      results: "{}",
      verdicts: "{}",
      started_at: lessons.time.now.toISOString(),
      finished_at: null,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await lessons.storage.db
        .insertInto("lesson_attempts")
        .values(rows.slice(from, from + 500))
        .execute();
    const judged = await learner().answer(await learner().open(url), "cooling", { answer: "salt" });
    expect(taskOn(judged, "cooling").state).toBe("wrong");
    expect(judged.html).toContain("Your answers cannot be kept at the moment.");
    expect(await lessons.attempts()).toHaveLength(5_000);
  });

  test("is small for any size of the request", async () => {
    const lessons = await publicLessons({}, review);
    const { url } = await lessons.publish(waterLesson);
    const ada = learner();
    const page = await ada.open(url);
    await ada.answer(page, "drought", { answer: "slow ".repeat(20_000) });
    await ada.answer(page, "lapse", { answer: "6".repeat(60_000) });
    await ada.answer(page, "hill", { answer: Array(1_000).fill("runs") });
    await ada.answer(page, "depth", {
      answer: "mud",
      ...Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, "x"])),
    });
    const [row] = await lessons.attempts();
    expect(row!.results.length).toBeLessThan(12_000);
    expect(row!.results).not.toContain("x499");
  });
});
