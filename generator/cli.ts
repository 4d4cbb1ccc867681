/** What the command `toolwright` runs. */
export { run } from "./cli/run.ts";
