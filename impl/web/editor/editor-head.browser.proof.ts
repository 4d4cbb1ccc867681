/** The head of the editor: one line on screens, two on phones, with everything in reach. */
import { expect, test } from "vitest";
import { amount, drawSample } from "../../../.ci/draw.ts";
import { barriers, keepPicture, tooWide } from "../../test/support/browser.ts";
import { editors, saved, small, writeText } from "../../test/support/editors.ts";
import { ownerLanguages } from "../../texts/owner/owner-texts.ts";

/** The languages of this run: some in the proof, others each time, and all in the soak. */
const locales = drawSample(ownerLanguages, amount({ proof: 3, soak: ownerLanguages.length }));

const long = { ...small, title: { en: "Registration for the international summer school of painting" } };

/** Widths of windows, and the bottom of the head there: one line of 56 pixels, on phones a second one of 44. */
const heads = [
  [1440, 60],
  [1100, 60],
  [390, 110],
  [320, 110],
] as const;

/** Names of the views that do not stand in one line. */
const brokenViews = `[...document.querySelectorAll(".ed-views button")].map((view) => {
  const text = document.createRange();
  text.selectNodeContents(view);
  return text.getClientRects().length > 1 && view.textContent;
}).filter(Boolean)`;

test.for([
  ["en", "published"],
  ["de", "published"],
  ["en", "draft"],
  ["de", "draft"],
] as const)("the head is one line, on phones two, in '%s' of a form that is %s", async ([locale, status]) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ locale });
  await edit(page, await create(long, status === "published"));
  for (const [width, height] of heads) {
    await page.setViewportSize({ width, height: 844 });
    expect((await page.locator(".ed-body").boundingBox())!.y).toBeLessThanOrEqual(height);
    expect(await page.evaluate(brokenViews)).toEqual([]);
    await page.locator(".form-menu summary").click();
    expect(await tooWide(page)).toEqual([]);
    expect((await page.locator(".form-menu > div").boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await keepPicture(page, `head-${width}-${locale}-${status}`);
    await page.keyboard.press("Escape");
  }
  expect(await barriers(page)).toEqual([]);
  await page.locator(".form-list").click();
  await page.waitForURL("**/forms");
});

test.each(locales)("a part of the title stays, and nothing covers the status: %s", async (locale) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ locale });
  await edit(page, await create(long, true));
  await writeText(page, "Name", "Full name");
  await saved(page, "unpublished");
  for (const width of [800, 1024, 1100, 1280, 1360, 1440, 1601]) {
    await page.setViewportSize({ width, height: 844 });
    const [title, chip, menu] = await Promise.all(
      [".form-name", ".chip:not(.changes)", ".form-menu"].map(
        async (part) => (await page.locator(`.form-top ${part}`).boundingBox())!,
      ),
    );
    expect([width, title!.width >= 70]).toEqual([width, true]);
    const isApart = chip!.x + chip!.width <= menu!.x || chip!.y + chip!.height <= menu!.y;
    expect([width, isApart]).toEqual([width, true]);
    await keepPicture(page, `status-${width}-${locale}`);
  }
});

test.each(locales)("on phones the state is a whole word, and the head has two lines: %s", async (locale) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ locale });
  await edit(page, await create(long, true));
  await writeText(page, "Name", "Full name");
  await saved(page, "unpublished");
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const chip = page.locator(".form-top .chip:not(.changes)");
    const [isCut, shown] = await chip.evaluate((one) => [one.scrollWidth > one.clientWidth, one.clientWidth]);
    expect([width, isCut, shown > 20]).toEqual([width, false, true]);
    const title = await page.locator(".form-name").evaluate((one) => one.clientWidth);
    expect(title).toBeGreaterThan(70);
    expect((await page.locator(".ed-body").boundingBox())!.y).toBeLessThanOrEqual(110);
    expect(await tooWide(page)).toEqual([]);
    await keepPicture(page, `state-${width}-${locale}`);
  }
  expect(await barriers(page)).toEqual([]);
});

test("the menu of the head leads to the tabs on phones, and discards changes that are not published", async () => {
  const { openWindow, create, edit, stored, storage } = await editors();
  const page = await openWindow();
  const id = await create(small, true);
  await edit(page, id);
  await writeText(page, "Name", "Full name");
  await saved(page, "unpublished");
  await page.locator(".form-menu summary").click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect
    .poll(() => storage.db.selectFrom("pending_changes").select("id").executeTakeFirst())
    .toBeUndefined();
  expect(await stored(id)).toEqual(small);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Escape");
  await page.locator(".form-menu summary").click();
  await page.getByRole("link", { name: "Responses" }).click();
  await page.waitForURL("**/responses");
});

test("the Tab key skips the head, and stops once in the list of questions, whose arrow keys move focus and pages", async () => {
  const { openWindow, create, edit, stored } = await editors();
  const page = await openWindow();
  const id = await create(small);
  await edit(page, id);
  const focused = () => page.evaluate("document.activeElement.textContent") as Promise<string>;
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await focused()).toContain("Name");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Page 1");
  await page.keyboard.press("Alt+ArrowDown");
  await saved(page);
  expect((await stored(id)).pages.map((one) => one.id)).toEqual(["two", "one"]);
  expect(await focused()).toBe("Page 2");
  expect(await page.locator(".ed-outline .ed-item-name[tabindex='0']").count()).toBe(1);
});

test.for([
  ["reduce", "0s"],
  ["no-preference", "0.2s"],
] as const)("with motion set to %s, a part that opens moves for %s", async ([reducedMotion, duration]) => {
  const { openWindow, create, edit } = await editors();
  const page = await openWindow({ reducedMotion });
  await edit(page, await create(small));
  const part = page.locator(".ed-part");
  expect(await part.evaluate((element) => getComputedStyle(element).animationDuration)).toBe(duration);
});
