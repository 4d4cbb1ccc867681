/** The fonts of PDF files. Each font is many files with some characters each, as browsers load them. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The indexes of the fonts; earlier ones are preferred: Latin, Greek and Cyrillic; emoji; Chinese, Japanese and symbols; Korean. */
const FONTS = {
  "noto-sans": import.meta.resolve("@fontsource-variable/noto-sans/unicode.json"),
  "noto-emoji": import.meta.resolve("@fontsource-variable/noto-emoji/unicode.json"),
  "noto-sans-sc": import.meta.resolve("@fontsource-variable/noto-sans-sc/unicode.json"),
  "noto-sans-kr": import.meta.resolve("@fontsource-variable/noto-sans-kr/unicode.json"),
};

/** A file with some characters of a font, in all weights. */
export interface FontFile {
  /** Unique, such as `noto-sans-latin`. */
  readonly name: string;
  readonly path: string;
  /** Code points that it may have, as pairs of the first and the last. The file may lack some of them. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Lists the files of all fonts. The same call later gives the same list. */
export async function listFontFiles(): Promise<readonly FontFile[]> {
  listed ??= Promise.all(Object.entries(FONTS).map(listFiles)).then((files) => files.flat());
  return listed;
}

let listed: Promise<readonly FontFile[]> | undefined;

async function listFiles([font, index]: readonly [string, string]): Promise<readonly FontFile[]> {
  const rangesByPart: Readonly<Record<string, string>> = JSON.parse(await readFile(new URL(index), "utf8"));
  return Object.entries(rangesByPart).map(([part, ranges]) => {
    // The parts of large fonts have numbers, in brackets.
    const name = `${font}-${part.replace(/[[\]]/g, "")}`;
    const path = fileURLToPath(new URL(`files/${name}-wght-normal.woff2`, index));
    return { name, path, ranges: ranges.split(",").map(readRange) };
  });
}

/** Reads a range as style sheets have it: `U+20AC` or `U+2000-206F`. */
function readRange(range: string): readonly [number, number] {
  const [first = Number.NaN, last = first] = range
    .trim()
    .slice("U+".length)
    .split("-")
    .map((hex) => Number.parseInt(hex, 16));
  return [first, last];
}
