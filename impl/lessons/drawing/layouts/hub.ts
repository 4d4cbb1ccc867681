/** Draws a subject in the middle, with related items around it. */
import { PICTURE, type Point, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";
import { type Node, nodeShapes } from "./node.ts";

export interface Hub {
  readonly kind: "hub";
  readonly middle: Node;
  readonly around: readonly Node[];
  /** The arrows lead to the middle, from it, or are lines. */
  readonly arrows: "in" | "out" | "none";
}

const WIDTH = 158;
const MARGIN = 12;

/** Places half of the items on the left, the other half on the right. */
export function hubShapes(
  { middle, around: listed, arrows }: Hub,
  { boxes, corner, arrangement }: PictureStyle,
): Shape[] {
  // The items around have no order.
  const first = arrangement % listed.length;
  const around = [...listed.slice(first), ...listed.slice(0, first)];
  const half = Math.ceil(around.length / 2);
  const rows = Math.max(half, around.length - half);
  const rowHeight = (PICTURE.height - MARGIN) / rows;
  const height = Math.min(118, rowHeight - MARGIN);
  const [x, y] = [PICTURE.width / 2, PICTURE.height / 2];
  const core = { at: [x, y] as Point, width: 172, height: 172, fill: boxes[1], corner };
  const others = around.flatMap((node, index): Shape[] => {
    const isLeft = index < half;
    const [row, count] = isLeft ? [index, half] : [index - half, around.length - half];
    const at: Point = [
      isLeft ? MARGIN + WIDTH / 2 : PICTURE.width - MARGIN - WIDTH / 2,
      y + (row - (count - 1) / 2) * rowHeight,
    ];
    const side = isLeft ? -1 : 1;
    const outer: Point = [at[0] - side * (WIDTH / 2 + 3), at[1]];
    const inner: Point = [x + side * (core.width / 2 + 3), y + (at[1] - y) * 0.35];
    return [
      connection(inner, outer, arrows),
      ...nodeShapes(node, { at, width: WIDTH, height, fill: boxes[0], corner }),
    ];
  });
  return [...others, ...nodeShapes(middle, core)];
}

function connection(inner: Point, outer: Point, arrows: Hub["arrows"]): Shape {
  if (arrows === "none") return { line: [...inner, ...outer], thickness: 2 };
  return { arrow: arrows === "in" ? [...outer, ...inner] : [...inner, ...outer] };
}
