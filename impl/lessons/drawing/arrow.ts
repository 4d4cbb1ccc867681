/** Draws arrows, straight and bent. */
import { palette } from "./palette.ts";
import type { Arrow } from "./shapes.ts";
import { element } from "./svg.ts";

const HEAD_LENGTH = 12;
const HEAD_WIDTH = 6;

export function arrowMarkup({ arrow: [x1, y1, x2, y2], bend = 0, stroke, thickness }: Arrow): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  // The control point of the curve lies beside the middle. To the right in a picture whose y grows downwards.
  const controlX = (x1 + x2) / 2 - ((y2 - y1) / length) * bend * 2;
  const controlY = (y1 + y2) / 2 + ((x2 - x1) / length) * bend * 2;
  const tail = Math.hypot(x2 - controlX, y2 - controlY) || 1;
  const [alongX, alongY] = [(x2 - controlX) / tail, (y2 - controlY) / tail];
  const [baseX, baseY] = [x2 - alongX * HEAD_LENGTH, y2 - alongY * HEAD_LENGTH];
  const head = [
    [x2, y2],
    [baseX - alongY * HEAD_WIDTH, baseY + alongX * HEAD_WIDTH],
    [baseX + alongY * HEAD_WIDTH, baseY - alongX * HEAD_WIDTH],
  ];
  const colour = palette[stroke ?? "ink"];
  const path = `M${point(x1, y1)}Q${point(controlX, controlY)} ${point(baseX, baseY)}`;
  return (
    element("path", { d: path, fill: "none", stroke: colour, "stroke-width": thickness ?? 2.5 }) +
    element("polygon", { points: head.map(([x, y]) => point(x!, y!)).join(" "), fill: colour })
  );
}

function point(x: number, y: number): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
