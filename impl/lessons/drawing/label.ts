/** Draws the labels of a picture. */
import { type FittedText, fitText, LINE_HEIGHT } from "./fit-text.ts";
import { palette } from "./palette.ts";
import type { Label } from "./shapes.ts";
import type { PictureStyle } from "./style.ts";
import { element, xmlText } from "./svg.ts";

/** The text of a label, in the language of the picture. */
export type LabelText = (label: string) => string;

const WIDTH = 150;
const HEIGHT = 66;
const SIZE = 18;
/** Smaller only where a label has no room. */
const SMALLEST = 14;
const PADDING = 5;

/** Draws labels of one size: all get the size of the label with the least room, unless the others would be hard to read. */
export function labelsMarkup(
  labels: readonly Label[],
  labelText: LabelText,
  style: PictureStyle,
): readonly string[] {
  const common = new Map<number | undefined, number>();
  for (const label of labels) {
    const { size } = fitLabel(label, labelText, label.size);
    common.set(label.size, Math.max(SMALLEST, Math.min(size, common.get(label.size) ?? size)));
  }
  return labels.map((label) => labelMarkup(label, fitLabel(label, labelText, common.get(label.size)), style));
}

function fitLabel(label: Label, labelText: LabelText, size = SIZE): FittedText {
  return fitText(labelText(label.label), {
    width: (label.width ?? WIDTH) - 2 * PADDING,
    height: label.height ?? HEIGHT,
    size,
    isBold: label.bold ?? false,
  });
}

function labelMarkup(label: Label, { lines, size, width, height }: FittedText, style: PictureStyle): string {
  const [x, y] = label.at;
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

/** Draws the line from the label to the named part, with a dot at the end. */
function leader({ at: [x1, y1], to }: Label): string {
  if (!to) return "";
  const [x2, y2] = to;
  return (
    element("line", { x1, y1, x2, y2, stroke: palette.ink, "stroke-width": 1.5 }) +
    element("circle", { cx: x2, cy: y2, r: 3, fill: palette.ink })
  );
}
