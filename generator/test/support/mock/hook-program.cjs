/** A hook of the target: the one that a target file of `toolwright mock` starts, without the rest of the command line. */
import { runHook } from "../../../cli/mock/hooks.ts";

process.exitCode = await runHook(process.argv[2]!);
