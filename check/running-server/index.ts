/** `@toolwright/check/running-server`: reads the interface of a server where it runs. */
export type { Source } from "@toolwright/conformance/server-options";
export { servedVersions } from "./protocol-versions.ts";
export { readServer } from "./read-server.ts";
