/** `@toolwright/check/running-server`: reads the interface of a server where it runs, and calls its tools. */
export type { Source } from "@toolwright/conformance/server-options";
export { type CallTool, callTools } from "./call-tools.ts";
export type { Result } from "./messages.ts";
export { servedVersions } from "./protocol-versions.ts";
export { readServer } from "./read-server.ts";
export type { SessionOptions } from "./session.ts";
