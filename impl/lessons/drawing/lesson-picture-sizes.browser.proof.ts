/** Pictures of image models keep their place on the page while they load, whatever their proportion and the window. */
import { expect, test } from "vitest";
import { DESKTOP, openPage, PHONE } from "../../test/support/browser.ts";
import { png } from "../../test/support/model-lesson.ts";
import { publicLessons } from "../../test/support/public-lessons.ts";
import { waterLesson } from "../../test/support/water-lesson.ts";

const LOW = { width: 800, height: 400 };
const files = [
  [1_024, 1_024],
  [1_024, 1_536],
  [1_536, 1_024],
  [64, 64],
] as const;

test.each(files)("%i × %i", async (width, height) => {
  const lessons = await publicLessons();
  const { url, id } = await lessons.publish(waterLesson, { illustrations: 1, isByModels: true });
  await lessons.storage.db
    .updateTable("lesson_parts")
    .set({ width, height })
    .where("lesson_id", "=", id)
    .where("kind", "=", "illustration")
    .execute();
  for (const viewport of [DESKTOP, PHONE, LOW]) {
    const page = await openPage({ viewport, locale: "en" });
    const { promise: isAsked, resolve: send } = Promise.withResolvers<void>();
    await page.route("**/images/0", async (route) => {
      await isAsked;
      await route.fulfill({ contentType: "image/png", body: png(width, height) });
    });
    await page.goto(url, { waitUntil: "domcontentloaded" });
    // The page is laid out without its styles as long as they are on their way.
    await page.evaluate(`Promise.all([...document.querySelectorAll("link[rel=stylesheet]")].map(
      (link) => link.sheet ?? new Promise((loaded) => link.addEventListener("load", loaded))))`);
    const place = () =>
      page.evaluate(`(({ width, height, top }) => [width, height, top].map(Math.round))(
        document.querySelector(".made img").getBoundingClientRect())`) as Promise<number[]>;
    const before = await place();
    send();
    // The policy of the page forbids what `waitForFunction` does to ask again.
    await page.evaluate("document.querySelector('.made img').decode()");
    expect([viewport.width, await place()]).toEqual([viewport.width, before]);
    const [shownWidth = 0, shownHeight = 0] = before;
    expect(shownHeight).toBeLessThanOrEqual(0.8 * viewport.height);
    expect(shownWidth).toBeLessThanOrEqual(Math.min(width, viewport.width));
    // In a low window there is space beside the picture; otherwise its frame has its proportion.
    if (viewport !== LOW) expect(Math.abs(shownWidth / shownHeight - width / height)).toBeLessThan(0.05);
    await page.close();
  }
});
