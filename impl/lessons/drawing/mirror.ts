/** Swaps left and right of shapes. Labels move with what they name and stay readable. */
import { PICTURE, type Shape } from "./shapes.ts";

export function mirror(shapes: readonly Shape[]): Shape[] {
  const across = (x: number) => PICTURE.width - x;
  const drawn = shapes.filter((shape) => !("label" in shape));
  const labels = shapes.flatMap((shape): Shape[] => {
    if (!("label" in shape)) return [];
    const { at, to, ...rest } = shape;
    return [{ ...rest, at: [across(at[0]), at[1]], ...(to && { to: [across(to[0]), to[1]] as const }) }];
  });
  return [{ mirrored: drawn }, ...labels];
}
