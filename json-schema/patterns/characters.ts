/** Tells which characters the parts of one pattern can read, as sets that can be compared. */
import { memoizeText } from "../memoize.ts";

/** Every character. */
export const allCharacters: CharacterSet = -1n;

/** A set of sample characters, one bit each: two parts overlap when their sets have a bit in common. */
export type CharacterSet = bigint;

/** Characters outside ASCII of the kinds that `\s`, `\p{...}` and `.` tell apart. */
const others =
  "\u00a0\u00aa\u00b2\u00e9\u00c9\u00d7\u0301\u0416\u05d0\u0660\u0e01\u2028\u20ac\u3042\u4e2d\ud800😀";

/** Returns a function from the source of a one-character part of the pattern to the characters that it matches. */
export function characterSets(source: string): (part: string) => CharacterSet {
  const samples = sampleCharacters(source);
  // With modifiers, a part may also match the other case, or a line end.
  const flags = /\(\?[a-z-]+:/.test(source) ? "isu" : "u";
  return memoizeText((part) => {
    const matcher = new RegExp(`^${part}$`, flags);
    return BigInt(`0b${samples.map((sample) => (matcher.test(sample) ? 1 : 0)).join("")}`);
  });
}

/** Returns ASCII, other kinds of characters, and the pattern's own characters with both neighbours, because ranges may end there. */
function sampleCharacters(source: string): string[] {
  const codePoints = new Set<number>();
  const escapes = /\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g;
  for (const [, braced, four, two] of source.matchAll(escapes))
    codePoints.add(Number.parseInt(braced ?? four ?? two ?? "", 16));
  for (const character of source + others) codePoints.add(character.codePointAt(0)!);
  const near = [...codePoints].filter((code) => code > 126).flatMap((code) => [code - 1, code, code + 1]);
  const codes = new Set([...Array(128).keys(), ...near.filter((code) => code <= 0x10ffff)]);
  return [...codes].map((code) => String.fromCodePoint(code));
}
