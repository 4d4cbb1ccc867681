/** Parses patterns (ECMAScript, flag `u`) with regexpp, which is loaded when the first pattern needs it. */
import { createRequire } from "node:module";
import type { AST, RegExpParser } from "@eslint-community/regexpp";

const require = createRequire(import.meta.url);
let parser: RegExpParser | undefined;

/** Deeper groups would exhaust the stack. */
const maxDepth = 200;
/** Analysing a pattern takes time that grows with the square of its length. */
const maxLength = 5_000;

/** @returns undefined where the pattern is too deep or too long, and for the few that V8 takes and the standard forbids */
export function parsePattern(source: string): AST.Pattern | undefined {
  if (source.length > maxLength || measureDepth(source) > maxDepth) return undefined;
  parser ??= newParser();
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: true });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function newParser(): RegExpParser {
  // The class needs a name of its own: TypeScript 7.0.2 emits `new (require(...)).RegExpParser()` without the parentheses.
  const { RegExpParser } = require("@eslint-community/regexpp") as typeof import("@eslint-community/regexpp");
  return new RegExpParser({ ecmaVersion: 2025 });
}

function measureDepth(source: string): number {
  let depth = 0;
  let max = 0;
  for (const character of source) {
    if (character === "(") max = Math.max(max, ++depth);
    if (character === ")") depth--;
  }
  return max;
}
