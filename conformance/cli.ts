/** What the command `toolwright-conformance` runs. */
export { main } from "./cli/main.ts";
