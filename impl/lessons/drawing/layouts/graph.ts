/** Points and lines in a grid with two axes. */
import type { Colour } from "../palette.ts";
import { PICTURE, type Point, type Shape } from "../shapes.ts";
import type { PictureStyle } from "../style.ts";

export interface Graph {
  readonly kind: "graph";
  /** The range of each axis, in steps of the grid. Every `step`-th line has its number. */
  readonly x: Axis;
  readonly y: Axis;
  readonly points?: readonly { readonly at: Point; readonly text?: string }[];
  readonly lines?: readonly { readonly through: readonly Point[]; readonly fill?: Colour }[];
}

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly label?: string;
}

const LINES: readonly Colour[] = ["deep", "forest", "blood"];
const POINTS: readonly Colour[] = ["fire", "sun", "violet", "leaf"];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, PICTURE.width - 96, 48, PICTURE.height - 40];

export function graphShapes({ x, y, points = [], lines = [] }: Graph, { shift }: PictureStyle): Shape[] {
  const across = (value: number) => LEFT + ((value - x.from) / (x.to - x.from)) * (RIGHT - LEFT);
  const up = (value: number) => BOTTOM - ((value - y.from) / (y.to - y.from)) * (BOTTOM - TOP);
  const [axisX, axisY] = [across(Math.max(0, x.from)), up(Math.max(0, y.from))];
  const shapes: Shape[] = [
    ...ticks(x).map(
      (value): Shape => ({
        line: [across(value), TOP, across(value), BOTTOM],
        stroke: "stone",
        thickness: 1,
      }),
    ),
    ...ticks(y).map(
      (value): Shape => ({ line: [LEFT, up(value), RIGHT, up(value)], stroke: "stone", thickness: 1 }),
    ),
    { arrow: [LEFT - 8, axisY, RIGHT + 22, axisY] },
    { arrow: [axisX, BOTTOM + 8, axisX, TOP - 22] },
    ...lines.map(
      ({ through, fill }): Shape => ({
        line: through.flatMap(([px, py]) => [across(px), up(py)]),
        stroke: fill ?? LINES[shift % LINES.length]!,
        thickness: 4,
      }),
    ),
    ...points.map(
      ({ at }): Shape => ({ circle: [across(at[0]), up(at[1]), 6], fill: POINTS[shift % POINTS.length]! }),
    ),
  ];
  const number = (value: number, at: Point): Shape => ({
    label: `=${value}`,
    at,
    width: 40,
    height: 20,
    size: 14,
    plain: true,
  });
  shapes.push(
    ...ticks(x)
      .filter((value) => value !== 0 || x.from === 0)
      .map((value) => number(value, [across(value), axisY + 13])),
  );
  shapes.push(
    ...ticks(y)
      .filter((value) => value !== 0)
      .map((value) => number(value, [axisX - 18, up(value)])),
  );
  if (x.label)
    shapes.push({ label: x.label, at: [PICTURE.width - 46, axisY - 26], width: 88, size: 16, plain: true });
  if (y.label)
    shapes.push({ label: y.label, at: [axisX + 92, 16], width: 160, height: 26, size: 16, plain: true });
  for (const { at, text } of points)
    if (text)
      shapes.push({ label: text, at: [across(at[0]) + 34, up(at[1]) - 18], width: 84, height: 24, size: 15 });
  return shapes;
}

function ticks({ from, to, step }: Axis): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}
