/** Looks at pages of stories in windows of several sizes, in the dark and in German. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { barriers, keepPicture, openPage, tooWide } from "../../impl/test/support/browser.ts";

/** 320 pixels are 1,280 at 400 % (WCAG 1.4.10, reflow). */
const NARROW = { width: 320, height: 640 };
const LARGE = { width: 1_440, height: 900 };

/** Returns the parts of a page that are wider than the smallest phone. The window has its size again afterwards. */
export async function narrowed(page: Page, picture: string): Promise<readonly string[]> {
  const size = page.viewportSize()!;
  await keepPicture(page, picture);
  await page.setViewportSize(NARROW);
  const wide = await tooWide(page);
  await keepPicture(page, `${picture}-narrow`);
  await page.setViewportSize(size);
  return wide;
}

/** Returns the barriers of the last page of a story on a large screen. */
export async function enlarged(page: Page, picture: string): Promise<readonly string[]> {
  await page.setViewportSize(LARGE);
  const found = await barriers(page);
  await keepPicture(page, `${picture}-large`);
  return found;
}

/** Returns the barriers of a page on the smallest phone in the dark. */
export async function darkened(page: Page, picture: string): Promise<readonly string[]> {
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await barriers(page);
  await keepPicture(page, `${picture}-dark`);
  return found;
}

/** Opens a page again in a browser that prefers German, and returns its barriers in the dark. */
export async function inGerman(page: Page, picture: string): Promise<readonly string[]> {
  const storageState = await page.context().storageState();
  const german = await openPage({ locale: "de", viewport: NARROW, storageState });
  await german.goto(page.url());
  expect(await german.locator("html").getAttribute("lang")).toBe("de");
  const found = await darkened(german, `${picture}-de`);
  await german.context().close();
  return found;
}
