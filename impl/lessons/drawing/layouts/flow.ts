/** Steps one after the other, with arrows between. A second row runs back from right to left. */
import { PICTURE, type Point, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";
import { type Node, nodeShapes } from "./node.ts";

export interface Flow {
  readonly kind: "flow";
  readonly steps: readonly Node[];
  readonly isNumbered?: boolean;
  /** The number of the first step; 1 if absent. */
  readonly firstNumber?: number;
}

const GAP = 34;
const MARGIN = 14;

export function flowShapes(
  { steps, isNumbered, firstNumber = 1 }: Flow,
  { boxes, corner, arrangement }: PictureStyle,
): Shape[] {
  const isOneRow = steps.length <= 3 || (steps.length === 4 && arrangement % 2 === 0);
  const columns = isOneRow ? steps.length : Math.ceil(steps.length / 2);
  const rows = Math.ceil(steps.length / columns);
  const width = (PICTURE.width - 2 * MARGIN - GAP * (columns - 1)) / columns;
  const height = Math.min(rows === 1 ? 240 : 172, (PICTURE.height - 2 * MARGIN - GAP * (rows - 1)) / rows);
  const top = (PICTURE.height - rows * height - (rows - 1) * GAP) / 2;
  const place = (index: number): Point => {
    const row = Math.floor(index / columns);
    const column = row % 2 === 0 ? index % columns : columns - 1 - (index % columns);
    return [MARGIN + width / 2 + column * (width + GAP), top + height / 2 + row * (height + GAP)];
  };
  return steps.flatMap((step, index) => {
    const at = place(index);
    const shapes = nodeShapes(step, { at, width, height, fill: boxes[index % 2]!, corner });
    if (isNumbered) shapes.push(...badge(index + firstNumber, [at[0] - width / 2, at[1] - height / 2]));
    if (index + 1 < steps.length) shapes.push(link(at, place(index + 1), width, height));
    return shapes;
  });
}

function badge(number: number, [x, y]: Point): Shape[] {
  return [
    { circle: [x, y, 14], fill: "white", stroke: "ink" },
    { label: `=${number}`, at: [x, y], width: 30, height: 24, size: 15, plain: true, bold: true },
  ];
}

function link([x1, y1]: Point, [x2, y2]: Point, width: number, height: number): Shape {
  if (y1 !== y2) return { arrow: [x1, y1 + height / 2 + 3, x2, y2 - height / 2 - 3] };
  const side = Math.sign(x2 - x1);
  return { arrow: [x1 + side * (width / 2 + 3), y1, x2 - side * (width / 2 + 3), y2] };
}
