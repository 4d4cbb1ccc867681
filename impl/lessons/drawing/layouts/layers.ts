/** Bands one above the other, with a label in each. */

import { mirrored } from "../mirror.ts";
import type { Colour } from "../palette.ts";
import { PICTURE, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";

export interface Layers {
  readonly kind: "layers";
  /** From the top. */
  readonly layers: readonly {
    readonly label: string;
    readonly note?: string;
    readonly fill: Colour;
    readonly icon?: string;
  }[];
  /** Each band is wider than the one above it. */
  readonly isPyramid?: boolean;
}

const MARGIN = 12;

export function layerShapes({ layers, isPyramid }: Layers, { isMirrored }: PictureStyle): Shape[] {
  const shapes = bandShapes({ kind: "layers", layers, ...(isPyramid && { isPyramid }) });
  return isMirrored ? mirrored(shapes) : shapes;
}

function bandShapes({ layers, isPyramid }: Layers): Shape[] {
  const height = (PICTURE.height - 2 * MARGIN) / layers.length;
  const full = PICTURE.width - 2 * MARGIN;
  const middle = PICTURE.width / 2;
  const widthAt = (row: number) => (isPyramid ? full * (0.3 + (0.7 * row) / layers.length) : full);
  return layers.flatMap(({ label, note, fill, icon }, index): Shape[] => {
    const [top, bottom] = [MARGIN + index * height, MARGIN + (index + 1) * height];
    const [above, below] = [widthAt(index) / 2, widthAt(index + 1) / 2];
    const corners = [
      middle - above,
      top,
      middle + above,
      top,
      middle + below,
      bottom,
      middle - below,
      bottom,
    ];
    const y = (top + bottom) / 2;
    const iconSize = Math.min(76, height - 12);
    const labelX = isPyramid || (note === undefined && icon === undefined) ? middle : icon ? 210 : 170;
    const isAlone = note === undefined && icon === undefined;
    const width = isPyramid ? Math.min(210, 2 * above - 16) : isAlone ? full - 40 : 220;
    const shapes: Shape[] = [{ polygon: corners, fill }];
    if (icon && !isPyramid) shapes.push({ icon, at: [66, y], size: iconSize });
    shapes.push({ label, at: [labelX, y], width, height: height - 14 });
    if (note !== undefined && !isPyramid)
      shapes.push({ label: note, at: [PICTURE.width - 155, y], width: 250, height: height - 14, size: 16 });
    return shapes;
  });
}
