/** Matches texts of a spec against any of its patterns in bounded time. */
import { createContext, runInContext } from "node:vm";
import { RE2JS } from "re2js";
import { memoizeText } from "../memoize.ts";
import { findBacktracking } from "./backtracking.ts";
import { linearSource } from "./linear.ts";

/** A compiled pattern; `test` works like `RegExp.prototype.test`. */
export interface Matcher {
  /** Whether some part of the text matches. */
  test(text: string): boolean;
}

/** Tells which texts match a pattern (ECMAScript, flag `u`). */
export const patternOf = memoizeText((source): Matcher => {
  if (findBacktracking(source) === undefined) return new RegExp(source, "u");
  const linear = linearSource(source);
  return linear === undefined ? timedMatcher(source) : RE2JS.compile(linear);
});

/** In milliseconds. Matching texts take microseconds, so a slow machine does not change the result. */
const timeout = 200;

/**
 * Makes a matcher for slow patterns that RE2 cannot read. A text that takes too long does not match, and longer texts are not
 * tried after it.
 */
function timedMatcher(source: string): Matcher {
  let tooLong = Number.POSITIVE_INFINITY;
  const context = createContext({ pattern: new RegExp(source, "u"), text: "" });
  return {
    test(text) {
      if (text.length >= tooLong) return false;
      context.text = text;
      try {
        return runInContext("pattern.test(text)", context, { timeout });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
        tooLong = text.length;
        return false;
      }
    },
  };
}
