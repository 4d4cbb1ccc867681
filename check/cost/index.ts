/** `@toolwright/check/cost`: measures the lists that a server sends to models. */
export { type CountTokens, measure, type Part, type ToolStats, total, type Weight } from "./list-size.ts";
export { findTokenCounter, type TokenCounter } from "./tokens.ts";
