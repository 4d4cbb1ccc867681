/** Boxes to tick, as people draw them: `[ ] Yes  [ ] No`. */
import { type Span, trimSpan } from "./span.ts";

export interface Box extends Span {
  /** Square ones take several ticks. */
  readonly isSquare: boolean;
}

const SQUARE = ["[ ]", "[]", "[x]", "[X]", "☐", "□", "☑"];
const ROUND = ["( )", "()", "(x)", "○", "◯", "⚪"];

/** The box that begins at a place. */
export function boxAt(source: string, at: number): Box | undefined {
  const square = SQUARE.find((box) => source.startsWith(box, at));
  const box = square ?? ROUND.find((round) => source.startsWith(round, at));
  return box === undefined ? undefined : { from: at, to: at + box.length, isSquare: square !== undefined };
}

/** The boxes with white space or nothing before them. */
export function boxesIn(source: string, { from, to }: Span): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; at++) {
    if (at > from && !/[\s:]/.test(source.charAt(at - 1))) continue;
    const box = boxAt(source, at);
    if (!box || box.to > to) continue;
    boxes.push(box);
    at = box.to - 1;
  }
  return boxes;
}

/** The text behind each box, up to the next one. */
export function textsBehind(
  source: string,
  boxes: readonly { readonly from?: number; readonly to: number }[],
  end: number,
): Span[] {
  return boxes.map(({ to }, index) => trimSpan(source, { from: to, to: boxes[index + 1]?.from ?? end }));
}
