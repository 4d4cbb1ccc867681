/** The page Manage of a form in a wide window. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { barriers, keepPicture } from "../../../test/support/browser.ts";
import { editors, small } from "../../../test/support/editors.ts";

/** A form whose answers are offered for the texts of mails, one below the other. */
const long: FormStructure = {
  ...small,
  pages: [
    {
      id: "p",
      fields: Array.from({ length: 12 }, (_, n) => ({
        id: `q${n}`,
        type: "short_text",
        label: { en: `How much do you know about the history of town ${n + 1}?` },
      })),
    },
  ],
};

test.for([
  ["few", small],
  ["many", long],
] as const)(
  "its two columns end near each other, and its inputs are as wide as their part: %s questions",
  async ([name, structure]) => {
    const { openWindow, create, publicUrl } = await editors();
    const page = await openWindow();
    await page.goto(`${publicUrl}/forms/${await create(structure, true)}/settings`);
    const boxes = await page
      .locator(".parts > .part")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
    const ends = new Map<number, number>();
    for (const { x, bottom } of boxes) ends.set(x, Math.max(ends.get(x) ?? 0, bottom));
    const [left, right] = [...ends.values()] as [number, number];
    expect(ends.size).toBe(2);
    expect(Math.abs(left - right)).toBeLessThan(400);
    const [input, choice] = await Promise.all([
      page.locator("[name=subject]").boundingBox(),
      page.locator("#mails .switch, #mails .segments").first().boundingBox(),
    ]);
    expect(input!.width).toBeCloseTo(choice!.width, 0);
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `manage-wide-${name}`);
  },
);
