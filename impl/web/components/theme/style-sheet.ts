/** The style sheet of a theme. Its address encodes the whole theme, so no text of an owner gets into CSS. */
import { createHash } from "node:crypto";
import type { FormTheme } from "../../../../generated/types.ts";
import { parseColour } from "./colour.ts";
import { darkPalette, lightPalette, type Palette } from "./palette.ts";

/** The parts of a theme that the style sheet depends on. */
type Styled = Pick<FormTheme, "color" | "font">;

/** System fonts, so pages load no font from elsewhere. */
const FONTS: Readonly<Record<NonNullable<FormTheme["font"]>, string>> = {
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, "Noto Serif", Georgia, serif',
  sans: '"Avenir Next", Avenir, Montserrat, Corbel, "URW Gothic", "Source Sans 3", "Noto Sans", sans-serif',
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif',
};

const ADDRESS = /^\/theme\/([0-9a-f]{6}|none)-(serif|sans|system|none)-([0-9a-f]{8})\.css$/;

/** Returns the address of the style sheet; undefined: the theme has neither a colour nor a font. */
export function themeAddress({ color, font }: Styled): string | undefined {
  if (color === undefined && font === undefined) return undefined;
  const hash = hashStyles(themeStyles({ color, font }));
  return `/theme/${color?.slice(1).toLowerCase() ?? "none"}-${font ?? "none"}-${hash}.css`;
}

/** Returns the style sheet at an address; undefined: there is none. An older address gets the current style sheet of its theme. */
export function findTheme(path: string): { readonly css: string; readonly isCurrent: boolean } | undefined {
  const [, color, font, hash] = ADDRESS.exec(path) ?? [];
  if (color === undefined) return undefined;
  const css = themeStyles({
    ...(color !== "none" && { color: `#${color}` }),
    ...(font !== "none" && { font: font as keyof typeof FONTS }),
  });
  return { css, isCurrent: hash === hashStyles(css) };
}

function hashStyles(css: string): string {
  return createHash("sha256").update(css).digest("hex").slice(0, 8);
}

function themeStyles({ color, font }: { readonly [Key in keyof Styled]: Styled[Key] | undefined }): string {
  const fonts = font === undefined ? "" : rule(":root", { sans: FONTS[font], serif: FONTS[font] });
  if (color === undefined) return fonts;
  const chosen = parseColour(color);
  const dark = `@supports (color:light-dark(red,red)){${rule(":root:not(.light)", darkPalette(chosen))}}`;
  // Print is light, and so are pages in browsers without `light-dark()`, which the other colours need.
  return `${fonts}${rule(":root", lightPalette(chosen))}@media screen and (prefers-color-scheme:dark){${dark}}`;
}

function rule(selector: string, properties: Palette): string {
  const lines = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
  return `${selector}{${lines.join(";")}}`;
}
