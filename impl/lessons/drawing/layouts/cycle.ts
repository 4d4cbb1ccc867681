/** Steps in a circle that starts again, clockwise. */
import { PICTURE, type Point, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";
import { type Node, nodeShapes } from "./node.ts";

export interface Cycle {
  readonly kind: "cycle";
  readonly steps: readonly Node[];
  /** An icon in the middle. */
  readonly icon?: string;
}

const MARGIN = 12;

export function cycleShapes({ steps, icon }: Cycle, { boxes, corner, arrangement }: PictureStyle): Shape[] {
  const width = steps.length > 5 ? 132 : 148;
  const height = steps.length > 5 ? 100 : 112;
  const radiusX = PICTURE.width / 2 - width / 2 - MARGIN;
  const radiusY = PICTURE.height / 2 - height / 2 - MARGIN;
  const [middleX, middleY] = [PICTURE.width / 2, PICTURE.height / 2];
  // A circle has no beginning, so any step may be at the top.
  const first = arrangement % steps.length;
  const angle = (index: number) => ((index + first) / steps.length) * 2 * Math.PI - Math.PI / 2;
  const place = (turn: number): Point => [
    middleX + radiusX * Math.cos(turn),
    middleY + radiusY * Math.sin(turn),
  ];
  const nodes = steps.flatMap((step, index) =>
    nodeShapes(step, { at: place(angle(index)), width, height, fill: boxes[index % 2]!, corner }),
  );
  const arrows = steps.map((_, index): Shape => {
    const [from, to] = [place(angle(index)), place(angle(index + 1))];
    const [start, end] = [edge(from, to, width, height), edge(to, from, width, height)];
    return { arrow: [...start, ...end] };
  });
  const middle: Shape[] = icon ? [{ icon, at: [middleX, middleY], size: 110 }] : [];
  return [...middle, ...arrows, ...nodes];
}

/** Returns the point at which the line from the middle of a box to another point leaves the box. */
function edge([x, y]: Point, [towardsX, towardsY]: Point, width: number, height: number): Point {
  const [dx, dy] = [towardsX - x, towardsY - y];
  const scale = Math.min((width / 2 + 5) / Math.abs(dx || 1e-9), (height / 2 + 5) / Math.abs(dy || 1e-9));
  return [x + dx * scale, y + dy * scale];
}
