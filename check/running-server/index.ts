/** `@toolwright/check/running-server`: reads the interface of a server where it runs. */
export { servedVersions } from "./protocol-versions.ts";
export { readServer, type Source } from "./read-server.ts";
