/** Finds parts of wide pages whose left or right half is empty. */
import type { Page } from "playwright-core";

/**
 * Lists the heights at which one half of a part is empty over more than 10 rem, and the other is not. The boxes of the innermost
 * elements count, since those of their parents are as wide as the part.
 */
const halfEmpty = `(root) => {
  const { left, width, top, bottom } = root.getBoundingClientRect();
  const boxes = [...root.querySelectorAll("*")]
    .filter((one) => !one.closest(".vh") && !one.matches("svg *") && (one.tagName === "svg" || one.children.length === 0))
    .map((one) => one.getBoundingClientRect())
    .filter((box) => box.height > 0);
  const halves = [[left + 1, left + width / 2 - 40], [left + width / 2 + 40, left + width - 1]];
  const found = [];
  for (let from = top; from + 160 <= bottom; from += 40) {
    const isFilled = halves.map(([start, end]) =>
      boxes.some((box) => box.bottom > from && box.top < from + 160 && box.right > start && box.left < end));
    if (isFilled[0] !== isFilled[1]) found.push(Math.round(from - top));
  }
  return found;
}`;

/** @param part the selector of the part */
export const findHalfEmpty = (page: Page, part: string) =>
  page
    .locator(part)
    .evaluate(new Function("root", `return (${halfEmpty})(root)`) as (root: Element) => number[]);
