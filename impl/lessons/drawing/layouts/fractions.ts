/** Draws bars with equal parts, some of them coloured. */
import type { Colour } from "../palette.ts";
import { PICTURE, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";

export interface Fractions {
  readonly kind: "fractions";
  readonly bars: readonly { readonly parts: number; readonly coloured: number; readonly text: string }[];
}

const TEXT_WIDTH = 150;
const MARGIN = 18;
const FILLS: readonly Colour[] = ["water", "sun", "leaf", "violet", "fire"];

export function fractionShapes({ bars }: Fractions, { shift }: PictureStyle): Shape[] {
  const full = PICTURE.width - TEXT_WIDTH - 3 * MARGIN;
  const rowHeight = Math.min(110, (PICTURE.height - 2 * MARGIN) / bars.length);
  const top = (PICTURE.height - rowHeight * bars.length) / 2;
  return bars.flatMap(({ parts, coloured, text }, row): Shape[] => {
    const y = top + rowHeight * row + rowHeight * 0.14;
    const width = full / parts;
    const cells = Array.from({ length: parts }, (_, index): Shape => {
      const fill = index < coloured ? FILLS[(row + shift) % FILLS.length]! : "white";
      return { rect: [MARGIN + index * width, y, width, rowHeight * 0.72], fill };
    });
    const at = [PICTURE.width - MARGIN - TEXT_WIDTH / 2, y + rowHeight * 0.36] as const;
    return [...cells, { label: text, at, width: TEXT_WIDTH, size: 26, plain: true, bold: true }];
  });
}
