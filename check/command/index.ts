/** `@toolwright/check/command`: the command `toolwright check` as a function. */
export { type CheckIo, runCheck } from "./run.ts";
