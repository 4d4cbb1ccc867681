/** Translates ECMAScript patterns (flag `u`) to the syntax of RE2, whose matchers read each character once. */
import { createRequire } from "node:module";
import type { AST } from "@eslint-community/regexpp";
import { memoizeText } from "../memoize.ts";
import { parsePattern } from "./tree.ts";

const require = createRequire(import.meta.url);

/** The time that RE2 takes for a character grows with the size of the compiled program, at worst by 10 ns an instruction. */
const maxInstructions = 1_000;

/**
 * Writes a pattern of ECMAScript for RE2, which matches in linear time.
 *
 * @returns undefined where RE2 cannot read the pattern as ECMAScript does: lookarounds, backreferences, modifiers, properties of
 * Unicode that it does not have, bounds above 1,000
 */
export const linearSource = memoizeText((source): string | undefined => {
  const pattern = parsePattern(source);
  const result = pattern && alternatives(pattern.alternatives);
  return result !== undefined && isCompilable(result) ? result : undefined;
});

function isCompilable(source: string): boolean {
  const { RE2JS } = require("re2js") as typeof import("re2js");
  try {
    return RE2JS.compile(source).programSize() <= maxInstructions;
  } catch {
    return false;
  }
}

function alternatives(all: readonly AST.Alternative[]): string | undefined {
  return joinDefined(
    all.map(({ elements }) => joinDefined(elements.map(element), "")),
    "|",
  );
}

function joinDefined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(separator);
}

function element(node: AST.Element): string | undefined {
  switch (node.type) {
    case "Character":
      return character(node.value);
    case "CharacterSet":
      return characterSet(node);
    case "CharacterClass":
      return characterClass(node);
    case "Group":
    case "CapturingGroup": {
      const inside = "modifiers" in node && node.modifiers ? undefined : alternatives(node.alternatives);
      return inside === undefined ? undefined : `(?:${inside})`;
    }
    case "Quantifier": {
      const repeated = element(node.element);
      return repeated === undefined ? undefined : repeated + bounds(node);
    }
    case "Assertion":
      if (node.kind === "start") return "^";
      if (node.kind === "end") return "$";
      return node.kind === "word" ? node.raw : undefined;
    default:
      return undefined;
  }
}

function bounds({ min, max }: AST.Quantifier): string {
  if (min === 0 && max === 1) return "?";
  if (max !== Number.POSITIVE_INFINITY) return `{${min},${max}}`;
  if (min === 0) return "*";
  return min === 1 ? "+" : `{${min},}`;
}

function character(code: number): string {
  const text = String.fromCodePoint(code);
  if (/^[A-Za-z0-9_ ]$/.test(text)) return text;
  return code > 0x20 && code < 0x7f ? `\\${text}` : `\\x{${code.toString(16)}}`;
}

const lineEnds = "\\n\\r\\x{2028}\\x{2029}";
/** The characters that `\s` and `\S` match (ECMAScript, 22.2.2.9); RE2 knows only five of them. */
const spaces =
  "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const others =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";

function characterSet(node: AST.CharacterSet): string | undefined {
  if (node.kind === "any") return `[^${lineEnds}]`;
  return node.kind === "space" ? `[${node.negate ? others : spaces}]` : translateClass(node);
}

function translateClass(node: AST.EscapeCharacterSet | AST.UnicodePropertyCharacterSet): string | undefined {
  if (node.kind === "space") return node.negate ? others : spaces;
  if (node.kind !== "property") return node.raw;
  // General categories by their short names; other properties have other names there, or other meanings.
  return /^\\[pP]\{[CLMNPSZ][a-z]?\}$/.test(node.raw) ? node.raw : undefined;
}

function characterClass({ elements, negate }: AST.CharacterClass): string | undefined {
  const inside = joinDefined(
    elements.map((one) => {
      if (one.type === "Character") return character(one.value);
      if (one.type === "CharacterClassRange")
        return `${character(one.min.value)}-${character(one.max.value)}`;
      return one.type === "CharacterSet" ? translateClass(one as AST.EscapeCharacterSet) : undefined;
    }),
    "",
  );
  if (inside === "") return negate ? "[\\x{0}-\\x{10ffff}]" : "[^\\x{0}-\\x{10ffff}]";
  return inside === undefined ? undefined : `[${negate ? "^" : ""}${inside}]`;
}
