/** Draws shapes as an SVG picture. */
import type { Language } from "../../../generated/types.ts";
import { arrowMarkup } from "./arrow.ts";
import { iconShapes } from "./icons.ts";
import { type LabelText, labelsMarkup } from "./label.ts";
import { type Colour, palette } from "./palette.ts";
import { PICTURE, type Shape } from "./shapes.ts";
import type { PictureStyle } from "./style.ts";
import { element, xmlText } from "./svg.ts";

interface PictureText {
  readonly language: Language;
  /** The alternative text, for users who do not see the picture. */
  readonly alt: string;
  readonly labelText: LabelText;
}

/** The fragment of the address, such as `#de`, chooses the group of labels. Without one the last group is seen. */
const ONE_LANGUAGE =
  "g[id]:not(:target):not(:last-child){display:none}:target~g[id]:last-child{display:none}";

/**
 * A picture on the paper of its style, with labels above everything else.
 * @param texts one for each language, the default one first
 */
export function draw(
  shapes: readonly Shape[],
  texts: readonly [PictureText, ...PictureText[]],
  style: PictureStyle,
): string {
  const isLabel = (shape: Shape) => "label" in shape;
  const below = shapes.filter((shape) => !isLabel(shape)).map((shape) => shapeMarkup(shape));
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${PICTURE.width} ${PICTURE.height}`,
      width: PICTURE.width,
      height: PICTURE.height,
      role: "img",
      "xml:lang": texts[0].language,
      "font-family": "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    },
    ...texts.map(({ language, alt }) => element("title", { "xml:lang": language }, xmlText(alt))),
    element("rect", { width: PICTURE.width, height: PICTURE.height, fill: palette[style.paper] }),
    ...below,
    ...frameMarkup(style),
    ...labelGroups(shapes, texts, style),
  );
}

function labelGroups(
  shapes: readonly Shape[],
  texts: readonly PictureText[],
  style: PictureStyle,
): readonly string[] {
  const labels = shapes.filter((shape) => "label" in shape);
  const groups = texts.map(({ language: id, labelText }) =>
    element("g", { id, "xml:lang": id }, ...labelsMarkup(labels, labelText, style)),
  );
  return groups.length === 1 ? groups : [element("style", {}, ONE_LANGUAGE), ...groups.toReversed()];
}

/** Inside of the edges, below the labels. */
function frameMarkup({ frameWidth, frame }: PictureStyle): string[] {
  if (frameWidth === 0) return [];
  const [x, width, height] = [frameWidth / 2, PICTURE.width - frameWidth, PICTURE.height - frameWidth];
  const stroke = { fill: "none", stroke: palette[frame], "stroke-width": frameWidth };
  return [element("rect", { x, y: x, width, height, ...stroke })];
}

function shapeMarkup(shape: Exclude<Shape, { label: string }> | Shape): string {
  if ("label" in shape) return "";
  if ("arrow" in shape) return arrowMarkup(shape);
  if ("icon" in shape) return iconMarkup(shape);
  if ("mirrored" in shape)
    return element(
      "g",
      { transform: `translate(${PICTURE.width} 0) scale(-1 1)` },
      ...shape.mirrored.map(shapeMarkup),
    );
  const paint = paintAttributes(shape);
  if ("circle" in shape) {
    const [cx, cy, r] = shape.circle;
    return element("circle", { cx, cy, r, ...paint });
  }
  if ("ellipse" in shape) {
    const [cx, cy, rx, ry] = shape.ellipse;
    return element("ellipse", { cx, cy, rx, ry, ...paint });
  }
  if ("rect" in shape) {
    const [x, y, width, height] = shape.rect;
    return element("rect", { x, y, width, height, rx: shape.round, ...paint });
  }
  if ("path" in shape) return element("path", { d: shape.path, ...paint });
  if ("polygon" in shape) return element("polygon", { points: shape.polygon.join(" "), ...paint });
  return element("polyline", { points: shape.line.join(" "), ...paint });
}

function paintAttributes(shape: {
  readonly fill?: Colour;
  readonly stroke?: Colour;
  readonly thickness?: number;
  readonly dashed?: boolean;
}) {
  return {
    fill: shape.fill ? palette[shape.fill] : "none",
    stroke: palette[shape.stroke ?? "ink"],
    "stroke-width": shape.thickness ?? 1.5,
    "stroke-dasharray": shape.dashed ? "6 6" : undefined,
  };
}

/** Icons are drawn in a square of 100 by 100. */
function iconMarkup({ icon, at: [x, y], size }: Extract<Shape, { icon: string }>): string {
  const scale = size / 100;
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return element("g", { transform: place }, ...iconShapes(icon).map(shapeMarkup));
}
