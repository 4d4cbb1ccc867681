/** Runs a hook that is a command: JSON on standard input, JSON on standard output. */
import { type SpawnOptions, spawn } from "node:child_process";
import { type Json, parseJson } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";
import { resolveProgram } from "./program.ts";
import type { HookName } from "./target.ts";

interface HookCommand {
  readonly hook: HookName;
  /** Program and arguments. */
  readonly command: readonly string[];
  readonly input: string;
  readonly options: Pick<SpawnOptions, "cwd" | "env">;
}

const timeoutMs = 60_000;

/** @returns what the command prints @throws UsageError if it fails, or prints something other than JSON */
export function runCommand({ hook, command, input, options }: HookCommand): Promise<Json> {
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(resolveProgram(program!), args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    const fail = (what: string) =>
      reject(new UsageError(`The hook ${hook} ${what}. ${output.stderr.trim()}`.trim()));
    child.once("error", (error) => fail(`could not be started: ${error.message}`));
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code !== 0) return fail(`ended with ${code ?? signal}`);
      const printed = parseJson(output.stdout.trim() || "null");
      return printed === undefined ? fail("printed something other than JSON") : resolve(printed);
    });
    // A hook may exit without reading its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${input}\n`);
  });
}
