/** The report of the conformance suite on a phone: no page is wider than the screen, and failures come first in the matrix. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPage, PHONE } from "./support/browser.ts";

const report = join(import.meta.dirname, "../../conformance/test/want/report.html");

test("a report with failures fits a phone", async () => {
  const page = await openPage({ viewport: PHONE });
  await page.goto(`file://${report}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await expect(page.locator(".next li").first().textContent()).resolves.toContain("Make this hold");
  const tops = await page
    .locator(".matrix tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector("td.failed") !== null, row.getBoundingClientRect().top] as const),
    );
  const [first] = tops.toSorted(([, a], [, b]) => a - b);
  expect(first?.[0]).toBe(true);
});
