/** Amounts as bars, with their numbers. */
import type { Colour } from "../palette.ts";
import { PICTURE, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";

export interface Bars {
  readonly kind: "bars";
  readonly bars: readonly {
    readonly label: string;
    readonly value: number;
    /** The number as it is written, such as `=71 %`. */
    readonly text: string;
    readonly fill?: Colour;
  }[];
}

const LABEL_WIDTH = 168;
const TEXT_WIDTH = 124;
const MARGIN = 16;

/** More columns are too narrow for their names. */
const MOST_COLUMNS = 4;
const NAME_HEIGHT = 62;

export function barShapes({ bars }: Bars, { arrangement }: PictureStyle): Shape[] {
  return bars.length <= MOST_COLUMNS && arrangement % 2 === 1 ? columnShapes(bars) : rowShapes(bars);
}

function columnShapes(bars: Bars["bars"]): Shape[] {
  const room = PICTURE.height - NAME_HEIGHT - 2 * MARGIN - 40;
  const largest = Math.max(...bars.map(({ value }) => value));
  const width = (PICTURE.width - 2 * MARGIN) / bars.length;
  const bottom = PICTURE.height - NAME_HEIGHT - MARGIN;
  const columns = bars.flatMap(({ label, value, text, fill }, index): Shape[] => {
    const x = MARGIN + width * (index + 0.5);
    const height = Math.max(2, (value / largest) * room);
    return [
      { rect: [x - width * 0.28, bottom - height, width * 0.56, height], fill: fill ?? "water" },
      { label, at: [x, bottom + NAME_HEIGHT / 2 + 4], width: width - 4, height: NAME_HEIGHT, plain: true },
      { label: text, at: [x, bottom - height - 20], width: width - 4, height: 32, plain: true, bold: true },
    ];
  });
  return [...columns, { line: [MARGIN, bottom, PICTURE.width - MARGIN, bottom], thickness: 2 }];
}

function rowShapes(bars: Bars["bars"]): Shape[] {
  const room = PICTURE.width - LABEL_WIDTH - TEXT_WIDTH - 3 * MARGIN;
  const largest = Math.max(...bars.map(({ value }) => value));
  const rowHeight = Math.min(76, (PICTURE.height - 2 * MARGIN) / bars.length);
  const top = (PICTURE.height - rowHeight * bars.length) / 2;
  const left = MARGIN + LABEL_WIDTH;
  const rows = bars.flatMap(({ label, value, text, fill }, index): Shape[] => {
    const y = top + rowHeight * (index + 0.5);
    const width = Math.max(2, (value / largest) * room);
    const height = rowHeight * 0.64;
    const textAt = left + width + TEXT_WIDTH / 2 + 4;
    return [
      { rect: [left, y - height / 2, width, height], fill: fill ?? "water" },
      {
        label,
        at: [MARGIN + LABEL_WIDTH / 2 - 6, y],
        width: LABEL_WIDTH - 6,
        height: rowHeight - 6,
        plain: true,
      },
      { label: text, at: [textAt, y], width: TEXT_WIDTH, height: rowHeight - 6, plain: true, bold: true },
    ];
  });
  return [...rows, { line: [left, top, left, PICTURE.height - top], thickness: 2 }];
}
