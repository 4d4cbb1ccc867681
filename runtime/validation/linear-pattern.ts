/** Matches regular expressions in linear time, for patterns on which a backtracking engine could be slow. */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A compiled pattern; `test` is that of `RegExp.prototype`. */
export interface Matcher {
  test(text: string): boolean;
}

/**
 * Loads re2js on the first call, so that only servers with such a pattern pay for it.
 *
 * @param source a pattern in RE2 syntax; the generator translates from that of ECMAScript
 */
export function linearPattern(source: string): Matcher {
  const { RE2JS } = require("re2js") as typeof import("re2js");
  return RE2JS.compile(source);
}
