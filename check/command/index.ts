/** `@toolwright/check/command`: the command `toolwright check` as a function. */
export { main } from "../cli.ts";
export { type CheckIo, runCheck, type SpecWriter } from "./run.ts";
