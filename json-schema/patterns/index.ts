/** `@toolwright/json-schema/patterns`: regular expressions of ECMAScript, matched in linear time. */
export { type Backtracking, findBacktracking, shortEnough } from "./backtracking.ts";
export { linearSource } from "./linear.ts";
export { type Matcher, patternOf } from "./matcher.ts";
