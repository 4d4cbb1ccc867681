/** Exports the entry point of the command `toolwright`. */
export { run } from "./cli/run.ts";
