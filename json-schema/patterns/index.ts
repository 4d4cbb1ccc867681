/** `@toolwright/json-schema/patterns`: regular expressions of ECMAScript, matched in linear time. */
export { type Backtracking, findBacktracking, shortEnough } from "./backtracking.ts";
export { linearSource } from "./linear.ts";
export { patternOf } from "./matcher.ts";
