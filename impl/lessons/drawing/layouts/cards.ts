/** Things side by side, each on a card. */
import { PICTURE, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";
import { type Node, nodeShapes } from "./node.ts";

export interface Cards {
  readonly kind: "cards";
  readonly cards: readonly Node[];
}

const GAP = 16;
/** Signs, such as Roman numerals: they are large, where there is nothing else. */
const SIGN = /^=\P{Ll}{1,3}$/u;
const SIGN_SIZE = 40;

export function cardShapes({ cards }: Cards, { boxes, corner, arrangement }: PictureStyle): Shape[] {
  const columns = columnsFor(cards.length, arrangement);
  const rows = Math.ceil(cards.length / columns);
  const width = (PICTURE.width - GAP * (columns + 1)) / columns;
  const height = Math.min(250, (PICTURE.height - GAP * (rows + 1)) / rows);
  const top = (PICTURE.height - rows * height - (rows - 1) * GAP) / 2;
  const size = cards.every(({ label }) => SIGN.test(label)) ? SIGN_SIZE : undefined;
  return cards.flatMap((card, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, cards.length - row * columns);
    const left = (PICTURE.width - inRow * width - (inRow - 1) * GAP) / 2;
    const x = left + width / 2 + (index % columns) * (width + GAP);
    const fill = boxes[index % boxes.length]!;
    return nodeShapes(card, {
      at: [x, top + height / 2 + row * (height + GAP)],
      width,
      height,
      fill,
      corner,
      size,
    });
  });
}

/** Cards stay wide enough for their texts: at most three side by side. */
function columnsFor(count: number, arrangement: number): number {
  if (count <= 2) return count;
  if (count === 3) return arrangement % 2 === 0 ? 3 : 2;
  if (count === 4) return arrangement % 2 === 0 ? 2 : 3;
  return Math.ceil(count / 2);
}
