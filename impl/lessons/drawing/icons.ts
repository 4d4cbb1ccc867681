/** Small drawings of things, read from `icons.json`. */
import { readFileSync } from "node:fs";
import type { Shape } from "./shapes.ts";

let icons: Readonly<Record<string, readonly Shape[]>> | undefined;

/** All of them, by their names. */
function allIcons(): Readonly<Record<string, readonly Shape[]>> {
  icons ??= JSON.parse(readFileSync(new URL("icons.json", import.meta.url), "utf8")) as typeof icons;
  return icons!;
}

export function iconShapes(name: string): readonly Shape[] {
  const shapes = allIcons()[name];
  if (!shapes) throw new Error(`There is no icon "${name}"`);
  return shapes;
}
