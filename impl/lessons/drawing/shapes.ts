/** The shapes that pictures are made of, as data. Lengths are in units of a picture of 640 by 420. */
import type { Colour } from "./palette.ts";

export const PICTURE = { width: 640, height: 420 } as const;

export type Point = readonly [x: number, y: number];

interface Painted {
  readonly fill?: Colour;
  readonly stroke?: Colour;
  /** The thickness of the line. */
  readonly thickness?: number;
  readonly dashed?: boolean;
}

export type Shape =
  | ({ readonly circle: readonly [x: number, y: number, radius: number] } & Painted)
  | ({ readonly ellipse: readonly [x: number, y: number, radiusX: number, radiusY: number] } & Painted)
  | ({
      readonly rect: readonly [x: number, y: number, width: number, height: number];
      readonly round?: number;
    } & Painted)
  /** x and y of its points, one after the other. */
  | ({ readonly line: readonly number[] } & Painted)
  | ({ readonly polygon: readonly number[] } & Painted)
  /** A path in the syntax of SVG's attribute `d`. */
  | ({ readonly path: string } & Painted)
  | Arrow
  | Label
  /** Other shapes, with left and right swapped. */
  | { readonly mirrored: readonly Shape[] }
  /** A drawing of `icons.json`, with its middle at a point. */
  | { readonly icon: string; readonly at: Point; readonly size: number };

export interface Arrow {
  readonly arrow: readonly [fromX: number, fromY: number, toX: number, toY: number];
  /** How far the line bends to its right, seen in its direction; negative: to its left. */
  readonly bend?: number;
  readonly stroke?: Colour;
  readonly thickness?: number;
}

export interface Label {
  /** A term, or after `=` a text that is the same in all languages, such as `=1/2`. */
  readonly label: string;
  /** The middle of the label. */
  readonly at: Point;
  /** A line leads from the label to this point. */
  readonly to?: Point;
  /** The widest that it may be. */
  readonly width?: number;
  /** The highest that it may be. */
  readonly height?: number;
  /** The font size; it shrinks if the text needs it. */
  readonly size?: number;
  /** Draws no frame; used on a pale part of the picture. */
  readonly plain?: boolean;
  readonly bold?: boolean;
}
