/** The look of a picture, picked by a seed: its colours, its frame, and how its parts are arranged. */
import { createHash } from "node:crypto";
import type { Colour } from "./palette.ts";

/** Colours that go together. Dark text is read well on each of them. */
interface Theme {
  readonly paper: Colour;
  /** The colours of boxes, in turn. */
  readonly boxes: readonly [Colour, Colour, Colour, Colour];
  readonly label: Colour;
  /** The colour of the frame around the picture. */
  readonly frame: Colour;
}

export interface PictureStyle extends Theme {
  /** The radius of the corners of boxes and labels. */
  readonly corner: number;
  /** The width of the frame around the picture; 0: there is none. */
  readonly frameWidth: number;
  /** Which of its arrangements a layout takes: a layout with 3 of them takes number `arrangement % 3`. */
  readonly arrangement: number;
  /** The colours of data are taken in another order. */
  readonly shift: number;
  /** Seen from the other side, where the drawing allows it. */
  readonly isMirrored: boolean;
}

export const themes: readonly Theme[] = [
  { paper: "white", boxes: ["cream", "sky", "meadow", "mist"], label: "white", frame: "stone" },
  { paper: "ivory", boxes: ["peach", "mint", "cream", "ice"], label: "ivory", frame: "gold" },
  { paper: "frost", boxes: ["sky", "lilac", "ice", "white"], label: "white", frame: "deep" },
  { paper: "dew", boxes: ["mint", "cream", "meadow", "ice"], label: "dew", frame: "forest" },
  { paper: "dawn", boxes: ["lilac", "peach", "sky", "rose"], label: "white", frame: "violet" },
  { paper: "mist", boxes: ["white", "cream", "mint", "sky"], label: "white", frame: "grey" },
];

/** How a diagram looks without a seed: what its labels are does not depend on it. */
export const plainStyle: PictureStyle = {
  ...themes[0]!,
  corner: 10,
  frameWidth: 0,
  arrangement: 0,
  shift: 0,
  isMirrored: false,
};

/** The same seed gives the same look. */
export function pictureStyle(seed: string): PictureStyle {
  const [theme, corner, frame, arrangement, shift, side] = createHash("sha256").update(seed).digest();
  return {
    ...themes[theme! % themes.length]!,
    corner: [4, 10, 20][corner! % 3]!,
    frameWidth: [0, 3, 8][frame! % 3]!,
    arrangement: arrangement!,
    shift: shift! % 5,
    isMirrored: side! % 2 === 1,
  };
}
