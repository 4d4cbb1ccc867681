/** Matches regular expressions in linear time, for patterns on which a backtracking engine could be slow. */
import { RE2JS } from "re2js";

/** A compiled pattern; `test` works like `RegExp.prototype.test`. */
export interface Matcher {
  /** Whether the text has a match. */
  test(text: string): boolean;
}

/**
 * Compiles a pattern. The package has a separate entry for it, so that only servers with such a pattern load re2js.
 *
 * @param source a pattern in RE2 syntax; the generator translates it from ECMAScript
 */
export function linearPattern(source: string): Matcher {
  return RE2JS.compile(source);
}
