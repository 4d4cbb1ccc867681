/** Matches regular expressions in linear time, for patterns on which a backtracking engine could be slow. */
import { RE2JS } from "re2js";

/** A compiled pattern; `test` is that of `RegExp.prototype`. */
export interface Matcher {
  test(text: string): boolean;
}

/**
 * An entry of its own, so that only servers with such a pattern load re2js.
 *
 * @param source a pattern in RE2 syntax; the generator translates from that of ECMAScript
 */
export function linearPattern(source: string): Matcher {
  return RE2JS.compile(source);
}
