/** The entry of the command `toolwright-conformance`. */
export { main } from "./cli/main.ts";
