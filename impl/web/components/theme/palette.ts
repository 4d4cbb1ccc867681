/** Derives all colours of a page from the owner's colour. Every text has enough contrast (WCAG 2.2, 1.4.3). */
import { BLACK, type Colour, contrast, mix, toHex, WHITE } from "./colour.ts";

/** Names of custom properties of `tokens.css` -> colours. */
export type Palette = Readonly<Record<string, string>>;

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const TEXT = 4.5;
/** The minimum contrast of the edges of controls (WCAG 2.2, 1.4.11). */
const EDGE = 3;

export function lightPalette(chosen: Colour): Palette {
  const grounds = {
    ground: mix([246, 246, 245], chosen, 0.07),
    sheet: WHITE,
    fill: mix(WHITE, chosen, 0.03),
    "accent-wash": mix(WHITE, chosen, 0.09),
  };
  const accent = readable(chosen, BLACK, Object.values(grounds));
  return {
    ...hexes(grounds),
    ...hexes({ line: mix([230, 230, 232], chosen, 0.06), card: mix([208, 208, 211], chosen, 0.06) }),
    ...hexes({ accent, "accent-strong": mix(accent, BLACK, 0.3), "on-accent": WHITE }),
    ...button(chosen, accent, WHITE, grounds.sheet),
  };
}

export function darkPalette(chosen: Colour): Palette {
  const sheet = mix([27, 28, 30], chosen, 0.03);
  const grounds = {
    ground: mix([17, 18, 19], chosen, 0.03),
    sheet,
    fill: mix([34, 35, 38], chosen, 0.04),
    "accent-wash": mix(sheet, chosen, 0.13),
  };
  const accent = readable(chosen, WHITE, Object.values(grounds));
  const onAccent = mix(BLACK, chosen, 0.08);
  return {
    ...hexes(grounds),
    ...hexes({ line: mix([52, 53, 57], chosen, 0.06), card: mix([74, 75, 80], chosen, 0.06) }),
    ...hexes({ accent, "accent-strong": mix(accent, WHITE, 0.35), "on-accent": onAccent }),
    ...button(chosen, accent, onAccent, sheet),
  };
}

/** Returns the colour if it has enough contrast with all backgrounds, else the nearest shade towards black or white. */
function readable(chosen: Colour, towards: Colour, grounds: readonly Colour[]): Colour {
  for (let step = 0; step < 100; step += 1) {
    const shade = mix(chosen, towards, step / 100);
    if (grounds.every((ground) => contrast(shade, ground) >= TEXT)) return shade;
  }
  return towards;
}

/**
 * Returns the colours of a button: the chosen colour if white or black text is readable on it. A button that hardly differs from
 * the sheet gets an edge.
 */
function button(chosen: Colour, accent: Colour, onAccent: Colour, sheet: Colour): Palette {
  const words = [WHITE, BLACK].find((each) => contrast(each, chosen) >= TEXT);
  // Black text on a medium colour is readable, but looks wrong, so the button has a darker shade with white text.
  const isMedium = words === BLACK && contrast(WHITE, chosen) >= EDGE;
  if (words === undefined || isMedium || (words === WHITE && contrast(chosen, sheet) < EDGE))
    return hexes({
      button: accent,
      "on-button": onAccent,
      "button-strong": mix(accent, onAccent === WHITE ? BLACK : WHITE, 0.3),
    });
  const edge = contrast(chosen, sheet) < EDGE ? { "button-edge": accent } : {};
  const strong = mix(chosen, words === WHITE ? BLACK : WHITE, 0.25);
  return hexes({ button: chosen, "on-button": words, "button-strong": strong, ...edge });
}

function hexes(colours: Readonly<Record<string, Colour>>): Palette {
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, toHex(colour)]));
}
