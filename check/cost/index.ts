/** `@toolwright/check/cost`: measures the lists that a server sends to models. */
export { measure, type ToolStats, total, type Weight } from "./list-size.ts";
