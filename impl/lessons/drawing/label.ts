/** Draws the labels of a picture. */
import { fitText, LINE_HEIGHT } from "./fit-text.ts";
import { palette } from "./palette.ts";
import type { Label } from "./shapes.ts";
import type { PictureStyle } from "./style.ts";
import { element, xmlText } from "./svg.ts";

/** The text of a label, in the language of the picture. */
export type LabelText = (label: string) => string;

const WIDTH = 150;
const HEIGHT = 66;
const SIZE = 18;
const PADDING = 5;

export function labelMarkup(label: Label, labelText: LabelText, style: PictureStyle): string {
  const text = labelText(label.label);
  const [x, y] = label.at;
  const room = {
    width: (label.width ?? WIDTH) - 2 * PADDING,
    height: label.height ?? HEIGHT,
    size: label.size ?? SIZE,
    isBold: label.bold ?? false,
  };
  const { lines, size, width, height } = fitText(text, room);
  const box = {
    x: x - width / 2 - PADDING,
    y: y - height / 2 - 2,
    width: width + 2 * PADDING,
    height: height + 4,
  };
  const frame = label.plain
    ? { fill: "none" }
    : { fill: palette[style.label], stroke: palette.grey, "stroke-width": 1, rx: style.corner / 2 };
  const baseline = y - height / 2 + size * 0.95;
  const rows = lines.map((line, index) =>
    element("tspan", { x, y: baseline + index * size * LINE_HEIGHT }, xmlText(line)),
  );
  const words = element(
    "text",
    {
      "font-size": size,
      "font-weight": label.bold ? "bold" : undefined,
      "text-anchor": "middle",
      fill: palette.ink,
    },
    ...rows,
  );
  return element("g", { class: "label" }, leader(label), element("rect", { ...box, ...frame }), words);
}

/** The line from the label to what it names, with a dot at the end. */
function leader({ at: [x1, y1], to }: Label): string {
  if (!to) return "";
  const [x2, y2] = to;
  return (
    element("line", { x1, y1, x2, y2, stroke: palette.ink, "stroke-width": 1.5 }) +
    element("circle", { cx: x2, cy: y2, r: 3, fill: palette.ink })
  );
}
