/** Makes the fonts of one PDF: small ones, with only the characters of its texts. */
import { readFile } from "node:fs/promises";
import { create } from "fontkit";
import subsetFont from "subset-font";
import { type FontFile, listFontFiles } from "./font-files.ts";

export type Weight = "regular" | "bold";

const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 };

/** The most files that a weight takes letters from. A text with every Chinese character needs 100 of them; each takes about 20 ms. */
const MAX_FILES = 120;

/** The most characters of a weight. A long text in Chinese has 3,000. */
const MAX_CHARACTERS = 4_000;

/** The characters that texts have, by weight. */
export type UsedCharacters = Readonly<Record<Weight, ReadonlySet<string>>>;

/** A font with some characters. */
export interface Face {
  readonly name: string;
  /** The font as a TrueType file. */
  readonly data: Buffer;
}

/** Returns the face with a character in a weight; undefined: no font has it. */
export type FindFace = (character: string, weight: Weight) => Face | undefined;

/** @param turn resolves when the caller may block the event loop for some milliseconds */
export async function makeFonts(used: UsedCharacters, turn: () => Promise<void>): Promise<FindFace> {
  const files = await listFontFiles();
  const faces = { regular: new Map<string, Face>(), bold: new Map<string, Face>() };
  for (const weight of ["regular", "bold"] as const) {
    let left = MAX_FILES;
    const missing = new Set([...used[weight]].slice(0, MAX_CHARACTERS));
    for (const file of files) {
      await turn();
      const wanted = [...missing].filter((character) => mayHave(file, character));
      if (wanted.length === 0 || left === 0) continue;
      left -= 1;
      const face = await makeFace(file, weight, wanted);
      for (const character of readCharacters(face)) {
        faces[weight].set(character, face);
        missing.delete(character);
      }
    }
  }
  return (character, weight) => faces[weight].get(character);
}

function mayHave({ ranges }: FontFile, character: string): boolean {
  const code = character.codePointAt(0)!;
  return ranges.some(([first, last]) => first <= code && code <= last);
}

async function makeFace(
  { name, path }: FontFile,
  weight: Weight,
  characters: readonly string[],
): Promise<Face> {
  const data = await subsetFont(await readFile(path), characters.join(""), {
    targetFormat: "truetype",
    variationAxes: { wght: WEIGHTS[weight] },
  });
  return { name: `${name}-${weight}`, data };
}

/** Reads which characters a font has. One without any has no table of them, so fontkit throws. */
function readCharacters({ data }: Face): readonly string[] {
  const font = create(data);
  if (!("characterSet" in font)) return [];
  try {
    return font.characterSet.map((code) => String.fromCodePoint(code));
  } catch {
    return [];
  }
}
