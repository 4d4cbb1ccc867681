/** Matches patterns that a backtracking engine could be slow with, in time proportional to the text. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Whether a text matches a pattern (`RegExp.prototype.test`). */
export interface Matcher {
  test(text: string): boolean;
}

/** @param source in the syntax of RE2, as the generator has translated it; re2js is loaded by servers that have such a pattern */
export function linearPattern(source: string): Matcher {
  const { RE2JS } = require("re2js") as typeof import("re2js");
  return RE2JS.compile(source);
}
