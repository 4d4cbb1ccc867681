import { expect, test } from "vitest";
import { contrast, parseColour } from "./colour.ts";
import { darkPalette, lightPalette, type Palette } from "./palette.ts";
import { findTheme, themeAddress } from "./style-sheet.ts";

/** A grid of colours: 9 steps of red, green and blue. */
const steps = [0, 32, 64, 96, 128, 160, 192, 224, 255];
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => [red, green, blue] as const)),
);

/** Colours of texts and marks in `tokens.css` that a theme does not change. */
const INK = {
  light: { ink: "#22211e", "ink-soft": "#5f5c55", error: "#b3261e" },
  dark: { ink: "#ecebe5", "ink-soft": "#aeb0a8", error: "#ffb0a6" },
} as const;

/** [text, background] */
const readable: readonly (readonly [string, string])[] = [
  ...["accent", "accent-strong", "ink", "ink-soft"].flatMap((text) =>
    ["sheet", "fill", "accent-wash", "ground"].map((ground) => [text, ground] as const),
  ),
  ["error", "sheet"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-button", "button"],
  ["on-button", "button-strong"],
];

test.each([
  ["light", lightPalette],
  ["dark", darkPalette],
] as const)("whatever colour is chosen, every text can be read in the %s", (mode, paletteOf) => {
  const between = (palette: Palette, one: string, other: string) =>
    contrast(parseColour(palette[one]!), parseColour(palette[other]!));
  const wrong = colours.flatMap((colour) => {
    const palette: Palette = { ...INK[mode], ...paletteOf(colour) };
    const pairs = readable.filter(([text, ground]) => between(palette, text, ground) < 4.5);
    const edge = palette["button-edge"] ? "button-edge" : "button";
    const unseen = between(palette, edge, "sheet") < 3 ? [["a button", "sheet"]] : [];
    return [...pairs, ...unseen].map((pair) => `${colour}: ${pair}`);
  });
  expect(wrong).toEqual([]);
});

test("a button has exactly the chosen colour if text on it is readable", () => {
  expect(lightPalette(parseColour("#7c3aed"))).toMatchObject({ button: "#7c3aed", "on-button": "#ffffff" });
  expect(lightPalette(parseColour("#ffd400"))).toMatchObject({ button: "#ffd400", "on-button": "#000000" });
});

test("the address of a style sheet encodes the whole theme", () => {
  const address = themeAddress({ color: "#7C3AED", font: "serif" })!;
  expect(address).toMatch(/^\/theme\/7c3aed-serif-[0-9a-f]{8}\.css$/);
  expect(findTheme(address)).toMatchObject({
    isCurrent: true,
    css: expect.stringContaining("--button:#7c3aed"),
  });
  expect(findTheme(address.replace(/-[0-9a-f]{8}/, "-00000000"))).toMatchObject({ isCurrent: false });
  expect(themeAddress({ font: "sans" })).toMatch(/^\/theme\/none-sans-/);
  expect(themeAddress({})).toBeUndefined();
});

test.each([
  "/theme/7c3aed-serif-00000000.css/..",
  "/theme/7c3aed;}-serif-00000000.css",
  "/theme/7c3aed-comic-00000000.css",
  "/theme/7c3aed-constructor-00000000.css",
  "/theme/url(x)-none-00000000.css",
  "/theme/7C3AED-none-00000000.css",
])("no style sheet at %s", (path) => {
  expect(findTheme(path)).toBeUndefined();
});
