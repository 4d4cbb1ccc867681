/** Words at the ends of a scale stand at its first and its last point, in windows of every width. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import type { FormStructure, ScaleField } from "../../../generated/types.ts";
import { barriers, keepPicture, openPage } from "../../test/support/browser.ts";
import { publicForms } from "../../test/support/public-forms.ts";

const scaleOf = (max: number, label = `Scale of ${max}`): ScaleField => ({
  id: `s${max}`,
  type: "scale",
  label: { en: label },
  min: 1,
  max,
  min_label: { en: "Not at all, not even on the best of days" },
  max_label: { en: "Very much" },
});

const fields: FormStructure["pages"][number]["fields"] = [
  { id: "nps", type: "nps", label: { en: "Would you recommend us?" } },
  ...[5, 8, 9, 10, 11, 13, 15, 21].map((max) => scaleOf(max)),
  { ...scaleOf(12, "ما مدى رضاك؟"), min_label: { en: "قليل" }, max_label: { en: "كثير جدا" } },
];

/** Returns how far the words at both ends are from their points, and how many points the last row has. */
async function measureEnds(question: Locator) {
  return question.evaluate((element) => {
    const isRtl = getComputedStyle(element).direction === "rtl";
    const points = [...element.querySelectorAll(".point")].map((point) => point.getBoundingClientRect());
    const words = [...element.querySelectorAll(".ends > span")].map((one) => {
      const range = element.ownerDocument.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect();
    });
    const [first, last, low, high] = [points[0]!, points.at(-1)!, words[0]!, words[1]!];
    const gap = (point: DOMRect, text: DOMRect) => Math.max(text.top - point.bottom, point.top - text.bottom);
    return {
      low: Math.abs(isRtl ? first.right - low.right : first.left - low.left),
      high: Math.abs(isRtl ? last.left - high.left : last.right - high.right),
      gap: Math.max(gap(first, low), gap(last, high)),
      inLastRow: points.filter(({ top }) => top === last.top).length,
    };
  });
}

test.for([320, 390, 768, 1_280])("the words of both ends stand at their points: %i", async (width) => {
  const forms = await publicForms();
  const page = await openPage({ viewport: { width, height: 800 }, locale: "en" });
  const structure: FormStructure = {
    title: { en: "Scales" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "p", fields }],
  };
  await page.goto(await forms.publish(structure));
  await keepPicture(page, `scale-ends-${width}`);
  for (const { id } of fields) {
    const { low, high, gap, inLastRow } = await measureEnds(page.locator(`#q-${id}`));
    expect([id, low < 2, high < 2, gap > 0 && gap < 16]).toEqual([id, true, true, true]);
    expect([id, inLastRow]).not.toEqual([id, 1]);
  }
  expect(await barriers(page)).toEqual([]);
});
