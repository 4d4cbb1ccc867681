/** Things side by side, each on a card. */
import type { Colour } from "../palette.ts";
import { PICTURE, type Shape } from "../shapes.ts";
import { type Node, nodeShapes } from "./node.ts";

export interface Cards {
  readonly kind: "cards";
  readonly cards: readonly Node[];
}

const GAP = 16;
const FILLS: readonly Colour[] = ["cream", "sky", "meadow", "mist"];

export function cardShapes({ cards }: Cards): Shape[] {
  const columns = cards.length <= 3 ? cards.length : cards.length <= 4 ? 2 : Math.ceil(cards.length / 2);
  const rows = Math.ceil(cards.length / columns);
  const width = (PICTURE.width - GAP * (columns + 1)) / columns;
  const height = Math.min(250, (PICTURE.height - GAP * (rows + 1)) / rows);
  const top = (PICTURE.height - rows * height - (rows - 1) * GAP) / 2;
  return cards.flatMap((card, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, cards.length - row * columns);
    const left = (PICTURE.width - inRow * width - (inRow - 1) * GAP) / 2;
    const x = left + width / 2 + (index % columns) * (width + GAP);
    const fill = FILLS[index % FILLS.length]!;
    return nodeShapes(card, { at: [x, top + height / 2 + row * (height + GAP)], width, height, fill });
  });
}
