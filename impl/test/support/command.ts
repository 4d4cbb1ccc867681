/** Runs commands of the operator in the process of a test. */
import { run } from "../../mcp/commands/run.ts";
import { quiet } from "./postgres.ts";

/** Runs a command to its end, as `service-mcp NAME ARGS` in an environment of its own. */
export async function runCommand(name: string, args: readonly string[], env: Record<string, string>) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await run([name, ...args], {
    env,
    log: quiet,
    out: (text) => stdout.push(text),
    err: (text) => stderr.push(text),
  });
  return { code, stdout: stdout.join(""), stderr: stderr.join("") };
}
