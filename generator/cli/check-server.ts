/** `toolwright check`: the command of `@toolwright/check`. */
import { main } from "@toolwright/check/command";
import type { Program } from "./command.ts";

export const command: Program = main;
