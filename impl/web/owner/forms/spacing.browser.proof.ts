/** The distances between the parts of pages with little on them, and the end of texts that are cut. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESKTOP, keepPicture, PHONE } from "../../../test/support/browser.ts";
import { editors, small } from "../../../test/support/editors.ts";
import { findHalfEmpty } from "../../../test/support/half-empty.ts";

/** Returns the distance between the end of a part and the beginning of another one. */
async function gap(page: Page, above: string, below: string): Promise<number> {
  const [first, second] = [page.locator(above).first(), page.locator(below).first()];
  const [one, two] = [(await first.boundingBox())!, (await second.boundingBox())!];
  return two.y - (one.y + one.height);
}

test.for([DESKTOP, PHONE])("an empty list stands apart from the text above it: %o", async (viewport) => {
  const { openWindow, create, publicUrl } = await editors();
  const page = await openWindow({ viewport });
  const id = await create(small, true);
  await page.goto(`${publicUrl}/forms/bin`);
  expect(await gap(page, ".lead", ".empty")).toBeGreaterThanOrEqual(16);
  await keepPicture(page, `bin-${viewport.width}`);
  await page.goto(`${publicUrl}/forms/${id}/waiting`);
  expect(await gap(page, "h2.sub", ".empty")).toBeGreaterThanOrEqual(12);
  await keepPicture(page, `waiting-${viewport.width}`);
});

test("the name of a version stands with its author, and the page of connections has its name", async () => {
  const { openWindow, create, publicUrl } = await editors();
  const page = await openWindow();
  const id = await create(small, true);
  await page.goto(`${publicUrl}/forms/${id}/versions`);
  expect(await gap(page, ".versions h3", ".versions .soft")).toBeLessThanOrEqual(8);
  await page.goto(`${publicUrl}/forms/${id}/connections`);
  expect(await page.locator("h2.sub").textContent()).toBe("Connections");
  expect(await gap(page, ".tabs", "h2.sub")).toBeLessThanOrEqual(32);
  await keepPicture(page, "connections");
});

test("who has published a form on a phone sees its address without scrolling", async () => {
  const { openWindow, create, publicUrl } = await editors();
  const page = await openWindow({ viewport: PHONE, locale: "de" });
  await page.goto(`${publicUrl}/forms/${await create(small, true)}?done=publish`);
  const { y, height } = (await page.locator(".copyable button").first().boundingBox())!;
  expect(y + height).toBeLessThan(PHONE.height);
  expect(await gap(page, ".parts", ".facts")).toBeGreaterThanOrEqual(16);
});

test("an address that is cut ends with an ellipsis", async () => {
  const { openWindow, create, publicUrl } = await editors();
  const page = await openWindow({ viewport: PHONE });
  await page.goto(`${publicUrl}/forms/${await create(small, true)}`);
  const address = page.locator(".copyable pre").first();
  const [isCut, end] = await address.evaluate((one) => [
    one.scrollWidth > one.clientWidth,
    getComputedStyle(one).textOverflow,
  ]);
  expect([isCut, end]).toEqual([true, "ellipsis"]);
  await keepPicture(page, "address");
});

test.for([1_280, 1_920])("the card of a new webhook fills both halves of a window: %i", async (width) => {
  const { openWindow, create, publicUrl } = await editors();
  const page = await openWindow({ viewport: { width, height: 900 } });
  await page.goto(`${publicUrl}/forms/${await create(small, true)}/connections`);
  expect(await findHalfEmpty(page, ".panel")).toEqual([]);
  await keepPicture(page, `connections-${width}`);
});
