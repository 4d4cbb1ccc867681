/** Colours in sRGB and their contrast, as WCAG 2.2 defines it. */

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

export const WHITE: Colour = [255, 255, 255];
export const BLACK: Colour = [0, 0, 0];

/** Parses a colour. @param hex such as `#7c3aed` */
export function parseColour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function toHex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Mixes two colours. @param part share of the second colour, from 0 to 1 */
export function mix(one: Colour, other: Colour, part: number): Colour {
  const mix = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * part);
  return [mix(0), mix(1), mix(2)];
}

/** Returns the contrast of two colours, from 1 (none) to 21 (black on white). */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Computes the relative luminance as WCAG 2.2 defines it. */
function luminance(colour: Colour): number {
  const linear = (at: 0 | 1 | 2) => {
    const part = colour[at] / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}
