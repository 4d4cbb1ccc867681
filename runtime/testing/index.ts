/** `@toolwright/runtime/testing`: tests of handlers without a transport. */
export type { HandlersFor } from "../service/handlers-for.ts";
export { type InProcessOptions, inProcess } from "./in-process.ts";
export { type TestCallOptions, testCall } from "./test-call.ts";
