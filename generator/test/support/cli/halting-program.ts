import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before the CLI (`--import`): at the n-th call of a function of `node:fs` on what is staged, this process is killed
 * as kill -9 does it, or waits until somebody closes a pipe. `HALT`: `{ "call": "renameSync", "nth": 2, "pipe": PATH }`.
 */
const { call, nth, pipe } = JSON.parse(process.env.HALT!) as { call: string; nth: number; pipe?: string };
const functions = fs as unknown as Record<string, (path: unknown, ...rest: unknown[]) => unknown>;
const original = functions[call]!;
let calls = 0;

functions[call] = (path, ...rest) => {
  if (String(path).includes(".toolwright-staging-") && ++calls === nth) halt();
  return original(path, ...rest);
};
syncBuiltinESMExports();

function halt(): void {
  if (pipe !== undefined) fs.readFileSync(pipe);
  else process.kill(process.pid, "SIGKILL");
}
