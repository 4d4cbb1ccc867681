/** How much a text looks like each of the 24 languages, by the letters in its words. For texts whose words do not tell. */
import { createRequire, findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import type { Language } from "../../../generated/types.ts";
import { LANGUAGES } from "./names.ts";

type Detector = typeof import("eld/extrasmall")["eld"];

/** More does not change the result. */
const MAX_LENGTH = 500;

let detector: Detector | undefined;

/**
 * Reading the table of the detector takes half a second, and most texts do not need it, so it is read at the first use. The
 * package can be imported but not required by its name; a file of it can.
 */
function loaded(): Detector {
  detector ??= (
    createRequire(import.meta.url)(
      join(dirname(findPackageJSON("eld", import.meta.url)!), "src/entries/static.extrasmall.js"),
    ) as { eld: Detector }
  ).eld;
  return detector;
}

/** From 0 to 1, which is the most alike. */
export function likeness(text: string): ReadonlyMap<Language, number> {
  const scores = loaded().detect(text.slice(0, MAX_LENGTH)).getScores() as Record<string, number>;
  const known = LANGUAGES.map((language) => [language, scores[language] ?? 0] as const);
  const best = Math.max(...known.map(([, score]) => score));
  return new Map(known.map(([language, score]) => [language, best > 0 ? (score / best) ** SHARPNESS : 0]));
}

/** Related languages score about the same; this tells them apart. */
const SHARPNESS = 5;
