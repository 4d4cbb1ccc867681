/** Bands one above the other, with a label in each. */

import { mirror } from "../mirror.ts";
import type { Colour } from "../palette.ts";
import { PICTURE, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";

export interface Layers {
  readonly kind: "layers";
  /** The layers from the top. */
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
  return isMirrored ? mirror(shapes) : shapes;
}

function bandShapes({ layers, isPyramid }: Layers): Shape[] {
  const height = (PICTURE.height - 2 * MARGIN) / layers.length;
  const full = PICTURE.width - 2 * MARGIN;
  const middle = PICTURE.width / 2;
  const widthAt = (row: number) => (isPyramid ? full * (0.3 + (0.7 * row) / layers.length) : full);
  return layers.flatMap((layer, index): Shape[] => {
    const [top, bottom] = [MARGIN + index * height, MARGIN + (index + 1) * height];
    const [above, below] = [widthAt(index) / 2, widthAt(index + 1) / 2];
    const upper = [middle - above, top, middle + above, top];
    const lower = [middle + below, bottom, middle - below, bottom];
    const band: Shape = { polygon: [...upper, ...lower], fill: layer.fill };
    const y = (top + bottom) / 2;
    if (!isPyramid) return [band, ...contentShapes(layer, y, height)];
    const width = Math.min(210, 2 * above - 16);
    return [band, { label: layer.label, at: [middle, y], width, height: height - 14 }];
  });
}

/** The icon, the label and the note in a band as wide as the picture. */
function contentShapes({ label, note, icon }: Layers["layers"][number], y: number, band: number): Shape[] {
  const height = band - 14;
  if (note === undefined && !icon)
    return [{ label, at: [PICTURE.width / 2, y], width: PICTURE.width - 2 * MARGIN - 40, height }];
  return [
    ...(icon ? [{ icon, at: [66, y], size: Math.min(76, band - 12) } as const] : []),
    { label, at: [icon ? 210 : 170, y], width: 220, height },
    ...(note === undefined
      ? []
      : [{ label: note, at: [PICTURE.width - 155, y], width: 250, height, size: 16 } as const]),
  ];
}
