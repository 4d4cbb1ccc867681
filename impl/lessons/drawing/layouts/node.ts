/** A node of a diagram: a box with a label, and an icon above it. */
import type { Colour } from "../palette.ts";
import type { Point, Shape } from "../shapes.ts";

export interface Node {
  readonly label: string;
  readonly icon?: string;
  /** A smaller text below the label. */
  readonly note?: string;
}

interface Box {
  /** Its middle. */
  readonly at: Point;
  readonly width: number;
  readonly height: number;
  readonly fill: Colour;
  readonly corner: number;
  /** The font size of its label. */
  readonly size?: number | undefined;
}

const GAP = 6;

export function nodeShapes(
  { label, icon, note }: Node,
  { at: [x, y], width, height, fill, corner, size = 18 }: Box,
): Shape[] {
  const top = y - height / 2;
  const noteHeight = note === undefined ? 0 : Math.min(44, height * 0.3);
  const iconSize = icon === undefined ? 0 : Math.min(width * 0.7, height - noteHeight - 46);
  const labelTop = top + GAP + iconSize;
  const labelHeight = height - iconSize - noteHeight - 2 * GAP;
  // Room for the number of the step.
  const textHeight = icon === undefined ? labelHeight - 24 : labelHeight;
  const box: Shape = {
    rect: [x - width / 2, top, width, height],
    round: corner,
    fill,
    stroke: "grey",
  };
  const shapes: Shape[] = [box];
  if (icon) shapes.push({ icon, at: [x, top + GAP + iconSize / 2], size: iconSize });
  shapes.push({
    label,
    at: [x, labelTop + labelHeight / 2],
    width: width - 6,
    height: textHeight,
    size,
    plain: true,
  });
  if (note !== undefined) {
    const noteAt: Point = [x, top + height - GAP - noteHeight / 2];
    shapes.push({ label: note, at: noteAt, width: width - 6, height: noteHeight, size: 15, plain: true });
  }
  return shapes;
}
