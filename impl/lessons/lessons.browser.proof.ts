/** A lesson in a browser: with scripts, without them, with the keyboard alone, and on paper. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESKTOP, openPage, PHONE } from "../test/support/browser.ts";
import { wideLessons } from "../test/support/browser-states.ts";
import { publicLessons } from "../test/support/public-lessons.ts";
import { choose, ORDER, sort, wordReview, write } from "../test/support/states/learning.ts";
import { keys, waterLesson } from "../test/support/water-lesson.ts";

const state = (page: Page, task: string) => page.getAttribute(`#task-${task}`, "data-state");
const progress = (page: Page) => page.getAttribute("#progress progress", "aria-label");

test("checks tasks without reloading the page, and keeps other entries", async () => {
  const lessons = await publicLessons({}, wordReview);
  const { url } = await lessons.publish(waterLesson, { illustrations: 1 });
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(url);
  await page.evaluate("window.isSamePage = true");
  await page.fill("#task-drought textarea", "a draft");
  await choose(page, "cooling", "salt");
  expect([await state(page, "cooling"), await progress(page)]).toEqual(["wrong", "1 of 6 tasks answered"]);
  await choose(page, "cooling", "cool");
  await choose(page, "hill", "stone", "runs");
  await choose(page, "hill", "seeps", "runs");
  await write(page, "lapse", "7.5");
  await write(page, "lapse", "6.5");
  await write(page, "depth", "Ground water");
  await sort(page, "way", ...ORDER.toReversed());
  expect(await state(page, "way")).toBe("wrong");
  await sort(page, "way", ...ORDER);
  expect(await page.inputValue("#task-drought textarea")).toBe("a draft");
  await write(page, "drought", "slow");
  expect(await page.textContent("#feedback-drought")).toMatch(/point-slow.*Points still missing: 1/s);
  await write(page, "drought", "slow and spring");
  for (const { id } of waterLesson.tasks) expect([id, await state(page, id)]).toEqual([id, "right"]);
  expect(await page.textContent("#outcome")).toContain("And all of them are right.");
  expect(await page.evaluate("window.isSamePage")).toBe(true);
  await page.reload();
  expect(await progress(page)).toBe("6 of 6 tasks answered");
  await page.click("[value=restart]");
  await page.waitForURL(/lang=en$/);
  expect(await progress(page)).toBe("0 of 6 tasks answered");
});

test("keeps unsent text when the language changes", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(url);
  await write(page, "lapse", "12");
  await page.fill("#task-drought textarea", "a draft\nof two lines");
  await page.fill("#task-lapse [name=answer]", "13");
  await page.click(".languages summary");
  await Promise.all([page.waitForEvent("load"), page.click("text=Deutsch")]);
  expect(await page.inputValue("#task-drought textarea")).toBe("a draft\nof two lines");
  expect(await page.inputValue("#task-lapse [name=answer]")).toBe("13");
  await page.reload();
  expect(await page.inputValue("#task-drought textarea")).toBe("");
  expect(await page.inputValue("#task-lapse [name=answer]")).toBe("12");
});

test("keeps entries while the server is unreachable, and sends them later", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(url);
  await page.fill("#task-depth input[name=answer]", "groundwater");
  await page.route("**/l/**", (route) => route.abort());
  await page.click("#task-depth [value=check]");
  expect(await page.textContent("#task-depth [role=alert]")).toContain("try again in a moment");
  await page.unroute("**/l/**");
  await page.click("#task-depth [value=check]");
  await page.waitForSelector('#task-depth[data-state="right"]');
});

test("asks for a password that becomes required", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson, { password: "open sesame" });
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(url);
  await page.fill("#f-password", "open sesame");
  await page.click(".entry .main");
  await page.waitForSelector("#task-depth");
  await page.context().clearCookies();
  await page.fill("#task-depth input[name=answer]", "mud");
  await page.click("#task-depth [value=check]");
  await page.waitForSelector("#f-password");
});

test("the page of a lesson in progress shows the lesson when it is ready", async () => {
  const lessons = await publicLessons();
  const written = Promise.withResolvers<void>();
  const { url } = await lessons.begin(waterLesson, { written: written.promise });
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(url);
  await page.waitForSelector("#waiting");
  written.resolve();
  await page.waitForSelector("#task-depth", { timeout: 20_000 });
});

test("the page also works without scripts", async () => {
  const lessons = await publicLessons();
  const written = Promise.withResolvers<void>();
  const { url } = await lessons.begin(waterLesson, { written: written.promise });
  const page = await openPage({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  await page.goto(url);
  await page.waitForSelector("#waiting");
  written.resolve();
  await page.waitForSelector("#task-depth", { timeout: 20_000 });
});

test("without scripts, each kind of task is answered, in two languages", async () => {
  const lessons = await publicLessons({}, wordReview);
  const { url } = await lessons.publish(waterLesson);
  const page = await openPage({ viewport: PHONE, locale: "en", javaScriptEnabled: false });
  const check = async (task: string) => {
    await Promise.all([page.waitForEvent("load"), page.click(`#task-${task} [value=check]`)]);
    return state(page, task);
  };
  await page.goto(url);
  await page.check("#task-cooling [value=salt]");
  expect(await check("cooling")).toBe("wrong");
  await page.check("#task-cooling [value=cool]");
  expect(await check("cooling")).toBe("right");
  for (const [at, item] of ["k", "a", "x", "c"].entries())
    await page.fill(`#task-way [name="place.${item}"]`, String(at + 1));
  expect(await check("way")).toBe("right");
  await page.fill("#task-lapse [name=answer]", "12");
  expect(await check("lapse")).toBe("wrong");
  // The browser is at the task, not at the top of the page.
  expect(
    await page.evaluate("document.querySelector('#task-lapse').getBoundingClientRect().top"),
  ).toBeLessThan(200);
  await page.click(".languages summary");
  await Promise.all([page.waitForEvent("load"), page.click("text=Deutsch")]);
  expect(await progress(page)).toBe("3 von 6 Aufgaben beantwortet");
  await page.fill("#task-depth [name=answer]", "Grundwasser");
  expect(await check("depth")).toBe("right");
  await page.fill("#task-drought [name=answer]", "slow");
  expect(await check("drought")).toBe("partly");
  expect(await page.textContent("#feedback-drought")).toContain("Noch fehlende Punkte: 1");
});

test("a lesson can be done with the keyboard alone, with a visible focus", async () => {
  const lessons = await publicLessons({}, wordReview);
  const { url } = await lessons.publish(waterLesson);
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  const { keyboard } = page;
  await page.goto(url);
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await keyboard.press("Tab");
      expect(await page.evaluate(HIDDEN_FOCUS)).toBeNull();
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    }
    throw new Error(`The Tab key does not lead to ${selector}`);
  };
  await tabTo("#task-cooling [type=radio]");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.waitForSelector("#feedback-cooling:focus");
  expect(await state(page, "cooling")).toBe("right");
  await tabTo("#task-lapse [name=answer]");
  await keyboard.type("6.5");
  await keyboard.press("Enter");
  await page.waitForSelector("#feedback-lapse:focus");
  // The last one gets the place that is left.
  for (const text of ORDER.slice(0, -1)) {
    const button = page.locator("#task-way .ranking li", { hasText: text }).locator(".rank");
    await tabTo(`#task-way .rank[aria-label="${await button.getAttribute("aria-label")}"]`);
    await keyboard.press("Space");
  }
  await tabTo("#task-way [value=check]");
  await keyboard.press("Enter");
  await page.waitForSelector("#feedback-way:focus");
  expect(await progress(page)).toBe("3 of 6 tasks answered");
});

/** The focused element if it is hidden or under the bar at the top; null if it is visible. */
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  const bar = document.querySelector(".lesson-top");
  const covered = bar.contains(focused) ? 0 : Math.max(0, bar.getBoundingClientRect().bottom);
  return box.bottom > covered && box.top < innerHeight ? null : focused.outerHTML;
})()`;

test("prints a worksheet: the whole lesson, empty answers and no solutions", async () => {
  const lessons = await publicLessons({}, wordReview);
  const { url } = await lessons.publish(waterLesson, { illustrations: 1 });
  const page = await openPage({ viewport: DESKTOP, locale: "en" });
  await page.goto(url);
  await choose(page, "cooling", "cool");
  await write(page, "depth", "groundwater");
  await sort(page, "way", ...ORDER);
  await write(page, "drought", "slow");
  await page.emulateMedia({ media: "print" });
  const seen = (await page.evaluate(
    `[...document.querySelectorAll("h1, h2, h3, p, .label, .card span, .on-paper li, .ranking, .ordered, .unit, figure, .feedback, button, .languages, progress")]
      .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && part.getBoundingClientRect().height > 1)
      .map((part) => part.tagName === "FIGURE" ? "figure" : part.textContent.trim()).join(" | ")`,
  )) as string;
  for (const text of [
    "How rain becomes a river",
    "Through the ground",
    "figure",
    "It meets salt",
    "Rain falls",
    "°C",
    "feeds springs",
  ])
    expect(seen).toContain(text);
  expect(keys.exec(seen)).toBeNull();
  expect(seen).not.toMatch(/Vapour condenses.*Rain falls.*A spring is fed.*The river meets/);
  expect(seen).not.toMatch(/Check|Start over|That is right|English \|/);
  // Whatever stands in an input, its ink is transparent, and no box is filled in.
  const inks = (await page.evaluate(
    `[...document.querySelectorAll(".task .input")].map((input) => getComputedStyle(input).webkitTextFillColor)`,
  )) as string[];
  expect(new Set(inks)).toEqual(new Set(["rgba(0, 0, 0, 0)"]));
  const boxes = (await page.evaluate(
    `[...document.querySelectorAll(".task :is([type=radio], [type=checkbox])")].map((box) => [getComputedStyle(box).backgroundColor, getComputedStyle(box, "::before").display].join())`,
  )) as string[];
  expect(new Set(boxes)).toEqual(new Set(["rgba(0, 0, 0, 0),none"]));
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});

// `npm run proof` opens it in all languages.
test("a lesson is not too wide for phones and desktops, answered or not", async () => {
  expect(await wideLessons(["de", "el", "fi"])).toEqual({});
});
